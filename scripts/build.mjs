// Builds the dist folders of packages/core and packages/agent (tsc, one file per source) and of packages/cli (esbuild, one
// file and what it loads on demand).
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { LAZY_HELPERS, lazyModules } from './lazy-modules.mjs';
import { hashSources } from './source-hash.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const outDir = join(root, 'packages/cli/dist');
const WRAPPER = '(function (require, module, exports, __filename, __dirname) {';
const LIBRARIES = ['packages/core', 'packages/agent'];
// Libraries that lie beside the command until they are needed, and the names under which they are imported.
const VENDORED = {
  undici: ['undici'],
  yaml: ['yaml'],
  unbash: ['unbash'],
  'jsonc-parser': ['jsonc-parser'],
  'ai-sdk-anthropic': ['@ai-sdk/anthropic'],
  'ai-sdk-openai': ['@ai-sdk/openai'],
  'ai-sdk-openai-compatible': ['@ai-sdk/openai-compatible'],
  // One file for both, because they share classes.
  'mcp-client': ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'],
};
// Used by several of them.
const SHARED = { zod: ['zod/v4'] };
const fileOf = (files) => new Map(Object.entries(files).flatMap(([file, names]) => names.map((name) => [name, file])));
const vendorBeside = {
  name: 'vendor-beside',
  setup: ({ onResolve }) => {
    const files = fileOf(VENDORED);
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
      const file = files.get(path);
      if (file === undefined) return undefined;
      if (kind !== 'dynamic-import')
        throw new Error(`${path} must be imported lazily: it is not part of the command's file`);
      return { path: `./vendor/${file}.js`, external: true };
    });
  },
};
const sharedBeside = {
  name: 'shared-beside',
  setup: ({ onResolve }) => {
    const files = fileOf(SHARED);
    onResolve({ filter: /^zod/ }, ({ path, kind }) => {
      const file = kind === 'entry-point' ? undefined : files.get(path);
      return file === undefined ? undefined : { path: `./${file}.js`, external: true };
    });
  },
};
// The reference agent is a file of its own: the other commands need not read it, and must not hold a part of it.
const agentBeside = {
  name: 'agent-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/agent-commands\.ts$/ }, () => ({ path: './agent.js', external: true }));
    onResolve({ filter: /@hookline\/agent|packages\/agent\/src\/index/ }, ({ importer }) => {
      throw new Error(`${importer} imports the agent: only what agent-commands.ts loads may do that`);
    });
  },
};
// `fire` is a file of its own too, whose modules are evaluated when they are first used.
const lazyVendor = {
  name: 'lazy-vendor',
  setup: ({ onResolve }) => {
    const files = fileOf(VENDORED);
    onResolve({ filter: /^[@a-z]/ }, ({ path }) =>
      files.has(path) ? { path: `./vendor/${files.get(path)}.js`, external: true } : undefined,
    );
  },
};
const quickSpawn = {
  name: 'quick-spawn',
  setup: ({ onResolve }) => {
    const path = join(root, 'packages/cli/src/process/quick-spawn.ts');
    onResolve({ filter: /^node:child_process$/ }, () => ({ path, namespace: 'lazy' }));
  },
};
const LAZY_URL = `const importMeta = { get url() { return require('node:url').pathToFileURL(__filename).href; } };`;
const FIRE = {
  entryPoints: [join(root, 'packages/cli/src/fire-main.ts')],
  define: { 'import.meta.url': 'importMeta.url' },
  banner: { js: LAZY_HELPERS + LAZY_URL },
};
const lazily = [lazyVendor, quickSpawn, lazyModules({ '@hookline/core': join(root, 'packages/core/src/index.ts') })];
const sources = hashSources(root); // taken before the build: an edit made meanwhile must lead to another build

rmSync(join(outDir, '.build-hash'), { force: true });
await bundleCli();
compileLibraries();
removeOrphans();
removeLeftovers();
linkCommand();
writeFileSync(join(outDir, '.build-hash'), sources);

// Start-up is latency: the command is one CommonJS file (Node's ES module loader alone costs a fifth of its start),
// and libraries that most calls do without lie beside it, one file each, until they are needed.
async function bundleCli() {
  mkdirSync(join(outDir, 'vendor'), { recursive: true });
  await Promise.all([
    bundle({ entryPoints: [join(root, 'packages/cli/src/main.ts')] }, 'command.js', [vendorBeside, agentBeside]),
    bundle(FIRE, 'fire.js', lazily),
    bundle({ entryPoints: [join(root, 'packages/cli/src/agent-commands.ts')] }, 'agent.js', [vendorBeside]),
    ...Object.entries({ ...VENDORED, ...SHARED }).map(([file, names]) =>
      bundle(entryOf(names), `vendor/${file}.js`, [sharedBeside]),
    ),
  ]);
  cpSync(join(root, 'packages/cli/src/start.cjs'), join(outDir, 'hookline.js'));
  chmodSync(join(outDir, 'hookline.js'), 0o755);
  cpSync(join(root, 'packages/cli/src/resident/client.sh'), join(outDir, 'client.sh'));
  writeFileSync(join(outDir, 'package.json'), '{ "type": "commonjs" }\n');
  copyBesideBundle();
  writeCodeCaches();
}

