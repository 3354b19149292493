// The bundles: the command itself, and the modules that it copies into projects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
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

/**
 * The files of the command, by name: `hookline.js`, `main.js` that it loads, the chunks that are loaded when needed,
 * and a package.json that tells Node that they are CommonJS.
 */
export async function bundleCommand(root) {
  const folder = join(root, 'packages/cli');
  const outputs = await Promise.all([
    bundleParts(
      folder,
      { hookline: 'src/start.ts' },
      // Nothing but its own main.js is external.
      { plugins: [mainBeside], banner: '#!/usr/bin/env node', dynamicImportInCjs: false },
    ),
    bundleParts(folder, { main: 'src/main.ts' }, { alias: sourcesOf(root, PACKAGES), groups: GROUPS }),
    // A thread starts from a file of its own. It shares no chunk: what it needs must not be loaded by every command.
    bundleParts(
      folder,
      { 'record-thread': '../studio/src/thread/record-thread.ts' },
      { alias: sourcesOf(root, ['core']) },
    ),
  ]);
  const all = outputs.flat();
  const inputs = Object.fromEntries(all.flatMap(({ moduleIds }) => moduleIds).map((id) => [id, {}]));
  return {
    files: [
      { name: 'package.json', contents: `${JSON.stringify({ type: 'commonjs' })}\n` },
      ...all.map(({ fileName, code }) => ({ name: fileName, contents: code })),
    ],
    licences: licencesIn({ inputs }, folder),
  };
}

const PACKAGES = ['core', 'agent', 'toolbox', 'guards', 'studio', 'fleet', 'gateway'];

/**
 * Each file takes time to load: what one event needs is one file, and what several commands share is few.
 * A group takes a module with all that it imports, unless an earlier group has it.
 */
const GROUPS = [
  { name: 'event', test: /[\\/]cli[\\/]src[\\/]main\.ts$/ },
  { name: 'agent-event', test: /[\\/]cli[\\/]src[\\/]commands[\\/]hook[\\/]index\.ts$/ },
  {
    name: 'shared',
    test: /[\\/]packages[\\/](cli|core|toolbox)[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 10_000,
  },
];

const mainBeside = {
  name: 'main-beside',
  resolveId: (source) => (source === './main.ts' ? { id: './main.js', external: true } : null),
};

async function bundleParts(folder, input, { alias, groups, plugins, banner, dynamicImportInCjs }) {
  const bundle = await rolldown({
    cwd: folder,
    input,
    plugins,
    platform: 'node',
    resolve: { alias, mainFields: ['module', 'main'] },
    transform: { target: 'node20' },
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'warn',
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.generate({
    // Node starts CommonJS sooner: files are read and linked at once, and of its own modules only what is asked for.
    format: 'cjs',
    strict: true,
    dynamicImportInCjs,
    // Node keeps a file in half the memory, and does not convert it, when each character is one byte.
    charset: 'ascii',
    banner,
    minify: true,
    comments: false,
    // All in one folder: what is looked up beside the code lies there, whichever chunk asks for it.
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `${name.split('~', 1)[0]}-[hash].js`,
    codeSplitting: { groups },
  });
  await bundle.close();
  refuseCircles(output);
  return output;
}

/** Of files that import each other, one is run before what it needs is there. */
function refuseCircles(chunks) {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const finished = new Set();
  const visit = (name, way) => {
    if (way.includes(name)) throw new Error(`files of the bundle import each other: ${[...way, name].join(', ')}`);
    if (finished.has(name)) return;
    for (const next of importsOf.get(name) ?? []) visit(next, [...way, name]);
    finished.add(name);
  };
  for (const name of importsOf.keys()) visit(name, []);
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
    ['@hookline/studio/open', join(root, 'packages/studio/src/open.ts')],
    ['@hookline/toolbox/connections', join(root, 'packages/toolbox/src/connections.ts')],
    ['@hookline/fleet/needs-shipper', join(root, 'packages/fleet/src/ship/needs-shipper.ts')],
    ...names.map((name) => [`@hookline/${name}`, join(root, `packages/${name}/src/index.ts`)]),
  ]);
