import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import type { CommandRequest, Elsewhere } from '../../model/index.ts';
import { simpleCommandWords } from '../../shell/simple-command.ts';
import { askedOf } from '../../shell/asked-script.ts';
import { mayExecute, statOf } from './file-state.ts';

/** The request with its folder and its program settled, once the folders that the hook may write to exist. */
export function prepared(request: CommandRequest): CommandRequest {
  if (request.dataFolder !== undefined) makeFolder(request.dataFolder);
  if (request.sessionFolder !== undefined) makeFolder(request.sessionFolder);
  return located(inFolderThatIsThere(request));
}

function inFolderThatIsThere(request: CommandRequest): CommandRequest {
  const { cwd, otherwiseIn } = request;
  return otherwiseIn === undefined || canBeEntered(cwd) ? request : { ...request, cwd: otherwiseIn };
}

function canBeEntered(folder: string): boolean {
  const found = statOf(folder);
  return 'stats' in found && found.stats.isDirectory() && mayExecute(folder);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // A hook that writes there gets the error itself; others do not need the folder.
  }
}

/**
 * The request with its program located: a relative program, or the script of an interpreter, that exists in the other
 * folder is started from there, where that folder comes first or the working folder lacks it. The working folder of
 * the process does not change.
 */
export function located(request: CommandRequest): CommandRequest {
  const { elsewhere, script } = request;
  if (elsewhere === undefined) return request;
  if (elsewhere.program !== null)
    return isTakenFrom(elsewhere, request.program, elsewhere.program)
      ? { ...request, program: elsewhere.program }
      : request;
  const found = script === undefined ? argumentsIn(request) : scriptIn(script, request);
  return found ?? request;
}

/** The files of the working folder that are replaced by those of the other folder. */
export function replacedFiles(request: CommandRequest): readonly string[] {
  const { elsewhere, cwd } = request;
  if (elsewhere === undefined) return [];
  const seenFrom = (path: string): string => resolve(cwd, relative(elsewhere.folder, path));
  if (elsewhere.program !== null) return existsSync(elsewhere.program) ? [seenFrom(elsewhere.program)] : [];
  const found = located(request);
  const words = (each: CommandRequest): readonly string[] => [
    each.program,
    ...each.args,
    ...(each.script === undefined ? [] : (simpleCommandWords(each.script, each.env, homedir()) ?? [])),
  ];
  const before = new Set(words(request));
  return words(found)
    .filter((word) => !before.has(word) && isAbsolute(word))
    .map(seenFrom);
}

/** `python3 hooks/check.py` without a shell. */
function argumentsIn(request: CommandRequest): CommandRequest | null {
  const [, ...args] = relocated([request.program, ...request.args], request) ?? [];
  return args.length === 0 ? null : { ...request, args };
}

/** A shell command line can be analysed when it is one simple command. */
function scriptIn(script: string, request: CommandRequest): CommandRequest | null {
  const words = simpleCommandWords(script, request.env, homedir());
  const moved = words === null ? null : relocated(words, request);
  const text = words === null || moved === null ? null : rewritten(script, words, moved);
  if (text === null) return null;
  return { ...request, script: text, args: request.args.map((word) => (word === script ? text : word)) };
}

/** The words, with the one that names a file of the other folder made absolute; null when there is none. */
function relocated(words: readonly string[], { cwd, elsewhere }: CommandRequest): readonly string[] | null {
  const [program = ''] = words;
  const asked = askedOf(words);
  const wanted = [...(program.includes('/') ? [program] : []), ...(asked?.runs === 'file' ? [asked.path] : [])];
  const path = wanted.find((each) => !isAbsolute(each));
  if (path === undefined || elsewhere === undefined) return null;
  const there = resolve(elsewhere.folder, path);
  if (!isTakenFrom(elsewhere, resolve(cwd, path), there)) return null;
  const at = words.indexOf(path);
  return words.map((word, index) => (index === at ? there : word));
}

const isTakenFrom = ({ isFirst }: Elsewhere, here: string, there: string): boolean =>
  (isFirst || !existsSync(here)) && existsSync(there);

/** The command line again; if it has a redirection, only its first word can be replaced safely. */
function rewritten(script: string, before: readonly string[], after: readonly string[]): string | null {
  if (!/[<>]/.test(script)) return after.map(quoted).join(' ');
  const [first = ''] = before;
  const [there = first] = after;
  const text = script.trimStart();
  const isPlain = text.startsWith(first) && /^(?:\s|$)/.test(text.slice(first.length));
  return isPlain && there !== first ? quoted(there) + text.slice(first.length) : null;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
