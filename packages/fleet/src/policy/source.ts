import { isJsonObject, makePrivateFolder, policyFolderIn, writePrivateFile } from '@hookline/core/internal';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Where this machine gets its policy from, and what it is called there. */
export interface SavedSource {
  readonly url: string;
  readonly machine: string;
}

const fileIn = (stateFolder: string): string => join(policyFolderIn(stateFolder), 'source.json');

/** Keeps the address of the repository for later. */
export function writeSource(stateFolder: string, url: string): void {
  const folder = policyFolderIn(stateFolder);
  makePrivateFolder(folder);
  writePrivateFile(fileIn(stateFolder), JSON.stringify({ url }), folder);
}

/** Null: no repository is known here. The machine is called as it was enrolled, else as its host. */
export function readSource(stateFolder: string): SavedSource | null {
  const url = textIn(fileIn(stateFolder), 'url');
  return url === null
    ? null
    : { url, machine: textIn(join(stateFolder, 'fleet', 'machine.json'), 'machine') ?? hostname() };
}

function textIn(file: string, key: string): string | null {
  if (!existsSync(file)) return null;
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const text = isJsonObject(value) ? value[key] : null;
  return typeof text === 'string' && text !== '' ? text : null;
}
