// The licences of the libraries that a bundle holds: whoever passes the bundle on passes them on as well.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One text for each library among the inputs of a bundle of esbuild: its name, its version, its licence. */
export function licencesIn({ inputs }, folder) {
  const libraries = new Set(Object.keys(inputs).flatMap((path) => libraryOf(resolve(folder, path)) ?? []));
  return Array.from(libraries, String).toSorted().map(licenceOf);
}

const libraryOf = (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];

function licenceOf(library) {
  const { name, version, license } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  const file = readdirSync(library).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(library, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
}
