import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readSource, type WorkerSource } from '../workers/sources.ts';

/**
 * A module's file and those that it imports by a relative path, as they are now; throws when its own file cannot be
 * read.
 */
export function findSources(path: string): readonly WorkerSource[] {
  const { source, text } = readSource(path);
  const found = new Map([[path, source]]);
  const queue = relativeImports(path, text);
  for (let next = queue.pop(); next !== undefined && found.size < MOST_FILES; next = queue.pop()) {
    if (found.has(next)) continue;
    const imported = readIfPossible(next);
    if (imported === null) continue;
    found.set(next, imported.source);
    queue.push(...relativeImports(next, imported.text));
  }
  return [...found.values()];
}

const MOST_FILES = 500;
const IMPORT = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])(\.{1,2}\/[^'"\n]+)\1/g;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.json', '/index.js', '/index.ts'];

function relativeImports(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = resolve(dirname(path), match[2] ?? '');
    // TypeScript is imported by the name that its output would have.
    const spellings = [target, target.replace(/js$/, 'ts')];
    return (
      spellings.flatMap((spelling) => ENDINGS.map((ending) => spelling + ending)).find((file) => isFile(file)) ?? []
    );
  });
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

function readIfPossible(path: string): ReturnType<typeof readSource> | null {
  try {
    return readSource(path);
  } catch {
    return null;
  }
}
