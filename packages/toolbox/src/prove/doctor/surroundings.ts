import { DIALECTS, didYouMean, isStartedByHook } from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { locate } from '../stress/workshop.ts';
import { type Check, type DoctorPlace, error, info, ok, warning } from './check.ts';
import { shellWord, statsOf } from './permissions.ts';

/** Environment variables of hookline. */
const KNOWN =
  `DISABLE VERBOSE ON_ERROR STATE_DIR CONFIG_DIR SYSTEM_ROOT RECORD_KEY_FILE RECORD_SYNC SOCKET RESIDENT WARM POLICY POLICY_DEPTH PYTHON MODEL MODEL_COMMAND MODEL_FAST
  MODEL_LONG MODEL_THINKING MODEL_RETRIES MODEL_IDLE_MS IDLE_SECONDS MAX_PROCESSES ALLOW_ADDRESSES RUN AGENT SERVER SHELL`
    .split(/\s+/)
    .map((name) => `HOOKLINE_${name}`);

/** The variables that change hookline's behaviour; one that turns it off is an error. */
export function environmentChecks({ env }: DoctorPlace): readonly Check[] {
  const names = Object.keys(env).filter((name) => name.startsWith('HOOKLINE_') && (env[name] ?? '') !== '');
  const nested = isStartedByHook(env, DIALECTS)
    ? [warning('environment', 'hook', 'this was called inside a hook, where no hook runs', 'run it in a terminal')]
    : [];
  if (names.length === 0) return [ok('environment', 'HOOKLINE_*', 'none is set'), ...nested];
  return [...names.toSorted().map((name) => variableCheck(name, env[name] ?? '')), ...nested];
}

function variableCheck(name: string, value: string): Check {
  if (name === 'HOOKLINE_DISABLE' && !['0', 'false'].includes(value))
    return error('environment', name, `is ${value}: NO HOOK RUNS AT ALL`, 'unset HOOKLINE_DISABLE');
  if (KNOWN.includes(name)) return info('environment', name, `is ${value}`);
  const meant = didYouMean(name, KNOWN);
  const guess = meant === null ? `unset ${name}` : `did you mean ${meant}?`;
  return warning('environment', name, 'is not a variable of hookline', guess);
}

/** Entries of PATH through which another user could choose what hooks run. */
export function pathChecks({ env, project }: DoctorPlace): readonly Check[] {
  const path = env['PATH'];
  if (path === undefined || path === '')
    return [error('PATH', 'PATH', 'is empty: hooks find no program', 'set PATH where the agent is started')];
  const entries = path.split(':');
  const odd = entries.flatMap((entry) => entryChecks(entry, project));
  return odd.length === 0 ? [ok('PATH', 'PATH', `${entries.length} folders, all absolute`)] : odd;
}

function entryChecks(entry: string, project: string): readonly Check[] {
  if (!isAbsolute(entry))
    return [
      warning(
        'PATH',
        entry === '' ? 'an empty entry' : entry,
        'is relative: a script finds programs of the folder that it runs in',
        'take it out of PATH',
      ),
    ];
  const mode = statsOf(entry)?.mode ?? 0;
  if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0)
    return [
      error('PATH', entry, 'everybody on this machine can put programs there', `run: chmod o-w ${shellWord(entry)}`),
    ];
  if (`${entry}/`.startsWith(`${project}/`))
    return [info('PATH', entry, 'lies in the project: its programs come first')];
  return [];
}

/** Whether the resident server runs, as far as that is visible without a connection, and whether shells can wait. */
export function serverChecks({ env }: DoctorPlace, socket: string): readonly Check[] {
  return [socketCheck(socket), warmCheck(env)];
}

function socketCheck(socket: string): Check {
  if (statsOf(socket) === null) return ok('server', 'server', `not running (${socket})`);
  const listeners = listening();
  if (listeners === null)
    return info('server', 'server', `a socket is at ${socket}; whether a server listens there is not known`);
  if (listeners.includes(socket)) return ok('server', 'server', `running (${socket})`);
  return warning('server', 'server', `no server listens at ${socket}`, `start it again: hookline serve --background`);
}

/** The sockets that a process listens on; null where the system does not provide them. */
function listening(): readonly string[] | null {
  try {
    return readFileSync('/proc/net/unix', 'utf8')
      .split('\n')
      .flatMap((line) => /\s(\/.*)$/.exec(line)?.[1] ?? []);
  } catch {
    return null;
  }
}

function warmCheck(env: DoctorPlace['env']): Check {
  if (process.platform !== 'linux') return info('server', 'warm shells', 'not on this system');
  if (env['HOOKLINE_WARM'] === '0') return info('server', 'warm shells', 'turned off by HOOKLINE_WARM=0');
  const bash = locate('bash', env['PATH']);
  return bash === null
    ? info('server', 'warm shells', 'not usable: there is no bash')
    : ok('server', 'warm shells', `usable (${bash})`);
}
