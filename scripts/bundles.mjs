// The texts of the bundles: of the command itself, and of what it copies into projects.
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
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** A bundle for the command, as CommonJS text. */
export async function bundleCommand(root, input, plugins) {
  const folder = join(root, 'packages/agent');
  const { outputFiles, metafile } = await build({
    ...COMMON,
    format: 'cjs',
    absWorkingDir: folder,
    alias: {
      '@hookline/core/internal': join(root, 'packages/core/src/internal.ts'),
      '@hookline/core': join(root, 'packages/core/src/index.ts'),
      '@hookline/agent': join(root, 'packages/agent/src/index.ts'),
      '@hookline/guards': join(root, 'packages/guards/src/index.ts'),
      '@hookline/toolbox': join(root, 'packages/toolbox/src/index.ts'),
    },
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: `const importMetaUrl = require('node:url').pathToFileURL(__filename).href;` },
    ...input,
    plugins,
  });
  return { text: outputFiles[0].text, licences: licencesIn(metafile, folder) };
}

// What "hookline convert" and "hookline add" copy into projects: modules that need nothing but each other, run by whatever node a host has.
export async function bundleCopied(root, name, input, plugins = []) {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  const folder = join(root, 'packages/toolbox');
  const { outputFiles, metafile } = await build({
    ...COMMON,
    format: 'esm',
    absWorkingDir: folder,
    alias: {
      '@hookline/core/internal': join(root, 'packages/core/src/internal.ts'),
      '@hookline/core': join(root, 'packages/core/src/index.ts'),
    },
    banner: {
      js: `// ${name} ${version}\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`,
    },
    ...input,
    plugins,
  });
  const notices = licencesIn(metafile, folder).map((text) => `/*\n${text.replaceAll('*/', '* /')}*/\n`);
  return `${outputFiles[0].text}${notices.join('')}`;
}

// A library alone is its own entry, which keeps its default export.
export function entryOf(root, names) {
  if (names.length === 1) return { entryPoints: names };
  const contents = names.map((name) => `export * from '${name}';`).join('\n');
  return { stdin: { contents, resolveDir: join(root, 'packages/agent') } };
}
