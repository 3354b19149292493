// Side-by-side measurements, interleaved (A, B, A, B …): medians of paired ratios with 95 % confidence intervals.
//   node bench/run.mjs [--quick] [--json]
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare } from './compare.mjs';
import { measureMemory } from './memory.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const quick = process.argv.includes('--quick');
const json = process.argv.includes('--json');
const rounds = quick ? 30 : 100;

const folder = await mkdtemp(join(tmpdir(), 'hookline-bench-'));
try {
  const results = {
    node: process.version,
    rounds,
    ratios: await measureCommandLine(folder),
    memory: await measureMemory(quick ? 20_000 : 100_000),
  };
  if (json) console.log(JSON.stringify(results, null, 2));
  else print(results);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** `hookline fire` with one small hook against Node's own start. */
async function measureCommandLine(home) {
  const project = join(home, 'project');
  await mkdir(join(project, '.qoder'), { recursive: true });
  await writeFile(
    join(home, 'event.json'),
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 'bench',
      cwd: project,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }),
  );
  await mkdir(join(home, '.qoder'), { recursive: true });
  await writeFile(
    join(home, '.qoder/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 0' }] }] } }),
  );
  const cli = join(root, 'packages/cli/dist/hookline.js');
  const env = { PATH: process.env.PATH, HOME: home, HOOKLINE_STATE_DIR: join(home, 'state') };
  const node = () => run([process.execPath, '-e', '0'], env);
  const fire = () =>
    run([process.execPath, cli, 'fire', join(home, 'event.json'), '--project', project, '--json'], env);
  return {
    'node -e 0 vs itself (control)': compare(node, node, rounds),
    'hookline fire, one inline hook, vs node -e 0': compare(fire, node, rounds),
  };
}

function run([program, ...args], env) {
  const result = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.status !== 0) throw new Error(`${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
}

function print({ ratios, memory }) {
  for (const [name, { ratio, low, high, medianMs, baseMs }] of Object.entries(ratios)) {
    console.log(
      `${name.padEnd(50)} ${ratio.toFixed(2)}  [${low.toFixed(2)}, ${high.toFixed(2)}]  ${medianMs.toFixed(1)} ms / ${baseMs.toFixed(1)} ms`,
    );
  }
  console.log(
    `heap after ${memory.warmUp} and after ${memory.fires} in-process fires: ${memory.beforeMb.toFixed(1)} MB, ${memory.afterMb.toFixed(1)} MB`,
  );
}
