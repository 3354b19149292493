// Builds the dist folders: of the libraries by tsc, one file per source; of packages/cli one bundle.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCommand, bundleCopied, bundlePage } from './bundles.mjs';
import { hashSources } from './source-hash.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const outDir = join(root, 'packages/cli/dist');
const stamp = join(root, 'node_modules/.build-hash');
const LIBRARIES = ['core', 'agent', 'toolbox', 'guards', 'studio', 'fleet', 'gateway'].map(
  (name) => `packages/${name}`,
);
const CLIENTS = ['client.sh', 'client.bash'];
const BRIDGE_HTTP = 'hookline-http.mjs';
// Few converted hooks ask servers: the client for that is copied with those only.
const httpBeside = {
  name: 'http-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^undici$/ }, () => ({ path: `./${BRIDGE_HTTP}`, external: true }));
  },
};
const COPIED = {
  'hookline-bridge.mjs': {
    entryPoints: [join(root, 'packages/toolbox/src/convert/bridge.ts')],
    plugins: [httpBeside],
  },
  [BRIDGE_HTTP]: {
    stdin: {
      contents: `export { default } from 'undici';`,
      resolveDir: join(root, 'packages/core'),
    },
  },
  'hookline-guards.mjs': { entryPoints: [join(root, 'packages/guards/src/program/main.ts')] },
};
const sources = hashSources(root); // taken before the build: an edit made meanwhile must lead to another build

rmSync(stamp, { force: true });
const made = await buildCommand();
compileLibraries();
removeOrphans();
removeAllBut(made);
linkCommand();
writeFileSync(stamp, sources);

/** Gives the names of all that belongs into the folder. */
async function buildCommand() {
  mkdirSync(outDir, { recursive: true });
  const [{ files, licences: ofCommand }, page, ...copied] = await Promise.all([
    bundleCommand(root),
    bundlePage(root),
    ...Object.entries(COPIED).map(async ([name, input]) => ({ name, contents: await bundleCopied(root, name, input) })),
  ]);
  const licences = new Set([...ofCommand, ...page.licences]);
  const notices = { name: 'LICENCES.txt', contents: [...licences].join(`\n${'-'.repeat(80)}\n\n`) };
  const all = [...files, ...copied, notices].toSorted((one) => (one.name === 'hookline.js' ? 1 : -1));
  for (const { name, contents } of all) putInPlace(name, contents);
  putPageInPlace(page.files);
  chmodSync(join(outDir, 'hookline.js'), 0o755);
  for (const name of CLIENTS) cpSync(join(root, 'packages/cli/src/resident', name), join(outDir, name));
  rmSync(join(outDir, 'assets'), { recursive: true, force: true });
  cpSync(join(root, 'packages/core/assets'), join(outDir, 'assets'), { recursive: true });
  cpSync(join(root, 'schemas'), join(root, 'packages/cli/schemas'), { recursive: true });
  return new Set([...all.map(({ name }) => name), ...CLIENTS, 'assets', 'studio']);
}

// Renamed into place, so that whoever runs the command meanwhile never reads half a file.
function putInPlace(name, contents) {
  const unfinished = join(outDir, `${name}.${process.pid}`);
  writeFileSync(unfinished, contents);
  renameSync(unfinished, join(outDir, name));
}

// As a whole folder, so that its document never names a part of another build.
function putPageInPlace(files) {
  const [unfinished, old] = [join(outDir, `studio.${process.pid}`), join(outDir, `studio.old.${process.pid}`)];
  mkdirSync(unfinished);
  for (const { name, contents } of files) writeFileSync(join(unfinished, name), contents);
  const folder = join(outDir, 'studio');
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(unfinished, folder);
  rmSync(old, { recursive: true, force: true });
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
function removeAllBut(names) {
  for (const name of readdirSync(outDir)) if (!names.has(name)) rmSync(join(outDir, name), { recursive: true });
}

// npm links a command only when its file is there at install time, and here it is built afterwards.
function linkCommand() {
  const link = join(root, 'node_modules/.bin/hookline');
  if (process.platform === 'win32' || existsSync(link) || !existsSync(dirname(link))) return;
  symlinkSync('../../packages/cli/dist/hookline.js', link);
}
