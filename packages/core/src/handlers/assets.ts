import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file that is shipped beside the code, whether that code is source, compiled or one bundle. */
export function assetPath(name: string): string {
  const candidates = PLACES.map((place) => fileURLToPath(new URL(`${place}/${name}`, import.meta.url)));
  return candidates.find((path) => existsSync(path)) ?? candidates.join(' or ');
}

/** Relative to this file in the bundle; then relative to src/handlers and dist/handlers. */
const PLACES = ['./assets', '../../assets'];
