import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Makes one file of a program in TypeScript, so that a plain Node process can run it. */
export function bundle(source: string): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bundle-'));
  const path = join(folder, 'program.mjs');
  buildSync({
    stdin: { contents: source, loader: 'ts', resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: ['undici'],
    logLevel: 'error',
    // What was written for CommonJS, such as yaml, asks for Node's own modules with require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
