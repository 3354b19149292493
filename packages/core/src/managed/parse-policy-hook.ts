import type { CentralRule, Dialect, PolicyFile, PolicyHook } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { flag, keysOf, list, oneWord, or, table, text, whole, type PolicyValue, wrong } from './read-values.ts';

const HOOK =
  'dialect name event matcher condition handler timeoutMs background env folder onFault headerVariables files replaces central'.split(
    ' ',
  );
const LONGEST_MS = 600_000;
const USUAL_MS = 60_000;

/** Reads a hook of a policy by the events of its dialect. */
export const parseHook =
  (systems: readonly Dialect[]) =>
  (written: PolicyValue): PolicyHook => {
    const at = keysOf(written, HOOK);
    const dialect = systems.find(({ id }) => id === at('dialect').value);
    if (dialect === undefined) return wrong(at('dialect'), `a dialect (${systems.map(({ id }) => id).join(', ')})`);
    const event = text(at('event'));
    if (!Object.hasOwn(dialect.events, event))
      wrong(at('event'), `an event of ${dialect.id} (${Object.keys(dialect.events).join(', ')})`);
    const { onFault, headerVariables, replaces, central } = optional(at);
    return {
      dialect: dialect.id,
      name: hookName(at('name')),
      event,
      matcher: or<PolicyHook['matcher']>(at('matcher'), null, matcherIn),
      condition: or<string | null>(at('condition'), null, text),
      handler: handlerIn(at('handler')),
      timeoutMs: or(at('timeoutMs'), USUAL_MS, whole(1, LONGEST_MS)),
      background: or(at('background'), false, flag),
      wake: null,
      env: or(at('env'), {}, table(words)),
      folder: or<string | null>(at('folder'), null, below),
      dataFolder: null,
      defect: null,
      files: or(at('files'), [], list(fileIn)),
      ...onFault,
      ...headerVariables,
      ...replaces,
      ...central,
    };
  };

function optional(at: (key: string) => PolicyValue): {
  readonly onFault: Pick<PolicyHook, 'onFault'>;
  readonly headerVariables: Pick<PolicyHook, 'headerVariables'>;
  readonly replaces: Pick<PolicyHook, 'replaces'>;
  readonly central: Pick<PolicyHook, 'central'>;
} {
  const [onFault, headerVariables, replaces] = [at('onFault'), at('headerVariables'), at('replaces')];
  return {
    onFault: onFault.value === undefined ? {} : { onFault: oneWord('proceed', 'block')(onFault) },
    headerVariables: headerVariables.value === undefined ? {} : { headerVariables: list(text)(headerVariables) },
    replaces: replaces.value === undefined ? {} : { replaces: text(replaces) },
    central: at('central').value === undefined ? {} : { central: centralIn(at) },
  };
}

const [DEADLINE_MS, LONGEST_DEADLINE_MS] = [800, 60_000];
const [CACHE_MS, LONGEST_CACHE_MS] = [600_000, 7 * 86_400_000];

/** Nothing waits for a hook in the background, and only `onUnreachable` says what happens without an answer. */
function centralIn(hook: (key: string) => PolicyValue): CentralRule {
  if (hook('background').value === true) wrong(hook('background'), 'false, because the hook is decided centrally,');
  if (hook('onFault').value !== undefined)
    wrong(hook('onFault'), 'nothing, because central.onUnreachable says what happens without an answer,');
  const at = keysOf(hook('central'), ['fields', 'deadlineMs', 'onUnreachable', 'cacheMs']);
  const onUnreachable = or(
    at('onUnreachable'),
    'dialect' as const,
    oneWord<CentralRule['onUnreachable']>('dialect', 'block', 'cached'),
  );
  if (onUnreachable !== 'cached' && at('cacheMs').value !== undefined)
    wrong(at('cacheMs'), 'nothing, because onUnreachable is not "cached",');
  return {
    fields: list(fieldIn)(at('fields')),
    deadlineMs: or(at('deadlineMs'), DEADLINE_MS, whole(1, LONGEST_DEADLINE_MS)),
    onUnreachable,
    cacheMs: onUnreachable === 'cached' ? or(at('cacheMs'), CACHE_MS, whole(1, LONGEST_CACHE_MS)) : 0,
  };
}

