import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The data of the matrix; what HOOKLINE_FAULTS says at this moment counts. */
export async function loadMatrix() {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-matrix-data-'));
  const outfile = join(folder, 'matrix.mjs');
  try {
    await build({
      entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      // Only those who ask a model load it.
      external: ['*/model-server.ts'],
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
