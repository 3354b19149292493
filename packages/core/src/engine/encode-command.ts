import { dirname, isAbsolute, join } from 'node:path';
import type { CommandRequest, Handler, Hook, ImpossibleRequest, PayloadField } from '../model/index.ts';
import { expandTilde } from '../text/expand-tilde.ts';
import { splitWords } from '../shell/shlex.ts';
import { writtenJson } from '../text/written-json.ts';
import type { Frame } from './frame.ts';
import { cwdOf, runFolderOf } from './frame.ts';
import { RUN_TAG } from './nesting.ts';
import { handlerText } from './handler-text.ts';
import { payloadBytes, valueOf } from './payload.ts';
import { policyEnvironment, policyVariables } from './policy-environment.ts';
import { sessionFile } from './session-file.ts';

type CommandHandler = Extract<Handler, { kind: 'command' }>;
type CommandRun = Pick<CommandRequest, 'runId' | 'timeoutMs' | 'background' | 'letGo'>;

/** The program of a command hook, fully resolved; an impossible request when the command cannot be split into words. */
export function encodeCommand(
  hook: Hook,
  handler: CommandHandler,
  frame: Frame,
  { runId, timeoutMs, background, letGo }: CommandRun,
): CommandRequest | ImpossibleRequest {
  const missing = missingPlaceholder(handler, hook, frame);
  if (missing !== null) return { kind: 'impossible', runId, timeoutMs, why: missing };
  const words = wordsOf(handler, hook, frame);
  if (!words.ok) return { kind: 'impossible', runId, timeoutMs, why: words.why };
  const [program = '', ...args] = words.words;
  const session = frame.event['session_id'];
  return {
    kind: 'command',
    runId,
    timeoutMs,
    background,
    program: programPath(program, frame),
    args,
    cwd: runFolderOf(frame, hook),
    // A model can remove the folder that it works in, and no hook of a policy must depend on that.
    ...(hook.policy === undefined ? {} : { otherwiseIn: dirname(hook.file) }),
    env: environmentOf(hook, frame, runId),
    // Written when the hook's turn comes, so that waiting events hold no copies of their payloads.
    get stdin() {
      return payloadBytes(frame);
    },
    atTimeout: frame.dialect.atTimeout,
    ...(frame.dialect.killGraceMs === undefined ? {} : { killGraceMs: frame.dialect.killGraceMs }),
    ...(typeof session === 'string' ? { session } : {}),
    ...(handler.form === 'shell' && handler.shell === 'bash' ? { script: withNames(handler.script, hook, frame) } : {}),
    ...(frame.dialect.missingScript === 'started' ? { startsWithoutScript: true } : {}),
    ...elsewhereFor(program, hook, frame),
    ...(hook.dataFolder === null ? {} : { dataFolder: hook.dataFolder }),
    ...sessionFolder(hook, frame),
    ...(letGo === undefined ? {} : { letGo }),
  };
}

/** The folder of the file that the hook may write in the session. */
function sessionFolder(hook: Hook, frame: Frame): Pick<CommandRequest, 'sessionFolder' | 'keepsVariables'> {
  const { sets, fromSession } = frame.dialect.environment;
  const gives = fromSession?.on === frame.native;
  if (!gives && !sets.some((field) => 'is' in field && field.is === 'session-file' && isOn(field, frame))) return {};
  const file = sessionFile(frame, hook, gives ? '.json' : '.sh');
  if (file === undefined) return {};
  return { sessionFolder: dirname(file), ...(gives ? { keepsVariables: { file, key: fromSession.key } } : {}) };
}

const isOn = ({ on }: PayloadField, { native }: Frame): boolean => on === undefined || on.includes(native);

/** Why a hook cannot be started that uses a placeholder where it has no value, or where it must not stand. */
function missingPlaceholder(handler: CommandHandler, hook: Hook, frame: Frame): string | null {
  const { placeholders, notInShell = [] } = frame.dialect;
  const text = handlerText(handler);
  if (!text.includes('${')) return null;
  const empty = placeholders.find(
    (field) =>
      field.outside === 'not-started' &&
      text.includes(`\${${field.name}}`) &&
      typeof valueOf(field, frame, hook) !== 'string',
  );
  if (empty !== undefined) return `\${${empty.name}} has no value here: only the hooks of a plugin can use it`;
  const misplaced = handler.form === 'shell' ? notInShell.find((start) => text.includes(`\${${start}`)) : undefined;
  return misplaced === undefined ? null : `\${${misplaced}…} cannot stand in a text for a shell; use "args"`;
}

type CommandWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly why: string };

function wordsOf(handler: CommandHandler, hook: Hook, frame: Frame): CommandWords {
  switch (handler.form) {
    case 'shell':
      return { ok: true, words: shellWords(handler.shell, withNames(handler.script, hook, frame), hook, frame) };
    case 'argv':
      return filled([handler.program, ...handler.args].map((word) => withPlaceholders(word, hook, frame)));
    case 'words': {
      const split = splitWords(handler.line);
      return split.ok ? filled(split.words) : split;
    }
  }
}

