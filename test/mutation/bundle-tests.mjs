import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

/** Each test file with all that it imports as one script, which can be run again and again with fresh modules. */
export async function bundleTests(files, project) {
  const { outputFiles } = await build({
    entryPoints: files,
    absWorkingDir: project,
    outdir: 'bundled',
    outbase: '.',
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    logLevel: 'error',
    external: ['vitest', 'fast-check', 'node:child_process', 'jiti', 'typescript'],
    alias: {
      '@hookline/core/internal': resolve(project, 'packages/core/src/internal.ts'),
      '@hookline/core': resolve(project, 'packages/core/src/index.ts'),
    },
    plugins: [keepPlaces],
  });
  await stop();
  return outputFiles.map(({ text }, index) => ({ file: files[index], code: text }));
}

/** A module in a bundle still says where its own file is. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};
