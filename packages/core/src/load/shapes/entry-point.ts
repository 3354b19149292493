import path from 'node:path';
import type { ConfigFinding } from '../document.ts';
import type { FileKind, HookFiles } from '../hook-files.ts';

/** The program of a hook folder; `defect` says why it cannot be started. */
export interface EntryPoint {
  readonly program: string;
  readonly defect: string | null;
  readonly finding: ConfigFinding | null;
}

/**
 * The first candidate that exists is used, even when it cannot be run: falling through to a later one would be
 * surprising.
 */
export function findEntryPoint(
  folder: string,
  candidates: readonly string[],
  { kindOf }: Pick<HookFiles, 'kindOf'>,
  display: (file: string) => string,
): EntryPoint {
  const existing = candidates.find((candidate) => isFile(kindOf(path.join(folder, candidate))));
  const program = path.join(folder, existing ?? candidates[0] ?? '');
  if (existing === undefined) {
    const defect = `no entry point: expected one of ${candidates.join(', ')}`;
    return { program, defect, finding: error(defect, `write ${display(program)} and make it executable`) };
  }
  if (kindOf(program) === 'program') return { program, defect: null, finding: null };
  const hint = `chmod +x ${shellWord(display(program))}`;
  const defect = `${existing} is not executable: ${hint}`;
  return { program, defect, finding: error(`the entry point ${existing} is not executable`, hint) };
}

const error = (message: string, hint: string): ConfigFinding => ({
  severity: 'error',
  at: { line: 1, column: 1 },
  message,
  hint,
});

const isFile = (kind: FileKind): boolean => kind === 'file' || kind === 'program';

const shellWord = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
