import { relative, resolve } from 'node:path';
import { includesIn, includedPath } from './includes.ts';
import type { Include } from './includes.ts';
import { isInside, realPath } from '../files/paths.ts';
import { problemLine } from '../files/problem-line.ts';
import { readText } from '../files/read-text.ts';

/** A file of instructions that the model is to be given. */
export interface Instruction {
  /** Absolute. */
  readonly path: string;
  readonly memoryType: 'User' | 'Project' | 'Local';
  readonly loadReason: 'session_start' | 'include' | 'nested_traversal' | 'compact';
  readonly text: string;
}

export interface LoadedInstructions {
  readonly files: readonly Instruction[];
  /** One line each, with file and line. */
  readonly problems: readonly string[];
}

const MOST_BYTES = 256 * 1024;
const MOST_LEVELS = 5;
const MOST_FILES = 100;

/** Where an include stands; null for a file that need not exist. */
interface Origin {
  readonly file: string;
  readonly include: Include;
  readonly level: number;
}

/** Instruction files as they are found, each once, whatever includes it. */
export class Collection {
  readonly #project: string;
  /** null where no path of the user may be named. */
  readonly #home: string | null;
  readonly #seen: Set<string>;
  readonly #files: Instruction[] = [];
  readonly #problems: string[] = [];

  constructor(project: string, home: string | null, alreadyLoaded: Iterable<string>) {
    this.#project = resolve(project);
    this.#home = home;
    this.#seen = new Set([...alreadyLoaded].map(realPath));
  }

  result(): LoadedInstructions {
    return { files: this.#files, problems: this.#problems };
  }

  /** Takes a file in with all that it includes; one that does not exist is no problem. */
  add(path: string, how: Pick<Instruction, 'memoryType' | 'loadReason'>): void {
    this.#take(path, how, null);
  }

  #take(path: string, how: Pick<Instruction, 'memoryType' | 'loadReason'>, origin: Origin | null): void {
    const real = realPath(path);
    if (this.#seen.has(real)) return;
    const refusal = this.#refusal(path, real, how.memoryType);
    const read = refusal === null ? readText(real, MOST_BYTES) : null;
    if (read === null || !read.ok) {
      if (origin !== null || read?.isMissing !== true) this.#report(path, refusal ?? read?.why ?? '', origin);
      return;
    }
    if (this.#files.length >= MOST_FILES) return this.#report(path, `is one too many: ${MOST_FILES} are read`, origin);
    this.#seen.add(real);
    const note = `the file has ${read.bytes} bytes, and only the first ${MOST_BYTES} were read`;
    if (read.isCut) this.#report(path, `was cut: ${note}`, origin);
    this.#files.push({ path, ...how, text: read.isCut ? `${read.text}\n[cut: ${note}]\n` : read.text });
    for (const include of includesIn(read.text)) this.#include(path, how, include, (origin?.level ?? 0) + 1);
  }

  #include(file: string, { memoryType }: Pick<Instruction, 'memoryType'>, include: Include, level: number): void {
    const path = includedPath(include.target, file, this.#home);
    const origin = { file, include, level };
    if (path === null) return this.#report(include.target, OUTSIDE, origin);
    if (level > MOST_LEVELS) return this.#report(path, `is included more than ${MOST_LEVELS} levels deep`, origin);
    this.#take(path, { memoryType, loadReason: 'include' }, origin);
  }

  #refusal(path: string, real: string, memoryType: Instruction['memoryType']): string | null {
    if (memoryType === 'User' || isInside(realPath(this.#project), real)) return null;
    return isInside(this.#project, path) ? 'is a symlink that leads out of the project, and is not followed' : OUTSIDE;
  }

  #report(path: string, what: string, origin: Origin | null): void {
    const { file, line } = origin === null ? { file: path, line: 1 } : { file: origin.file, line: origin.include.line };
    const hint = origin === null ? 'fix the file' : `fix the file or the line @${origin.include.target}`;
    this.#problems.push(problemLine({ file: this.#shown(file), line, message: `${this.#shown(path)} ${what}`, hint }));
  }

  #shown(path: string): string {
    return isInside(this.#project, path) ? relative(this.#project, path) : path;
  }
}

const OUTSIDE = "lies outside the project, and only the user's own instructions may include it";
