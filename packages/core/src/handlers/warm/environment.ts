import { BoundedMap } from '../../text/memo.ts';

/** How a hook's environment is set up in a shell that was started before the hook was known. */
export type Split =
  | {
      readonly ok: true;
      /** The environment that the shell must have been started with; the same for every hook of its kind. */
      readonly early: Readonly<Record<string, string>>;
      /** The variables that are sent to it together with the hook. */
      readonly late: readonly (readonly [string, string])[];
      readonly own: OwnVariables;
    }
  | { readonly ok: false; readonly why: string };

/** Variables that bash changes by itself, with their values in the hook's environment. */
export interface OwnVariables {
  readonly shlvl: string | undefined;
  readonly pwd: string | undefined;
  readonly oldPwd: string | undefined;
  readonly underscore: string | undefined;
}

/**
 * Splits an environment into what equals the host's own, which shells start with, and the rest. Refuses where bash
 * treats a variable differently when it is set late.
 */
export function splitEnvironment(
  env: Readonly<Record<string, string>>,
  host: Readonly<Record<string, string | undefined>>,
): Split {
  const early: string[] = [];
  const late: [string, string][] = [];
  for (const name of Object.keys(env)) {
    const value = env[name] ?? '';
    const kind = kindOf(name);
    const why = refusalOf(name, value, kind, host[name] === value);
    if (why !== null) return { ok: false, why };
    if (kind === 'own') continue;
    if (kind === 'at-start' || host[name] === value) early.push(name);
    else late.push([name, value]);
  }
  const own = { shlvl: env['SHLVL'], pwd: env['PWD'], oldPwd: env['OLDPWD'], underscore: env['_'] };
  return { ok: true, early: pick(env, early), late, own };
}

/** These variables; usually the same as for the previous run, and then the same object. */
function pick(env: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> {
  const isLatest = names.length === latest.names.length && names.every((name) => latest.env[name] === env[name]);
  if (!isLatest) latest = { names, env: Object.fromEntries(names.map((name) => [name, env[name] ?? ''])) };
  return latest.env;
}

let latest: { readonly names: readonly string[]; readonly env: Readonly<Record<string, string>> } = {
  names: [],
  env: {},
};

const OWN: ReadonlySet<string> = new Set(['SHLVL', 'PWD', 'OLDPWD', '_']);

/** Read by the loader, the C library or bash's own start, so a shell must have them from the beginning. */
const AT_START =
  /^(?:LANG|LANGUAGE|LC_.*|TEXTDOMAIN.*|NLSPATH|LOCPATH|TZ|LD_.*|MALLOC_.*|GLIBC_.*|HIST.*|histchars|COLUMNS|LINES|ENV|MAIL.*|IGNOREEOF|ignoreeof|GLOBIGNORE|EXECIGNORE|FIGNORE|CDPATH)$/;

/** How bash treats a variable, judged by its name alone. */
type Kind = 'own' | 'at-start' | 'of-bash' | 'unsettable' | 'ordinary';

/** Whether a program must have it from the beginning, because the loader or the C library reads it. */
export const isReadAtStart = (name: string): boolean => kindOf(name) === 'at-start';

/** Cached, because environments have the same names again and again. */
function kindOf(name: string): Kind {
  const known = KINDS.get(name);
  if (known !== undefined) return known;
  const kind = lookUpKind(name);
  KINDS.set(name, kind);
  return kind;
}

const KINDS = new BoundedMap<string, Kind>(1000);

function lookUpKind(name: string): Kind {
  if (OF_BASH.test(name)) return 'of-bash'; // functions too, whose code was not checked
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'unsettable';
  if (OWN.has(name)) return 'own';
  return AT_START.test(name) ? 'at-start' : 'ordinary';
}

function refusalOf(name: string, value: string, kind: Kind, isHosts: boolean): string | null {
  if (kind === 'unsettable' && !isHosts) return `bash cannot set a variable named ${JSON.stringify(name)} late`;
  if (value.includes('\0')) return 'a value holds a NUL byte';
  if (name === 'SHLVL' && !/^(?:0|[1-9]\d?)$/.test(value)) return 'SHLVL is no small number';
  return kind === 'of-bash' ? `${name} means something to bash when it starts` : null;
}

/** Options, start-up files, and variables that are read-only, computed, or count up while a shell waits. */
const OF_BASH =
  /^(?:BASH.*|SHELLOPTS|POSIX.*|IFS|PS4|PPID|E?UID|GROUPS|S?RANDOM|SECONDS|LINENO|EPOCH.*|DIRSTACK|FUNCNAME|FUNCNEST|PIPESTATUS|COMP_.*|COMPREPLY|COPROC|OPT(?:IND|ERR|ARG)|HOSTTYPE|MACHTYPE|OSTYPE|CHILD_MAX|TMOUT|READLINE.*|HOOKLINE_SHELL|hookline)$/;
