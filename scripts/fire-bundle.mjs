// Makes the two files of `hookline fire`: fire.js with what every call evaluates, rest.js with all else.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cutProgram, hotHelpers } from './hot-modules.mjs';
import { LAZY_HELPERS, lazyModules } from './lazy-modules.mjs';
import { programModules } from './program-modules.mjs';

/**
 * `calls` stand for all others, one for each system of hooks; `run` makes one, with some variables; `write` puts a file into
 * `outDir`. What at least two systems need is there at once.
 */
export async function bundleFire({ root, outDir, vendor, calls, run, write }) {
  const entry = join(root, 'packages/cli/src/fire-main.ts');
  const core = join(root, 'packages/core/src/index.ts');
  const internal = join(root, 'packages/core/src/internal.ts');
  const others = new Map([...vendor, ['node:child_process', join(root, 'packages/cli/src/process/quick-spawn.ts')]]);
  const program = programModules({
    packages: { '@hookline/core': core, '@hookline/core/internal': internal },
    others,
    options: OPTIONS,
  });
  const list = join(outDir, 'modules.list');
  write('fire.js', await bundled(entry, LAZY_HELPERS + TELL, [lazyModules(program, { noted })]));
  const modules = calls.flatMap((call) => modulesOf(list, () => run(call, { HOOKLINE_MODULES: list })));
  const hot = new Set(modules.filter((path, index) => modules.indexOf(path) !== index));
  for (const barrel of [core, internal]) hot.delete(barrel); // which are looked through
  const { rest, first } = await cutProgram(program, { entry, hot });
  write('rest.js', await bundled('rest', LAZY_HELPERS, rest));
  write('fire.js', await bundled('first', LAZY_HELPERS + hotHelpers('rest.js'), first));
}

const OPTIONS = {
  target: 'node20',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'importMeta.url' },
};

// In a first build all modules come one by one, and say so to who asks; for others who call it meanwhile it is the same command.
const TELL = `const __list = process.env.HOOKLINE_MODULES; const __tell = (path) => __list && require('node:fs').appendFileSync(__list, path + '\\n');`;
const noted = (path) => `__tell(${JSON.stringify(path)});`;

function modulesOf(list, call) {
  try {
    call();
    return readFileSync(list, 'utf8').trimEnd().split('\n');
  } finally {
    rmSync(list, { force: true });
  }
}

async function bundled(entry, banner, plugins) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: OPTIONS.target,
    banner: { js: banner },
    plugins,
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}
