// The real command with a PostgreSQL of its own, in a temporary folder, and machines that have joined it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const from = (path) => import(pathToFileURL(join(root, path)).href);
export const core = await from('packages/core/dist/internal.js');
export const fleet = await from('packages/fleet/dist/index.js');
const gateway = await from('packages/gateway/dist/index.js');

const command = join(root, 'packages/cli/dist/hookline.js');
const GUARD = 'export default (event) => (event.tool_input?.command === "rm" ? { block: true } : {});\n';
const SCRIPT = '#!/bin/sh\ncat >/dev/null\n';

/** Starts it; `close` ends it and removes everything. `profile`: a folder for a processor profile of the gateway. */
export async function startRig({ profile = null } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-gateway-'));
  chmodSync(folder, 0o711);
  const repository = join(folder, 'repository');
  publishPolicy(repository, folder);
  const words = ['gateway', '--embedded', '--dir', join(folder, 'gateway'), '--port', '0', '--json'];
  const child = spawn(
    process.execPath,
    [
      ...(profile === null ? [] : ['--cpu-prof', '--cpu-prof-dir', profile]),
      command,
      ...words,
      '--policy-dir',
      repository,
      '--online-key',
      join(folder, 'online.pem'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      child.kill('SIGTERM');
      child.once('exit', () => {
        rmSync(folder, { recursive: true, force: true });
        process.exit(1);
      });
    });
  const { url, enrolToken } = await firstLine(child);
  const running = await gateway.runningEmbedded(join(folder, 'gateway'));
  const database = await gateway.openDatabase({ url: running, onProblem: console.error });
  const org = await gateway.orgNumber(database, 'default');
  const reader = await gateway.makePersonToken(database, { org, name: 'bench', role: 'reader', days: 1 });
  let machines = 0;
  return {
    url,
    command,
    folder,
    repository,
    org,
    pool: database.pool,
    processorTime: () => processorTime(child.pid),
    join: async () => {
      const stateFolder = join(folder, `machine-${machines++}`);
      mkdirSync(stateFolder, { mode: 0o700 });
      const machine = await fleet.joinGateway({
        stateFolder,
        url,
        token: enrolToken,
        name: `m${machines}`,
        kind: 'laptop',
        version: '0',
        ship: 'full',
      });
      return { stateFolder, recordFolder: join(stateFolder, 'record'), machine };
    },
    ask: async (path) => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${reader}` } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    /** Does something to the policy, as a person who may. */
    act: async (path, body) => {
      const token = await gateway.makePersonToken(database, { org, name: 'bench', role: 'policy', days: 1 });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    },
    /** Resident memory of the gateway, in MB. */
    memory: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)[1]) / 1e6;
    },
    close: async () => {
      await database.close();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Seconds of processor time that the sender, the gateway and PostgreSQL have used so far; Linux says them. */
function processorTime(gatewayPid) {
  const { user, system } = process.cpuUsage();
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (statOf(pid) ?? []) : []));
  const below = (pid) => all.filter(({ parent }) => parent === pid).flatMap((each) => [each, ...below(each.pid)]);
  const [gateway] = all.filter(({ pid }) => pid === gatewayPid);
  // A server process of PostgreSQL that has ended counts for the one that started it.
  const postgres = below(gatewayPid).reduce((sum, each) => sum + each.own + each.ended, 0);
  return { sender: (user + system) / 1e6, gateway: gateway?.own ?? 0, postgres };
}

const TICKS_A_SECOND = 100;

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [own, ended] = [fields[11] + fields[12], fields[13] + fields[14]].map((ticks) => ticks / TICKS_A_SECOND);
    return { pid: Number(pid), parent: fields[1], own, ended };
  } catch {
    return null; // it has just ended
  }
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      if (text.includes('\n')) resolve(JSON.parse(text.slice(0, text.indexOf('\n'))));
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
}

/** A policy with two hooks that the gateway decides: a module, and a script. */
function publishPolicy(repository, folder) {
  const online = gateway.newKey();
  writeFileSync(join(folder, 'online.pem'), online, { mode: 0o600 });
  const [rootKey, person, onlineKey] = [gateway.newKey(), gateway.newKey(), online].map(gateway.keyOf);
  const keys = { root: [rootKey], rootThreshold: 1, targets: [person], targetsThreshold: 1, online: onlineKey };
  gateway.initRepository(repository, keys);
  const files = join(folder, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'guard.mjs'), GUARD);
  writeFileSync(join(files, 'guard.sh'), SCRIPT);
  const central = { fields: ['tool_name', 'tool_input.command'], deadlineMs: 10_000 };
  const hook = (name, matcher, handler, [path, text]) => ({
    dialect: 'qoder',
    name,
    event: 'PreToolUse',
    matcher,
    handler,
    central,
    files: [{ path, sha256: createHash('sha256').update(text).digest('hex') }],
  });
  const program = { kind: 'command', form: 'argv', program: '${HOOKLINE_POLICY}/guard.sh' };
  const hooks = [
    hook('module', 'Read', { kind: 'module', path: 'guard.mjs' }, ['guard.mjs', GUARD]),
    hook('script', 'Bash', program, ['guard.sh', SCRIPT]),
  ];
  const policy = { v: 1, org: 'acme', version: 1, expires: '2099-01-01T00:00:00Z', hooks };
  gateway.draftPolicy(repository, JSON.stringify(policy), files);
  gateway.signDraft(repository, person);
  gateway.publishDraft(repository, onlineKey);
}