const filled = (words: readonly string[]): CommandWords =>
  words[0] === undefined || words[0] === '' ? { ok: false, why: 'the command is empty' } : { ok: true, words };

function shellWords(shell: 'bash' | 'powershell', written: string, hook: Hook, frame: Frame): readonly string[] {
  const script = frame.dialect.placeholdersInShell === true ? withPlaceholders(written, hook, frame) : written;
  if (shell === 'bash' && frame.dialect.shell === 'sh') return ['/bin/sh', '-c', script];
  if (shell === 'bash' && frame.dialect.shell === 'of-account')
    return [frame.place.accountShell ?? '/bin/sh', '-c', script];
  // Debian's bash takes SSH_CLIENT without SHLVL for a remote login and would read ~/.bashrc even for -c.
  if (shell === 'bash') return ['bash', '--norc', '-c', script];
  const program = frame.place.platform === 'win32' ? 'powershell' : 'pwsh';
  return [program, '-NoProfile', '-NonInteractive', '-Command', withPlaceholders(script, hook, frame)];
}

/** The text for a shell with the names that the dialect replaces itself. */
function withNames(script: string, hook: Hook, frame: Frame): string {
  const { namesInText = [] } = frame.dialect;
  return namesInText.reduce((text, field) => {
    const value = text.includes(`$${field.name}`) ? valueOf(field, frame, hook) : undefined;
    return typeof value === 'string' ? text.replaceAll(`$${field.name}`, () => quotedWord(value)) : text;
  }, script);
}

/** A value as one word of a shell; as it is where that needs no quotes. */
const quotedWord = (value: string): string =>
  /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** Replaces `${NAME}` for the names that the dialect knows; a name without a value is left as it is. */
function withPlaceholders(text: string, hook: Hook, frame: Frame): string {
  return frame.dialect.placeholders.reduce((replaced, field) => {
    const value = valueOf(field, frame, hook);
    return typeof value === 'string' ? replaced.replaceAll(`\${${field.name}}`, () => value) : replaced;
  }, text);
}

/**
 * The project, where the dialect searches there too. Names in a project's hook are looked up there first, because
 * nothing else was trusted.
 */
function elsewhereFor(program: string, hook: Hook, frame: Frame): Pick<CommandRequest, 'elsewhere'> {
  const { project } = frame.place;
  const { scope, ofProject } = hook;
  if (frame.dialect.programsFrom === 'cwd' || runFolderOf(frame, hook) === project) return {};
  const isFirst = scope === 'project' || scope === 'local' || ofProject === true;
  return { elsewhere: { folder: project, program: isRelative(program) ? join(project, program) : null, isFirst } };
}

const isRelative = (program: string): boolean => /[/\\]/.test(program) && !isAbsolute(program);

function programPath(program: string, frame: Frame): string {
  const expanded = frame.dialect.expandsTilde ? expandTilde(program, frame.place.home) : program;
  if (!isRelative(expanded)) return expanded;
  return join(frame.dialect.programsFrom === 'project' ? frame.place.project : cwdOf(frame), expanded);
}

const NOTHING: readonly string[] = [];

/** What earlier hooks of the session have given; hookline's own variables are not theirs to set. */
function givenInSession({ dialect, native, event, place }: Frame): Readonly<Record<string, string>> {
  const { fromSession } = dialect.environment;
  const { session_id: session } = event;
  if (fromSession === undefined || fromSession.on === native || typeof session !== 'string') return {};
  const given = Object.entries(place.sessionVariables?.(session) ?? {});
  return Object.fromEntries(given.filter(([name]) => !name.startsWith('HOOKLINE_')));
}

/** The environment of a hook's process: what the dialect passes on and sets, then the hook's own variables. */
export function environmentOf(hook: Hook, frame: Frame, runId: string): Readonly<Record<string, string>> {
  const { inherits, leavesOut = NOTHING, sets } = frame.dialect.environment;
  const env: Record<string, string> = {};
  const { policy } = hook;
  const given =
    policy === undefined ? frame.place.env : policyEnvironment(frame.place.env, policy, frame.place.platform);
  const names = inherits === 'everything' ? Object.keys(given) : inherits;
  for (const name of names) {
    const value = given[name];
    if (value !== undefined && !leavesOut.some((start) => name.startsWith(start))) env[name] = value;
  }
  for (const [name, value] of Object.entries(givenInSession(frame))) env[name] = value;
  // Where the environment is documented as exact, not even hookline's own tag may be added.
  if (inherits === 'everything' || policy !== undefined) env[RUN_TAG] = runId;
  for (const field of sets) {
    if (!isOn(field, frame)) continue;
    const value = valueOf(field, frame, hook);
    if (value !== undefined && value !== null) env[field.name] = typeof value === 'string' ? value : writtenJson(value);
  }
  if (policy !== undefined) return { ...env, ...hook.env, ...policyVariables(frame.place.env, policy) };
  return Object.keys(hook.env).length === 0 ? env : { ...env, ...hook.env };
}
