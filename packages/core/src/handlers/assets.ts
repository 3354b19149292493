import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a file that is shipped beside the code lies, whether that code is source, compiled or one bundle. */
export function assetPath(name: string): string {
  const candidates = PLACES.map((place) => fileURLToPath(new URL(`${place}/${name}`, import.meta.url)));
  return candidates.find((path) => existsSync(path)) ?? candidates.join(' or ');
}

/** Seen from this file in the bundle; then from src/handlers and dist/handlers. */
const PLACES = ['./assets', '../../assets'];
