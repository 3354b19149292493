import { isAbsolute, join } from 'node:path';
import type { CommandRequest, Handler, Hook, ImpossibleRequest, Request } from '../model/index.ts';
import { splitWords } from '../text/shlex.ts';
import { environmentOf } from './environment.ts';
import type { Frame } from './frame.ts';
import { cwdOf } from './frame.ts';
import { headersOf } from './headers.ts';
import { codeEvent, payloadBytes, payloadOf, valueOf } from './payload.ts';

/** What a handler needs to carry the hook out: native payload, environment, program; touches nothing. */
export function encode(hook: Hook, frame: Frame, runId: string, background: boolean): Request {
  const run = { runId, timeoutMs: hook.timeoutMs };
  const { handler } = hook;
  if (hook.defect !== null) return { ...run, kind: 'impossible', why: hook.defect };
  switch (handler.kind) {
    case 'command':
      return encodeCommand(hook, handler, frame, { ...run, background });
    case 'http':
      return {
        ...run,
        kind: 'http',
        url: handler.url,
        headers: headersOf(handler, frame.place.env),
        body: payloadBytes(frame),
      };
    case 'python':
      return {
        ...run,
        kind: 'python',
        callable: handler.callable,
        event: codeEvent(frame),
        project: frame.place.project,
        env: environmentOf(hook, frame, runId),
      };
    case 'module':
      return {
        ...run,
        kind: 'module',
        path: absolute(handler.path, frame.place.project),
        exportName: handler.exportName,
        event: codeEvent(frame),
      };
    case 'prompt':
      return {
        ...run,
        kind: 'prompt',
        prompt: withEventJson(handler.prompt, frame, frame.dialect.model.appendPrompt),
        model: handler.model,
      };
    case 'agent': {
      const prompt = withEventJson(handler.prompt, frame, frame.dialect.model.appendAgent);
      const maxTurns = handler.maxTurns ?? frame.dialect.model.maxTurns;
      return { ...run, kind: 'agent', prompt, model: handler.model, tools: handler.tools, maxTurns };
    }
    case 'function':
      return { ...run, kind: 'function', call: () => handler.call(frame.event) };
  }
}

type CommandHandler = Extract<Handler, { kind: 'command' }>;
type CommandRun = Pick<CommandRequest, 'runId' | 'timeoutMs' | 'background'>;

function encodeCommand(
  hook: Hook,
  handler: CommandHandler,
  frame: Frame,
  run: CommandRun,
): CommandRequest | ImpossibleRequest {
  const words = wordsOf(handler, hook, frame);
  if (!words.ok) return { kind: 'impossible', runId: run.runId, timeoutMs: run.timeoutMs, why: words.why };
  const [program = '', ...args] = words.words;
  return {
    ...run,
    kind: 'command',
    program: programPath(program, frame),
    args,
    cwd: frame.dialect.cwd === 'project' ? frame.place.project : cwdOf(frame),
    env: environmentOf(hook, frame, run.runId),
    stdin: payloadBytes(frame),
    atTimeout: frame.dialect.atTimeout,
    ...(handler.form === 'shell' && handler.shell === 'bash' ? { script: handler.script } : {}),
  };
}

type Words = { readonly ok: true; readonly words: readonly string[] } | { readonly ok: false; readonly why: string };

function wordsOf(handler: CommandHandler, hook: Hook, frame: Frame): Words {
  switch (handler.form) {
    case 'shell':
      return { ok: true, words: shellWords(handler.shell, handler.script, hook, frame) };
    case 'argv':
      return filled([handler.program, ...handler.args].map((word) => withPlaceholders(word, hook, frame)));
    case 'words': {
      const split = splitWords(handler.line);
      return split.ok ? filled(split.words) : split;
    }
  }
}

const filled = (words: readonly string[]): Words =>
  words[0] === undefined || words[0] === '' ? { ok: false, why: 'the command is empty' } : { ok: true, words };

function shellWords(shell: 'bash' | 'powershell', script: string, hook: Hook, frame: Frame): readonly string[] {
  if (shell === 'bash') return ['bash', '-c', script];
  const program = frame.place.platform === 'win32' ? 'powershell' : 'pwsh';
  return [program, '-NoProfile', '-NonInteractive', '-Command', withPlaceholders(script, hook, frame)];
}

/** Replaces `${NAME}` for the names that the dialect knows; a name without a value is left as it is. */
function withPlaceholders(text: string, hook: Hook, frame: Frame): string {
  return frame.dialect.placeholders.reduce((replaced, field) => {
    const value = valueOf(field, frame, hook);
    return typeof value === 'string' ? replaced.replaceAll(`\${${field.name}}`, () => value) : replaced;
  }, text);
}

function programPath(program: string, frame: Frame): string {
  const expanded = frame.dialect.expandsTilde ? withHome(program, frame.place.home) : program;
  if (!/[/\\]/.test(expanded) || isAbsolute(expanded)) return expanded;
  return join(frame.dialect.programsFrom === 'project' ? frame.place.project : cwdOf(frame), expanded);
}

const withHome = (path: string, home: string): string =>
  path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path;

const absolute = (path: string, folder: string): string => (isAbsolute(path) ? path : join(folder, path));

/** The prompt with the event in it: in place of the placeholders, else behind the text. */
function withEventJson(prompt: string, frame: Frame, separator: string | null): string {
  const { placeholders } = frame.dialect.model;
  const json = JSON.stringify(payloadOf(frame), null, 2);
  if (!placeholders.some((name) => prompt.includes(name)))
    return separator === null ? prompt : `${prompt}${separator}${json}`;
  const pattern = new RegExp(placeholders.map((name) => name.replace('$', '\\$')).join('|'), 'g');
  return prompt.replace(pattern, () => json);
}
