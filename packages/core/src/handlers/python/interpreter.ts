import { isAbsolute } from 'node:path';
import { findProgram, isExecutableFile } from '../process/find-program.ts';

export type PythonProgram =
  | { readonly found: true; readonly program: string }
  | { readonly found: false; readonly why: string };

/** The Python to use: `HOOKLINE_PYTHON`, else `python3`; never a program that a project placed on the PATH. */
export function findInterpreter(env: Readonly<Record<string, string>>): PythonProgram {
  const chosen = env['HOOKLINE_PYTHON'] ?? '';
  const name = chosen === '' ? 'python3' : chosen;
  if (name.includes('/')) return atPath(name);
  const program = findProgram(name, env['PATH']);
  if (program !== null) return { found: true, program };
  return {
    found: false,
    why: `there is no ${name} on PATH: install Python 3, or set HOOKLINE_PYTHON to its full path`,
  };
}

function atPath(path: string): PythonProgram {
  if (!isAbsolute(path)) {
    return { found: false, why: `HOOKLINE_PYTHON is ${path}; expected a full path, or a name on PATH` };
  }
  if (!isExecutableFile(path))
    return { found: false, why: `HOOKLINE_PYTHON is ${path}, which is not an executable file` };
  return { found: true, program: path };
}
