import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, resolve } from 'node:path';
import type { CommandRequest } from '../../model/index.ts';
import { simpleCommandWords } from '../../shell/simple-command.ts';
import { statOf } from './file-state.ts';
import { candidates, findProgram } from './find-program.ts';
import { askedOf, type AskedScript } from '../../shell/asked-script.ts';
import { flawOfProgram, flawOfScript } from './script-file.ts';
import { isBuiltin } from '../../shell/builtins.ts';

/** The file to start, or why it cannot be started; a hook that could run is never rejected. */
export type Preflight = { readonly ok: true; readonly file: string } | { readonly ok: false; readonly why: string };

/**
 * Checks everything a run needs before it is started. A missing script would end python, perl or dash with exit code
 * 2, which reads as a refusal, and an empty one with 0, which reads as a permission.
 */
export function preflight(request: CommandRequest): Preflight {
  if (process.platform === 'win32') return { ok: true, file: request.program };
  const file = fileOf(request);
  const why =
    flawOfFolder(request.cwd) ??
    (file === null ? notOnPath(request.program, request.env['PATH']) : null) ??
    flawOfProgram(file ?? '', request.env['PATH'], 'system') ??
    flawOfAsked(askedOf([request.program, ...request.args]), request);
  return why === null && file !== null ? { ok: true, file } : { ok: false, why: why ?? 'the program is not known' };
}

function fileOf({ program, cwd, env }: CommandRequest): string | null {
  return program.includes('/') ? resolve(cwd, program) : findProgram(program, env['PATH']);
}

function flawOfFolder(folder: string): string | null {
  const found = statOf(folder);
  if ('stats' in found) return found.stats.isDirectory() ? null : `the working directory ${folder} is no folder`;
  return found.code === 'ENOENT'
    ? `the working directory ${folder} does not exist`
    : `the working directory ${folder} cannot be reached (${found.code})`;
}

function notOnPath(program: string, path: string | undefined): string {
  if (program === '') return 'the command is empty';
  const unusable = candidates(program, path).filter((file) => existsSync(file));
  const flaw = unusable.map((file) => flawOfProgram(file, path, 'shell')).find((why) => why !== null);
  return flaw ?? `there is no program "${program}" on PATH: install it, or give its full path`;
}

function flawOfAsked(asked: AskedScript | null, request: CommandRequest): string | null {
  if (asked === null) return null;
  if (asked.runs === 'file') return flawOfScriptFile(asked, request);
  const words = simpleCommandWords(request.script ?? asked.text, request.env, homedir());
  return words === null ? null : flawOfShellCommand(words, request);
}

function flawOfScriptFile(
  { path, reading }: Extract<AskedScript, { runs: 'file' }>,
  request: CommandRequest,
): string | null {
  const file = resolve(request.cwd, path);
  const endings = reading.endings ?? [];
  const others = reading.searchesPath === true && !path.includes('/') ? shellCandidates(path, request) : [];
  const elsewhere = [...endings.map((ending) => file + ending), ...others];
  const isMissing = !existsSync(file);
  if (isMissing && (request.startsWithoutScript === true || elsewhere.some((place) => existsSync(place)))) return null;
  return flawOfScript(file, reading.takesFolders === true);
}

/** One simple command in a shell: its program, unless it is a shell builtin, and that program's script. */
function flawOfShellCommand(words: readonly string[], request: CommandRequest): string | null {
  const [name = ''] = words;
  if (request.startsWithoutScript === true && !isThere(name, request)) return null;
  if (name.includes('/')) {
    const why = flawOfProgram(resolve(request.cwd, name), request.env['PATH'], 'shell');
    if (why !== null) return why;
  } else if (isUnknown(name, request)) {
    return notOnPath(name, request.env['PATH']);
  }
  const asked = askedOf(words);
  return asked?.runs === 'file' ? flawOfScriptFile(asked, request) : null;
}

const isThere = (name: string, request: CommandRequest): boolean =>
  name.includes('/') ? existsSync(resolve(request.cwd, name)) : !isUnknown(name, request);

/** Functions may be defined by the environment or by a file that it names. */
function isUnknown(name: string, request: CommandRequest): boolean {
  if (name === '' || isBuiltin(name) || !/^(?:ba|da)?sh$/.test(basename(request.program))) return false;
  const names = Object.keys(request.env);
  if (names.some((key) => key === 'BASH_ENV' || key === 'ENV' || key.startsWith('BASH_FUNC_'))) return false;
  if (request.env['PATH'] === undefined) return false; // the shell has a default of its own
  return shellCandidates(name, request).every((file) => !existsSync(file));
}

/** A shell also searches relative and empty entries. */
function shellCandidates(name: string, { env, cwd }: CommandRequest): readonly string[] {
  return (env['PATH'] ?? '').split(':').map((folder) => resolve(cwd, folder, name));
}
