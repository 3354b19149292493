// What an agent that embeds the library relies on, run by Node's own test runner where the packages are installed.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createAgent, createModel } from '@hookline/agent';
import { createHooks, EVENT_NAMES } from '@hookline/core';

/** A project's guard in each dialect: it refuses the word `forbidden`. */
const GUARDS = {
  kolega: {
    '.kolega/hooks.json': {
      schema_version: 1,
      hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'bash .guard.sh' }] }] },
    },
  },
  'agent-hooks': {
    '.agents/hooks/guard/HOOK.md': '---\nname: guard\ndescription: A guard.\ntrigger: before_tool\n---\n',
    '.agents/hooks/guard/scripts/run.sh': '#!/bin/bash\nexec bash .guard.sh\n',
  },
  qoder: {
    '.qoder/settings.json': {
      // a second spelling, and YAML below: what the first release could not read once installed
      hooks: { PreToolUse: [{ matcher: 'Bash|Shell', hooks: [{ type: 'command', command: 'bash .guard.sh' }] }] },
    },
  },
  kode: { '.kode/config.yaml': 'hooks:\n  tool_call_pre: [ { exec: ["bash", ".guard.sh"] } ]\n' },
  polytoken: {
    '.polytoken/hooks.json': [{ name: 'guard', event: 'pre_tool_use', handler: { bash: 'bash .guard.sh' } }],
  },
};

const GUARD = 'if grep -q forbidden; then echo "not here" >&2; exit 2; fi\n';

let folder;
let open;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-library-'));
  mkdirSync(join(folder, 'home'));
  lay({ '.guard.sh': GUARD });
  open = [];
});

afterEach(async () => {
  await Promise.all(open.map((hooks) => hooks.close()));
  rmSync(folder, { recursive: true, force: true });
});

describe('a guard of each dialect', () => {
  for (const id of Object.keys(GUARDS)) {
    test(`${id} refuses and lets pass`, async () => {
      lay(GUARDS[id]);
      const hooks = await openHooks({ dialects: [id] });
      const refused = await call(hooks, 'forbidden');
      assert.equal(refused.decision, 'block', JSON.stringify(refused.hooks));
      assert.equal(refused.block.effect, 'deny_tool');
      assert.notEqual((await call(hooks, 'ls')).decision, 'block');
    });
  }
});

test('all dialects together refuse once, and an untrusted project takes no part', async () => {
  for (const files of Object.values(GUARDS)) lay(files);
  assert.equal((await call(await openHooks({}), 'forbidden')).decision, 'block');
  assert.equal((await call(await openHooks({ trust: 'store' }), 'forbidden')).decision, 'none');
});

test('functions of the host see the event and refuse it', async () => {
  const hooks = await openHooks({});
  hooks.on({ event: 'PreToolUse', matcher: 'Bash' }, (event) =>
    event.tool_input.command === 'forbidden' ? { decision: 'block', reason: 'no' } : undefined,
  );
  assert.equal((await call(hooks, 'forbidden')).block.reason, 'no');
  assert.equal((await call(hooks, 'ls')).decision, 'none');
});

describe('handlers other than commands', () => {
  const answers = { 'a module': 'hook.mjs', 'a module in TypeScript': 'hook.ts' };
  for (const [title, file] of Object.entries(answers)) {
    test(`${title} runs in a thread`, async () => {
      const type = file.endsWith('.ts') ? ': string' : '';
      lay({
        '.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'module', module: `./${file}#guard` }] }] } },
        [file]: `const reason${type} = 'no';\nexport const guard = () => ({ blocked: true, reason });\n`,
      });
      assert.equal((await call(await openHooks({}), 'ls')).block?.reason, 'no');
    });
  }

  test('an http server is asked', async () => {
    const server = createServer((_, answer) => answer.end('{"decision":"block","reason":"from afar"}'));
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${server.address().port}/`;
    lay({ '.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'http', url }] }] } } });
    try {
      assert.equal((await call(await openHooks({}), 'ls')).block?.reason, 'from afar');
    } finally {
      server.close();
    }
  });

  test('a prompt asks the model of the host', async () => {
    lay({ '.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'ok?' }] }] } } });
    const hooks = await openHooks({ model: async () => '{"ok": false, "reason": "the model says no"}' });
    assert.match((await call(hooks, 'ls')).block?.reason ?? '', /the model says no/);
  });
});

test('a broken hook file is a diagnostic with a place, and takes no other with it', async () => {
  lay({ ...GUARDS.kolega, '.qoder/settings.json': '{ "hooks": ' });
  const hooks = await openHooks({});
  assert.ok(hooks.diagnostics.some(({ file, line }) => file === '.qoder/settings.json' && line === 1));
  assert.equal((await call(hooks, 'forbidden')).decision, 'block');
});

test('list, explain and reload say what is there', async () => {
  lay(GUARDS.polytoken);
  const hooks = await openHooks({});
  assert.deepEqual(
    hooks.list().map(({ dialect, armed }) => ({ dialect, armed })),
    [{ dialect: 'polytoken', armed: true }],
  );
  assert.equal(hooks.explain(event('ls')).hooks[0].runs, true);
  lay(GUARDS.kode);
  assert.equal((await hooks.reload()).applied, true);
  assert.equal(hooks.list().length, 2);
});

test('every event can be fired', async () => {
  const hooks = await openHooks({});
  for (const hook_event_name of EVENT_NAMES) {
    const outcome = await hooks.fire({ hook_event_name, session_id: 's', cwd: folder });
    assert.equal(outcome.event, hook_event_name);
  }
});

test('the reference agent works under a guard, with a scripted model', async () => {
  lay(GUARDS.qoder);
  const steps = [{ calls: [{ name: 'Bash', input: { command: 'echo forbidden' } }] }, { text: 'done' }];
  lay({ 'steps.json': steps });
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home') };
  const told = [];
  const agent = await createAgent({
    project: folder,
    env,
    model: await createModel({ spec: undefined, script: join(folder, 'steps.json'), env }),
    ui: { tell: (event) => told.push(event), askPermission: null, elicit: null },
    hooks: { trust: 'all' },
  });
  await agent.start();
  await agent.submit('go', new AbortController().signal);
  await agent.end('ask_complete');
  assert.match(JSON.stringify(told), /not here/);
});

function lay(files) {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    if (name.endsWith('.sh')) chmodSync(file, 0o755);
  }
}

async function openHooks(options) {
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home') };
  const hooks = await createHooks({ project: folder, env, trust: 'all', record: false, ...options });
  open.push(hooks);
  return hooks;
}

const event = (command) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: folder,
  tool_name: 'Bash',
  tool_input: { command },
});

const call = (hooks, command) => hooks.fire(event(command));
