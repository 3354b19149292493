import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a recording hook answers to one call. */
export interface Answer {
  /** Printed on stdout; an object is written as JSON. */
  readonly out?: unknown;
  readonly err?: string;
  readonly code?: number;
}

/** A real hook process that keeps its payloads and answers as prepared. */
export interface RecordingHook {
  /** Names its records; unique in its project. */
  readonly name: string;
  readonly dialect: 'kolega' | 'agent-hooks' | 'qoder' | 'kode' | 'polytoken' | 'claude' | 'gemini';
  /** Native name of the event. */
  readonly event: string;
  readonly matcher?: string;
  /** The answer to every call, or those to the first calls, of which the last counts for all that follow. */
  readonly answers?: Answer | readonly Answer[];
  /** More keys of the entry, such as `asyncRewake`, `async`, `priority`, `statusMessage`. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

const PROGRAM = fileURLToPath(new URL('../../programs/record-and-answer.sh', import.meta.url));

/** Writes the hooks into the project's files, each dialect in its own way; `folder` receives their records. */
export function writeHooks(project: string, folder: string, hooks: readonly RecordingHook[]): void {
  for (const hook of hooks) prepareAnswers(folder, hook);
  for (const [dialect, write] of Object.entries(WRITERS)) {
    const own = hooks.filter((hook) => hook.dialect === dialect);
    if (own.length > 0) write(project, folder, own);
  }
}

function prepareAnswers(folder: string, { name, answers = {} }: RecordingHook): void {
  const all = Array.isArray(answers) ? (answers as readonly Answer[]) : [answers as Answer];
  all.forEach((answer, index) => {
    const stem = index === all.length - 1 ? name : `${name}.${index + 1}`;
    const { out, err, code } = answer;
    if (out !== undefined)
      writeFileSync(join(folder, `${stem}.out`), typeof out === 'string' ? out : JSON.stringify(out));
    if (err !== undefined) writeFileSync(join(folder, `${stem}.err`), err);
    if (code !== undefined) writeFileSync(join(folder, `${stem}.code`), String(code));
  });
  // An earlier answer that says nothing must not fall back to what the last one says.
  all.slice(0, -1).forEach((_, index) => {
    for (const part of ['out', 'err', 'code']) {
      writeFileSync(join(folder, `${name}.${index + 1}.${part}`), '', { flag: 'a' });
    }
  });
}

type Write = (project: string, folder: string, hooks: readonly RecordingHook[]) => void;

const WRITERS: Readonly<Record<RecordingHook['dialect'], Write>> = {
  kolega: (project, folder, hooks) => {
    const groups = (hook: RecordingHook) => ({
      matcher: hook.matcher ?? '*',
      hooks: [{ type: 'command', command: line(folder, hook), ...hook.entry }],
    });
    writeJson(join(project, '.kolega/hooks.json'), { schema_version: 1, hooks: byEvent(hooks, groups) });
  },
  'agent-hooks': (project, folder, hooks) => hooks.forEach((hook) => writeHookFolder(project, folder, hook)),
  qoder: settings('.qoder/settings.json'),
  claude: settings('.claude/settings.json'),
  gemini: settings('.gemini/settings.json'),
  kode: (project, folder, hooks) => {
    const entries = (hook: RecordingHook) => ({ exec: [PROGRAM, folder, hook.name], ...hook.entry });
    writeJson(join(project, '.kode/config.yaml'), { hooks: byEvent(hooks, entries) });
  },
  polytoken: (project, folder, hooks) => {
    const entries = hooks.map((hook) => ({
      name: hook.name,
      event: hook.event,
      ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }),
      handler: { bash: line(folder, hook) },
    }));
    writeJson(join(project, '.polytoken/hooks.json'), entries);
  },
};

/** Writes settings in which groups of hooks stand under their events. */
function settings(path: string): Write {
  return (project, folder, hooks) => {
    const groups = (hook: RecordingHook) => ({
      ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }),
      hooks: [{ type: 'command', command: line(folder, hook), ...hook.entry }],
    });
    writeJson(join(project, path), { hooks: byEvent(hooks, groups) });
  };
}

function writeHookFolder(project: string, folder: string, hook: RecordingHook): void {
  const own = join(project, '.agents/hooks', hook.name);
  const matcher = hook.matcher === undefined ? [] : ['matcher:', `  tool: ${JSON.stringify(hook.matcher)}`];
  const more = Object.entries(hook.entry ?? {}).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const fields = [`name: ${hook.name}`, 'description: Keeps what it is told', `trigger: ${hook.event}`];
  write(join(own, 'HOOK.md'), ['---', ...fields, ...matcher, ...more, '---', ''].join('\n'));
  const script = join(own, 'scripts/run.sh');
  write(script, `#!/bin/bash\nexec ${line(folder, hook)}\n`);
  chmodSync(script, 0o755);
}

const line = (folder: string, { name }: RecordingHook): string => `'${PROGRAM}' '${folder}' '${name}'`;

function byEvent(
  hooks: readonly RecordingHook[],
  entry: (hook: RecordingHook) => unknown,
): Readonly<Record<string, readonly unknown[]>> {
  const events = [...new Set(hooks.map(({ event }) => event))];
  return Object.fromEntries(events.map((event) => [event, hooks.filter((hook) => hook.event === event).map(entry)]));
}

const writeJson = (path: string, value: unknown): void => write(path, JSON.stringify(value, null, 2));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
