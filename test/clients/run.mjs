// Runs the real program of an agent, unmodified and without any network, and compares what it does:
//   npm run test:clients -- CLIENT [--part cases|connected|cost] [--cases FILE] [--only TEXT] [--write]
// `--part` and `--only` may be given several times; `--write` puts the results into agreement.json and docs/reference/agreement.md.
// Exit: 0 every difference is named, 1 one is not, 2 wrong usage, 3 the program cannot be run here.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { installPackages } from '../installed/install.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const PARTS = ['cases', 'connected', 'cost'];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', multiple: true },
    cases: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});

const program = await bundle();
const { CLIENTS } = await import(join(program, 'clients.mjs'));
const client = CLIENTS.find(({ id }) => id === positionals[0]);
if (client === undefined || positionals.length > 1)
  end(
    2,
    `usage: npm run test:clients -- ${CLIENTS.map(({ id }) => id).join('|')} [--part NAME] [--only TEXT] [--write]`,
  );
// An agent without hook files of its own has no cases.
const hasCases = options.cases !== undefined || existsSync(casesOf(client));
const parts = options.part ?? PARTS.filter((part) => part !== 'cases' || hasCases);
for (const part of parts) if (!PARTS.includes(part)) end(2, `--part takes ${PARTS.join(', ')}; found ${part}`);
const cases = resolve(options.cases ?? casesOf(client));
if (parts.includes('cases') && !existsSync(cases))
  end(2, `there are no cases in ${cases}: name them with --cases FILE`);

const alone = networkOfItsOwn();
const folder = install(client);
const needsHookline = parts.some((part) => part !== 'cases');
const installed = needsHookline ? installPackages() : null;
const task = {
  client: client.id,
  folder,
  cases,
  parts,
  only: options.only,
  write: options.write,
  root: ROOT,
  hookline: installed?.folder ?? null,
};
/** Places of runs, which a run that is broken off leaves behind. */
const places = mkdtempSync(join(tmpdir(), 'hookline-clients-'));
process.on('exit', () => {
  for (const each of [places, installed?.folder])
    if (each !== undefined) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
});
const child = spawn(alone[0], [...alone.slice(1), process.execPath, join(program, 'main.mjs')], {
  stdio: 'inherit',
  // Not as an argument: a scenario looks for our processes by the words they were started with.
  env: {
    ...process.env,
    TMPDIR: places,
    HOOKLINE_CLIENTS_TASK: JSON.stringify(task),
    HOOKLINE_CLIENTS_MCP: join(ROOT, 'test/programs/mcp-stdio.mjs'),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'));
const [status] = await once(child, 'exit');
process.exit(status ?? 1);

/** The words before a command that runs it where there is only loopback; everything it starts ends with it. */
function networkOfItsOwn() {
  const words = ['unshare', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const prepared = [...words, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const { status, stderr, error } = spawnSync(prepared[0], [...prepared.slice(1), 'true'], { encoding: 'utf8' });
  if (status === 0) return prepared;
  const why = (error?.message ?? stderr).trim().split('\n')[0];
  return end(3, `not run: a network of its own cannot be made here (unshare, ip; Linux): ${why}`);
}

function casesOf({ id }) {
  return join(ROOT, 'test/conformance/cases', `${id}.json`);
}

/** Installs the package outside the repository, without its scripts; once for each version. */
function install({ id, name, package: packageName, version, needs = [], program: programIn }) {
  const cache =
    process.env.HOOKLINE_CLIENTS_DIR ??
    join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'hookline/clients');
  const place = join(cache, `${id}-${version}`);
  if (existsSync(programIn(place))) return place;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "name": "client", "private": true }\n');
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${packageName}@${version}`, ...needs];
  const { status, stderr, error } = spawnSync('npm', words, { cwd: place, encoding: 'utf8' });
  if (status === 0 && existsSync(programIn(place))) return place;
  const why = (error?.message ?? stderr).trim().split('\n').at(-1) || 'the package has no program for this machine';
  return end(3, `not run: ${name} ${version} cannot be installed from npm: ${why}`);
}

async function bundle() {
  const outdir = mkdtempSync(join(ROOT, 'node_modules/.clients-'));
  process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({
    entryPoints: { main: join(HERE, 'main.ts'), clients: join(HERE, 'clients.ts') },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outdir;
}

function end(status, message) {
  console.error(message);
  process.exit(status);
}
