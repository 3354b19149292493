// What trust costs at every dispatch: the same hook of a project, fired by turns from a set that believes everything and from one
// that looks. Prints one JSON object. Needs a build: npm run build && node bench/trust-cost.mjs
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createHooks, trustProject } from '../packages/core/dist/index.js';

const ROUNDS = Number(process.env.ROUNDS ?? 400);
const root = await mkdtemp(join(tmpdir(), 'hookline-trust-cost-'));
const project = join(root, 'project');
const place = {
  project,
  home: join(root, 'home'),
  env: { PATH: process.env.PATH, HOOKLINE_STATE_DIR: join(root, 'state') },
};

const put = async (name, text) => {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
  await chmod(join(root, name), 0o755);
};
const stop = (handler) => [{ matcher: '*', hooks: [handler] }];
const definition = (hooks) => JSON.stringify({ schema_version: 1, hooks });
await put(
  'project/.kolega/hooks.json',
  definition({
    PreToolUse: stop({ type: 'module', module: './hooks/guard.mjs' }),
    Stop: stop({ type: 'prompt', prompt: 'done?' }),
  }),
);
await put('project/hooks/guard.mjs', "import './lib.mjs';\nexport default () => undefined;\n");
await put('project/hooks/lib.mjs', '');
await put('kolega/hooks.json', definition({ UserPromptSubmit: stop({ type: 'prompt', prompt: 'good?' }) }));
await trustProject(place);
await wait(3500); // until nothing has changed so lately that its times are not believed

const sets = {};
const model = () => Promise.resolve('{"ok": true}');
const common = { ...place, stateDir: join(root, 'kolega'), record: false, model };
for (const trust of ['all', 'store']) sets[trust] = await createHooks({ ...common, trust });
const EVENTS = {
  'a hook of the project with two files, in a worker': {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: {},
  },
  'a hook of the project without a file': { hook_event_name: 'Stop' },
  'a hook of the user': { hook_event_name: 'UserPromptSubmit', prompt: 'x' },
  'no hook': { hook_event_name: 'Notification', message: 'x' },
};
const result = {};
for (const [what, event] of Object.entries(EVENTS)) {
  const times = { all: [], store: [] };
  const rounds = what.includes('worker') ? ROUNDS : ROUNDS * 10;
  for (let round = 0; round < rounds + 20; round++) {
    for (const trust of round % 2 === 0 ? ['all', 'store'] : ['store', 'all']) {
      const started = process.hrtime.bigint();
      const outcome = await sets[trust].fire({ session_id: 's', cwd: project, ...event });
      if (outcome.hooks.some(({ status }) => status !== 'passed')) throw new Error(JSON.stringify(outcome));
      if (round >= 20) times[trust].push(Number(process.hrtime.bigint() - started) / 1000);
    }
  }
  const median = (list) => list.toSorted((one, other) => one - other)[list.length >> 1];
  const [all, store] = [median(times.all), median(times.store)];
  result[what] = { believedUs: round1(all), checkedUs: round1(store), differenceUs: round1(store - all) };
}
function round1(value) {
  return Math.round(value * 10) / 10;
}
for (const set of Object.values(sets)) await set.close();
await rm(root, { recursive: true });
console.log(JSON.stringify({ rounds: ROUNDS, medians: result }, null, 2));
