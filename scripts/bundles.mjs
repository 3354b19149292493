// The bundles: the command itself, and the modules that it copies into projects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licencesIn } from './licences.mjs';

const COMMON = {
  write: false,
  metafile: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

// Libraries in CommonJS ask for Node's own modules by `require`, which an ES module does not have.
const REQUIRE = `import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);`;

const mainBeside = {
  name: 'main-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: './main.js', external: true }));
  },
};

/** The files of the command, by name: `hookline.js`, `main.js` that it loads, and the chunks that are loaded when needed. */
export async function bundleCommand(root) {
  const folder = join(root, 'packages/cli');
  const options = { ...COMMON, absWorkingDir: folder, outdir: 'dist', banner: { js: REQUIRE } };
  const start = await build({
    ...options,
    entryPoints: { hookline: 'src/start.ts' },
    banner: { js: '#!/usr/bin/env node' },
    plugins: [mainBeside],
  });
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: { main: 'src/main.ts' },
    splitting: true,
    // All in one folder: what is looked up beside the code lies there, whichever chunk asks for it.
    chunkNames: '[name]-[hash]',
    alias: sourcesOf(root, ['core', 'agent', 'toolbox', 'guards', 'studio', 'fleet', 'gateway']),
  });
  // A thread starts from a file of its own. It shares no chunk: what it needs must not be loaded by every command.
  const thread = await build({
    ...options,
    entryPoints: { 'record-thread': '../studio/src/thread/record-thread.ts' },
    alias: sourcesOf(root, ['core']),
  });
  const files = [...start.outputFiles, ...outputFiles, ...thread.outputFiles].map(({ path, contents }) => ({
    name: path.slice(join(folder, 'dist/').length),
    contents,
  }));
  return { files, licences: licencesIn(metafile, folder) };
}

/** The page of the studio, by name: its document, its script with the parts that are loaded when needed, and its style. */
export async function bundlePage(root) {
  const folder = join(root, 'packages/studio');
  const { outputFiles, metafile } = await build({
    ...COMMON,
    absWorkingDir: folder,
    entryPoints: { page: 'page/main.tsx' },
    outdir: 'dist-page',
    platform: 'browser',
    target: ['es2022'],
    splitting: true,
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'dataurl' },
  });
  const files = outputFiles.map(({ path, contents }) => ({
    name: path.slice(join(folder, 'dist-page/').length),
    contents,
  }));
  const document = { name: 'index.html', contents: readFileSync(join(folder, 'page/index.html')) };
  return { files: [document, ...files], licences: licencesIn(metafile, folder) };
}

/** What "hookline convert" and "hookline add" copy into projects: modules that need nothing but each other, run by any Node. */
export async function bundleCopied(root, name, input) {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  const folder = join(root, 'packages/toolbox');
  const { outputFiles, metafile } = await build({
    ...COMMON,
    absWorkingDir: folder,
    alias: sourcesOf(root, ['core']),
    banner: { js: `// ${name} ${version}\n${REQUIRE}` },
    ...input,
  });
  const notices = licencesIn(metafile, folder).map((text) => `/*\n${text.replaceAll('*/', '* /')}*/\n`);
  return `${outputFiles[0].text}${notices.join('')}`;
}

const sourcesOf = (root, names) =>
  Object.fromEntries([
    ['@hookline/core/internal', join(root, 'packages/core/src/internal.ts')],
    ['@hookline/toolbox/connections', join(root, 'packages/toolbox/src/connections.ts')],
    ...names.map((name) => [`@hookline/${name}`, join(root, `packages/${name}/src/index.ts`)]),
  ]);
