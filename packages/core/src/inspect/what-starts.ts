import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { findProgram } from '../handlers/process/find-program.ts';
import { type AskedScript, askedOf } from '../shell/asked-script.ts';
import { located } from '../handlers/process/located.ts';
import { preflight } from '../handlers/process/preflight.ts';
import { startOfFile } from '../handlers/process/script-file.ts';
import { isBuiltin } from '../shell/builtins.ts';
import { firstLineOf } from '../shell/first-line.ts';
import { findInterpreter } from '../handlers/python/interpreter.ts';
import type { CommandRequest, ModuleRequest, PythonRequest } from '../model/index.ts';
import { simpleCommandWords } from '../shell/simple-command.ts';
import { pythonModule } from '../trust/scan/imports.ts';

/** What a request would start, as far as that can be found out without starting it. */
export interface StartedProgram {
  /** The program that the kernel would run; null when it is not found. */
  readonly file: string | null;
  /**
   * The words of the single simple command that a shell is given, as it would expand them; null where there is none.
   */
  readonly words: readonly string[] | null;
  /** The program of that command; null when it is a builtin, or not found. */
  readonly inner: string | null;
  /** The file that an interpreter would run; null when that is not certain. */
  readonly script: string | null;
  /** The word, of `words` or of the request's own, that names that file; null when no word does. */
  readonly scriptWord: string | null;
  /** The interpreter in the `#!` line of the hook's own file; null without such a line. */
  readonly interpreter: string | null;
  /** Why it cannot be started; null when no reason was found. */
  readonly flaw: string | null;
}

/** Finds the program, script and interpreter of a request; starts and imports nothing. */
export function whatStarts(request: CommandRequest | PythonRequest | ModuleRequest): StartedProgram {
  switch (request.kind) {
    case 'command':
      return commandStart(request);
    case 'python':
      return pythonStart(request);
    case 'module':
      return { ...NOTHING, script: request.path };
  }
}

const NOTHING: StartedProgram = {
  file: null,
  words: null,
  inner: null,
  script: null,
  scriptWord: null,
  interpreter: null,
  flaw: null,
};

function commandStart(asks: CommandRequest): StartedProgram {
  const request = located(asks);
  const { cwd, env } = request;
  const file = fileOf(request.program, request);
  const asked = askedOf([request.program, ...request.args]);
  const words =
    asked?.runs === 'text' ? simpleCommandWords(request.script ?? asked.text, env, env['HOME'] ?? homedir()) : null;
  const [name = ''] = words ?? [];
  const inner = words === null || isBuiltin(name) ? null : fileOf(name, request);
  const named = scriptIn(words === null ? asked : askedOf(words));
  const script = named === null ? null : resolve(cwd, named);
  const own = script ?? inner ?? (asked === null ? file : null);
  const check = preflight(request);
  return {
    file,
    words,
    inner,
    script,
    scriptWord: named,
    interpreter: own === null ? null : interpreterOf(own, env['PATH']),
    flaw: check.ok ? null : check.why,
  };
}

const fileOf = (program: string, { cwd, env }: CommandRequest): string | null =>
  program.includes('/') ? resolve(cwd, program) : findProgram(program, env['PATH']);

const scriptIn = (asked: AskedScript | null): string | null => (asked?.runs === 'file' ? asked.path : null);

function pythonStart({ callable, env, project, imports }: PythonRequest): StartedProgram {
  const found = findInterpreter(env);
  const [module = ''] = callable.split(':');
  const files = imports === 'installed' ? [] : pythonModule(module.trim(), [project]);
  return {
    ...NOTHING,
    file: found.found ? found.program : null,
    script: files.at(-1) ?? null,
    flaw: found.found ? null : found.why,
  };
}

const FIRST_LINE_BYTES = 256;

/** The program that a `#!` line names, with `env` resolved. */
function interpreterOf(file: string, path: string | undefined): string | null {
  const line = firstLineOf(firstBytes(file));
  if (line === null || line.interpreter === '') return null;
  return line.lookedUp === null ? line.interpreter : (findProgram(line.lookedUp, path) ?? line.lookedUp);
}

function firstBytes(file: string): string {
  try {
    return startOfFile(file).slice(0, FIRST_LINE_BYTES);
  } catch {
    return '';
  }
}
