import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { CommandRequest } from '../../model/index.ts';
import { simpleCommandWords } from '../../shell/simple-command.ts';
import { findProgram } from '../process/find-program.ts';
import { askedOf } from '../../shell/asked-script.ts';
import { isBuiltin } from '../../shell/builtins.ts';
import type { Afterwards } from './afterwards.ts';
import type { ShellTask, Exec } from './task-script.ts';
import { splitEnvironment, type OwnVariables, type Split } from './environment.ts';
import { lookAt } from './program-file.ts';
import type { KnownScript } from './verdicts.ts';
import type { ShellShape } from './waiting-shell.ts';

/** Who starts a hook: a waiting shell, the helper, or the host itself, where the hook reads its parent's pid. */
export type StartRoute =
  | {
      readonly by: 'shell';
      readonly shape: ShellShape;
      readonly task: ShellTask;
      readonly split: Extract<Split, { ok: true }>;
    }
  | { readonly by: 'helper' }
  | { readonly by: 'host' };

export type JudgeText = (question: RouteQuestion) => KnownScript<Judgement>;

/** Whether a waiting shell runs it like a new one, and how the shell continues after it. */
export type Judgement = { readonly is: 'same'; readonly afterwards: Afterwards | null } | { readonly is: 'differs' };

export interface RouteQuestion {
  readonly text: string;
  readonly bash: string;
  readonly as: 'text' | 'script';
}

export interface RouteSurroundings {
  /** The host's own environment when its first shell was started. */
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly judge: JudgeText;
}

const BY_HELPER: StartRoute = { by: 'helper' };
const BY_HOST: StartRoute = { by: 'host' };

/** Decides by the request alone; whenever it is not certain, the hook is started without warming. */
export function routeOf(file: string, request: CommandRequest, { host, judge }: RouteSurroundings): StartRoute {
  const text = shellTextOf(request);
  const words = text === null ? [request.program, ...request.args] : simpleWords(text, request);
  if (text !== null && /ppid/i.test(text)) return BY_HOST;
  if (words !== null && askParent(words, text === null ? file : null, request)) return BY_HOST;
  if (!isAbsolute(request.cwd)) return BY_HELPER;
  const split = splitEnvironment(request.env, host);
  if (!split.ok) return BY_HELPER;
  const found =
    text === null
      ? programTask(file, request, { judge, own: split.own })
      : textTask({ text, words, bash: file }, request, judge);
  return found === null ? BY_HELPER : { by: 'shell', shape: shapeOf(found.bash, split.early), task: found.task, split };
}

/** What to run, and the bash that can run it. */
interface FoundTask {
  readonly bash: Bash;
  readonly task: ShellTask;
}

type Bash = Pick<ShellShape, 'file' | 'argv0' | 'reads'>;

/** The text of `bash --norc -c text`, which is how a hook's text is given to a shell. */
function shellTextOf({ program, args }: CommandRequest): string | null {
  const [first, second, text, ...more] = args;
  const isText = program === 'bash' && first === '--norc' && second === '-c' && more.length === 0;
  return isText ? (text ?? null) : null;
}

/** Whether the program, or the script that it is to run, reads its parent's pid. */
function askParent(words: readonly string[], file: string | null, { cwd, env }: CommandRequest): boolean {
  const [name = ''] = words;
  if (file === null && isBuiltin(name)) return false;
  const program = file ?? (name.includes('/') ? resolve(cwd, name) : findProgram(name, env['PATH']));
  const asked = askedOf(words);
  const script = asked?.runs === 'file' ? resolve(cwd, asked.path) : null;
  return [program, script].some((path) => path !== null && lookAt(path).asksParent);
}

interface Judging {
  readonly judge: JudgeText;
  readonly own: OwnVariables;
}

function programTask(file: string, request: CommandRequest, { judge, own }: Judging): FoundTask | null {
  const { kind } = lookAt(file);
  // `exec` of bash always leaves a SHLVL behind; for another bash that is the same as none.
  if (kind === 'unknown' || (own.shlvl === undefined && kind !== 'bash-script')) return null;
  const read = scriptTask({ file, args: request.args }, request, judge);
  if (read !== null) return read;
  const bash = findProgram('bash', request.env['PATH']);
  const start = withoutEnv({ argv0: request.program, file, args: request.args }, request);
  const task = { kind: 'program', ...start, underscore: own.underscore } as const;
  return bash === null ? null : { bash: { file: bash, argv0: 'bash', reads: 'text' }, task };
}

interface ShellText {
  readonly text: string;
  /** Null unless it is one simple command. */
  readonly words: readonly string[] | null;
  readonly bash: string;
}

function textTask({ text, words, bash }: ShellText, request: CommandRequest, judge: JudgeText): FoundTask | null {
  const name = words?.[0] ?? '';
  const bashOfText = { file: bash, argv0: 'bash', reads: 'text' } as const;
  if (words === null || isBuiltin(name)) {
    const judged = judge({ text, bash, as: 'text' });
    if (judged === 'not known yet' || judged.is === 'differs') return null;
    return { bash: bashOfText, task: { kind: 'text', text, afterwards: judged.afterwards } };
  }
  if (/[<>]/.test(text)) return null; // for redirections the shell stays
  const path = name.includes('/') ? name : inShellPath(name, request.env['PATH']);
  if (path === null || lookAt(resolve(request.cwd, path)).kind === 'unknown') return null;
  const [argv0 = '', ...args] = words;
  const start = withoutEnv({ argv0, file: path, args }, request);
  const become: FoundTask = { bash: bashOfText, task: { kind: 'command', ...start, underscore: path } };
  return scriptTask({ file: path, args }, request, judge) ?? become;
}

/**
 * A bash script that a shell may read itself, instead of executing another bash; null when the script could see the
 * difference.
 */
function scriptTask({ file, args }: Omit<Exec, 'argv0'>, request: CommandRequest, judge: JudgeText): FoundTask | null {
  const { script } = lookAt(resolve(request.cwd, file));
  if (script === null) return null;
  const bash = script.bash ?? inShellPath('bash', request.env['PATH']);
  if (bash === null) return null;
  const { text } = script;
  const judged = judge({ text, bash, as: 'script' });
  if (judged === 'not known yet' || judged.is === 'differs') return null;
  const task = { kind: 'script', path: file, args, text, afterwards: judged.afterwards } as const;
  return { bash: { file: bash, argv0: script.bash ?? 'bash', reads: 'script' }, task };
}

/** Does directly what `env` in the `#!` line of a script would do: it only looks the interpreter up. */
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

/** A shell also searches relative folders, whose result cannot be predicted. */
const inShellPath = (name: string, path: string | undefined): string | null =>
  path === undefined || !path.split(':').every(isAbsolute) ? null : findProgram(name, path);

/** Usually the same as for the previous run. */
function shapeOf(bash: Bash, env: Readonly<Record<string, string>>): ShellShape {
  const { file, argv0, reads } = bash;
  const isLatest = latest?.file === file && latest.argv0 === argv0 && latest.reads === reads;
  if (latest === undefined || !isLatest || latest.env !== env)
    latest = { ...bash, env, key: JSON.stringify([file, argv0, reads, env]) };
  return latest;
}

let latest: ShellShape | undefined;