// A library alone is its own entry, which keeps its default export.
function entryOf(names) {
  if (names.length === 1) return { entryPoints: names };
  const contents = names.map((name) => `export * from '${name}';`).join('\n');
  return { stdin: { contents, resolveDir: join(root, 'packages/agent') } };
}

// Real calls, so that the functions which every call needs are compiled when the caches are written.
function writeCodeCaches() {
  const home = mkdtempSync(join(tmpdir(), 'hookline-build-'));
  try {
    mkdirSync(join(home, '.qoder'));
    const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 0' }] }] } };
    writeFileSync(join(home, '.qoder/settings.json'), JSON.stringify(settings));
    const steps = [{ calls: [{ name: 'Bash', input: { command: 'true' } }] }, { text: 'done' }];
    writeFileSync(join(home, 'steps.json'), JSON.stringify(steps));
    const place = ['--project', home, '--json'];
    const tool = ['--event', 'PreToolUse', '--tool', 'Bash', '--input', '{}'];
    // The second call finds what the first has left, as most calls do.
    for (let call = 0; call < 2; call += 1) writeCodeCache('fire', home, ['fire', '-', ...tool, ...place]);
    writeCodeCache('command', home, ['list', ...place]);
    writeCodeCache('agent', home, ['ask', 'go', '--script', 'steps.json', '--permission-mode', 'bypass', ...place]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function writeCodeCache(name, home, words) {
  const env = { PATH: process.env.PATH, HOME: home, HOOKLINE_WRITE_CACHE: name };
  const call = spawnSync(process.execPath, [join(outDir, 'hookline.js'), ...words], { env, cwd: home, input: '{}' });
  if (call.status !== 0) throw new Error(`the command that was built does not work: ${call.stderr}`);
}

async function bundle(input, output, plugins) {
  const unfinished = join(outDir, `${output}.${process.pid}`);
  const isStarted = !output.includes('/');
  await build({
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    absWorkingDir: join(root, 'packages/agent'),
    mainFields: ['module', 'main'],
    alias: {
      '@hookline/core': join(root, 'packages/core/src/index.ts'),
      '@hookline/agent': join(root, 'packages/agent/src/index.ts'),
    },
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: `const importMetaUrl = require('node:url').pathToFileURL(__filename).href;` },
    ...input,
    plugins,
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  // What start.cjs runs is the function that Node would make of a module.
  if (isStarted) writeFileSync(unfinished, `${WRAPPER}${readFileSync(unfinished, 'utf8')}\n})`);
  // Renamed into place, so that whoever runs the command meanwhile never reads half a file.
  renameSync(unfinished, join(outDir, output));
}

function copyBesideBundle() {
  const assets = join(root, 'packages/core/assets');
  rmSync(join(outDir, 'assets'), { recursive: true, force: true });
  if (existsSync(assets)) cpSync(assets, join(outDir, 'assets'), { recursive: true });
}

function compileLibraries() {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const result = spawnSync(process.execPath, [tsc, '-b', ...LIBRARIES], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(1);
}

// tsc leaves the output of a source that is gone, and it would be published.
function removeOrphans() {
  for (const library of LIBRARIES) {
    const dist = join(root, library, 'dist');
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      const stem = name.match(/^(.*?)(\.d\.ts|\.js)$/)?.[1];
      if (stem && !existsSync(join(root, library, 'src', `${stem}.ts`))) rmSync(join(dist, name));
    }
  }
}

// What an earlier build left and this one did not make would be published too.
function removeLeftovers() {
  const made = new Set([
    'agent.js',
    `agent.${process.version}.cache`,
    'assets',
    'client.sh',
    'command.js',
    `command.${process.version}.cache`,
    'fire.js',
    `fire.${process.version}.cache`,
    'hookline.js',
    'package.json',
    'vendor',
  ]);
  removeAllBut(outDir, made);
  removeAllBut(join(outDir, 'vendor'), new Set(Object.keys({ ...VENDORED, ...SHARED }).map((file) => `${file}.js`)));
}

function removeAllBut(folder, made) {
  for (const name of readdirSync(folder)) if (!made.has(name)) rmSync(join(folder, name), { recursive: true });
}

// npm links a command only when its file is there at install time, and here it is built afterwards.
function linkCommand() {
  const link = join(root, 'node_modules/.bin/hookline');
  if (process.platform === 'win32' || existsSync(link) || !existsSync(dirname(link))) return;
  symlinkSync('../../packages/cli/dist/hookline.js', link);
}
