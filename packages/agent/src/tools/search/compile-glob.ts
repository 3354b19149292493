import { errorText } from '@hookline/core/internal';
import { ToolFailure } from '../tool-failure.ts';

/** A compiled glob pattern. */
export interface CompiledGlob {
  readonly matches: (path: string) => boolean;
  /** Whether something below a folder can match. */
  readonly enters: (folder: string) => boolean;
}

/** Compiles a glob for paths whose parts are joined by `/`; throws a ToolFailure for an invalid pattern. */
export async function compileGlob(pattern: string, matchBase: boolean): Promise<CompiledGlob> {
  const { Minimatch } = await import('minimatch');
  try {
    const options = { dot: true, nocomment: true, nonegate: true, matchBase, braceExpandMax: 500 };
    const compiled = new Minimatch(pattern, options);
    return { matches: (path) => compiled.match(path), enters: (folder) => compiled.match(folder, true) };
  } catch (error) {
    const why = errorText(error);
    throw new ToolFailure('invalid_input', `the glob pattern cannot be used: ${why}`);
  }
}
