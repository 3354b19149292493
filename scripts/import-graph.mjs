// Who imports whom in the sources of the packages: read from their import statements, so that it cannot lie.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export const PACKAGES = ['core', 'guards', 'toolbox', 'agent', 'studio', 'fleet', 'gateway', 'cli'];

const ONLY_FOR_TESTS = /\.test\.ts$|^testing\/|^dialects\/[^/]+\/faults\.ts$/;

const SPECIFIER = /\b(?:from|import|import\()\s*'([@.\w][\w@./:-]*)'/g;

/** Every import of the product's own code as `{ from, to }`: files as `core/engine/plan.ts`, packages and modules by their name. */
export function importsOf(packages = PACKAGES) {
  return packages.flatMap((name) => sourcesOf(name).flatMap((file) => importsIn(name, file)));
}

/** The source files of a package, without tests and what only tests use; paths are relative to its `src`. */
export function sourcesOf(name) {
  return readdirSync(join(root, 'packages', name, 'src'), { recursive: true })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !ONLY_FOR_TESTS.test(file))
    .toSorted();
}

function importsIn(name, file) {
  const text = readFileSync(join(root, 'packages', name, 'src', file), 'utf8');
  return [...text.matchAll(SPECIFIER)].map(([, specifier]) => ({
    from: `${name}/${file}`,
    to: specifier.startsWith('.') ? posix.join(name, posix.dirname(file), specifier) : specifier,
  }));
}

/** The folder of a file below its package; a file that stands in none is its own package's root, `.`. */
export function folderOf(file) {
  const [, ...rest] = file.split('/');
  return rest.length < 2 ? '.' : rest[0];
}