/** A path into an event. */
const fieldIn = (written: PolicyValue): string =>
  /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(text(written))
    ? text(written)
    : wrong(written, 'a field of the event such as "tool_input.command"');

/** It stands in ids of hooks and in names of folders. */
const hookName = (written: PolicyValue): string =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text(written))
    ? text(written)
    : wrong(written, 'a name of letters, digits, dots, dashes and underscores');

const words = (written: PolicyValue): string =>
  typeof written.value === 'string' ? written.value : wrong(written, 'a text');

function matcherIn(written: PolicyValue): NonNullable<PolicyHook['matcher']> {
  if (typeof written.value === 'string') return written.value;
  const at = keysOf(written, ['tool', 'content']);
  return {
    ...(at('tool').value === undefined ? {} : { tool: text(at('tool')) }),
    ...(at('content').value === undefined ? {} : { content: text(at('content')) }),
  };
}

const SHARED: readonly string[] = ['prompt', 'agent', 'mcp_tool', 'python'];

/** Only handlers whose answer does not depend on what the user has set up: a model, a server, a Python of one's own. */
function handlerIn(written: PolicyValue): PolicyHook['handler'] {
  const kind = isJsonObject(written.value) ? written.value['kind'] : undefined;
  if (kind === 'http') return httpIn(written);
  if (kind === 'module') {
    const at = keysOf(written, ['kind', 'path', 'exportName']);
    return { kind, path: text(at('path')), exportName: or(at('exportName'), 'default', text) };
  }
  if (kind === 'command') return commandIn(written);
  const shared = SHARED.find((each) => each === kind);
  const why = shared === undefined ? '' : ` (the user chooses what answers "${shared}")`;
  return wrong(written, `a handler of the kind "command", "http" or "module"${why}`);
}

function httpIn(written: PolicyValue): PolicyHook['handler'] {
  const at = keysOf(written, ['kind', 'url', 'headers', 'allowedVariables']);
  return {
    kind: 'http',
    url: text(at('url')),
    headers: or(at('headers'), {}, table(text)),
    allowedVariables: or<readonly string[]>(at('allowedVariables'), [], list(text)),
  };
}

function commandIn(written: PolicyValue): PolicyHook['handler'] {
  const form = isJsonObject(written.value) ? written.value['form'] : undefined;
  if (form === 'shell') {
    const at = keysOf(written, ['kind', 'form', 'shell', 'script']);
    const shell = or(at('shell'), 'bash' as const, oneWord('bash', 'powershell'));
    return { kind: 'command', form, shell, script: text(at('script')) };
  }
  if (form === 'argv') {
    const at = keysOf(written, ['kind', 'form', 'program', 'args']);
    return { kind: 'command', form, program: text(at('program')), args: or(at('args'), [], list(words)) };
  }
  if (form !== 'words') return wrong(written, 'the form "shell", "argv" or "words"');
  return { kind: 'command', form, line: text(keysOf(written, ['kind', 'form', 'line'])('line')) };
}

function fileIn(written: PolicyValue): PolicyFile {
  const at = keysOf(written, ['path', 'sha256', 'executable']);
  const sha256 = text(at('sha256'));
  if (!/^[0-9a-f]{64}$/.test(sha256)) wrong(at('sha256'), 'a SHA-256 in 64 hexadecimal digits');
  return { path: below(at('path')), sha256, executable: or(at('executable'), true, flag) };
}

/** A path that stays below the hook's folder. */
function below(written: PolicyValue): string {
  const path = text(written);
  const isInside = !path.startsWith('/') && !/[\\\0:]/.test(path) && path.split('/').every((step) => step !== '..');
  return isInside ? path : wrong(written, 'a relative path without ".."');
}
