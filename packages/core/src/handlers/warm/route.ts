import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { CommandRequest } from '../../model/index.ts';
import { simpleCommandWords } from '../../text/simple-command.ts';
import { findProgram } from '../process/find-program.ts';
import { askedOf } from '../process/interpreters.ts';
import { isBuiltin } from '../process/shell-builtins.ts';
import type { Deed, Exec } from './dispatch.ts';
import { splitEnvironment, type Split } from './environment.ts';
import { lookAt } from './program-file.ts';
import type { Shape } from './waiting-shell.ts';

/** Who starts a hook: a shell that waits, the helper, or the host itself, where the hook asks who its parent is. */
export type Route =
  | { readonly by: 'shell'; readonly shape: Shape; readonly deed: Deed; readonly split: Extract<Split, { ok: true }> }
  | { readonly by: 'helper' }
  | { readonly by: 'host' };

/** What is known so far of a text; asking brings an answer about, but not at once. */
export type JudgeText = (text: string, bash: string) => 'same' | 'differs' | 'not known yet';

export interface Surroundings {
  /** The host's own environment when its first shell was started. */
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly judge: JudgeText;
}

const BY_HELPER: Route = { by: 'helper' };
const BY_HOST: Route = { by: 'host' };

/** Decides by the request alone; everything that it is not certain of is started as it always was. */
export function routeOf(file: string, request: CommandRequest, { host, judge }: Surroundings): Route {
  const text = shellTextOf(request);
  const words = text === null ? [request.program, ...request.args] : simpleWords(text, request);
  if (text !== null && /ppid/i.test(text)) return BY_HOST;
  if (words !== null && askParent(words, text === null ? file : null, request)) return BY_HOST;
  if (!isAbsolute(request.cwd)) return BY_HELPER;
  const split = splitEnvironment(request.env, host);
  if (!split.ok) return BY_HELPER;
  const bash = text === null ? findProgram('bash', request.env['PATH']) : file;
  const deed =
    text === null ? programDeed(file, request, split) : textDeed({ text, words }, request, () => judge(text, file));
  if (bash === null || deed === null) return BY_HELPER;
  return { by: 'shell', shape: shapeOf(bash, split.early), deed, split };
}

/** The text of `bash --norc -c text`, which is how a hook's text is given to a shell. */
function shellTextOf({ program, args }: CommandRequest): string | null {
  const [first, second, text, ...more] = args;
  const isText = program === 'bash' && first === '--norc' && second === '-c' && more.length === 0;
  return isText ? (text ?? null) : null;
}

/** Whether the program, or the script that it is asked to run, mentions its parent. */
function askParent(words: readonly string[], file: string | null, { cwd, env }: CommandRequest): boolean {
  const [name = ''] = words;
  if (file === null && isBuiltin(name)) return false;
  const program = file ?? (name.includes('/') ? resolve(cwd, name) : findProgram(name, env['PATH']));
  const asked = askedOf(words);
  const script = asked?.runs === 'file' ? resolve(cwd, asked.path) : null;
  return [program, script].some((path) => path !== null && lookAt(path).asksParent);
}

function programDeed(file: string, request: CommandRequest, { own }: Extract<Split, { ok: true }>): Deed | null {
  const { kind } = lookAt(file);
  // `exec` of bash always leaves a SHLVL behind; to another bash that reads the same as none.
  if (kind === 'unknown' || (own.shlvl === undefined && kind !== 'bash-script')) return null;
  const start = withoutEnv({ argv0: request.program, file, args: request.args }, request);
  return { kind: 'program', ...start, underscore: own.underscore };
}

interface ShellText {
  readonly text: string;
  /** Null unless it is one simple command. */
  readonly words: readonly string[] | null;
}

function textDeed(
  { text, words }: ShellText,
  request: CommandRequest,
  judge: () => ReturnType<JudgeText>,
): Deed | null {
  const name = words?.[0] ?? '';
  if (words === null || isBuiltin(name)) return judge() === 'same' ? { kind: 'text', text } : null;
  if (/[<>]/.test(text)) return null; // for its redirections the shell stays
  const path = name.includes('/') ? name : inShellPath(name, request.env['PATH']);
  if (path === null || lookAt(resolve(request.cwd, path)).kind === 'unknown') return null;
  const [argv0 = '', ...args] = words;
  return { kind: 'command', ...withoutEnv({ argv0, file: path, args }, request), underscore: path };
}

/** Does at once what `env` in the first line of a script would do: it only looks the interpreter up. */
function withoutEnv(start: Exec, { cwd, env }: CommandRequest): Exec {
  const { interpreter } = lookAt(resolve(cwd, start.file));
  const file = interpreter === null ? null : inShellPath(interpreter, env['PATH']);
  return interpreter === null || file === null
    ? start
    : { argv0: interpreter, file, args: [start.file, ...start.args] };
}

const simpleWords = (text: string, { env }: CommandRequest): readonly string[] | null =>
  text.length > LONGEST_SIMPLE ? null : simpleCommandWords(text, env, homedir());

const LONGEST_SIMPLE = 4096;

/** A shell also looks into relative folders, which cannot be foretold. */
const inShellPath = (name: string, path: string | undefined): string | null =>
  path === undefined || !path.split(':').every(isAbsolute) ? null : findProgram(name, path);

function shapeOf(file: string, env: Readonly<Record<string, string>>): Shape {
  return { key: JSON.stringify([file, env]), file, env };
}

/** The name that the environment gives to the working directory, when it is one; bash keeps it then. */
export function logicalName(pwd: string | undefined, cwd: string): string | null {
  if (pwd === undefined || !isAbsolute(pwd)) return null;
  if (pwd === cwd) return cwd;
  try {
    const [named, actual] = [statSync(pwd), statSync(cwd)];
    return named.ino === actual.ino && named.dev === actual.dev ? pwd : null;
  } catch {
    return null;
  }
}
