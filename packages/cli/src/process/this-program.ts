import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { wrongCall } from '../call/wrong-call.ts';

/** The version of this program. */
export const { version } = manifest;

const [major = '0', minor = '0'] = version.split('.');

/** Where the schemas of this version are found by editors: the package holds them, and unpkg serves the files of packages. */
export const SCHEMAS = `https://unpkg.com/hookline@${major}.${minor}/schemas/`;

/** The arguments of Node that start this program again with these words. */
export const argumentsFor = (...words: readonly string[]): readonly string[] => [
  ...process.execArgv,
  process.argv[1] ?? '',
  ...words,
];

/** The path of a file that is shipped beside the program, which may also run from its source; throws when it is missing. */
export function shippedFile(name: string): string {
  const places = ['./', '../../dist/'].map((folder) => fileURLToPath(new URL(`${folder}${name}`, import.meta.url)));
  const file = places.find((path) => existsSync(path));
  if (file === undefined) throw wrongCall(`${name} is missing beside the command; install hookline again`);
  return file;
}
