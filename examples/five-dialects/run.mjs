// Lays out a throw-away project with hooks of all five dialects and lets the reference agent work in it.
//   node run.mjs            keeps the project, so that the last lines can be tried
//   node run.mjs --remove   removes it at the end
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent, createModel } from '@hookline/agent';
import { startAuditServer } from './audit-server.mjs';
import { prepare } from './prepare.mjs';
import { createTimeline } from './timeline.mjs';

const folder = await mkdtemp(join(tmpdir(), 'hookline-demo-'));
const state = join(folder, 'state');
const audit = await startAuditServer();
const { project, script, hasPython } = await prepare(folder, audit.url);

const env = { ...process.env, HOOKLINE_STATE_DIR: state, AUDIT_TOKEN: 'demo' };
const { ui, told } = createTimeline();
const agent = await createAgent({
  project,
  home: join(folder, 'home'),
  env,
  model: await createModel({ spec: 'scripted', script, env }),
  ui,
  permissionMode: 'bypass',
  trustHooks: true,
});
const prompt = 'fix the sum; the key is AKIAABCDEFGHIJKLMNOP';
console.log(`${agent.hooks.list().filter((hook) => hook.armed).length} of ${agent.hooks.entries} hooks armed`);
console.log(`user   ${prompt}`);
await agent.start();
const end = await agent.submit(prompt, new AbortController().signal);
await agent.end('ask_complete');
await audit.close();

assert.deepEqual(end, { how: 'done', reason: null });
const blocks = told.flatMap((each) => (each.type === 'hook' && each.effect !== null ? [each.effect] : []));
const denials = hasPython ? 3 : 2;
assert.deepEqual(blocks, [...Array(denials).fill('deny_tool'), 'keep_working', 'keep_working']);
const transcript = await readFile(agent.transcript, 'utf8');
assert(!transcript.includes('AKIA') && !transcript.includes('ghp_abc123'), 'secrets are redacted before they are kept');
assert(!existsSync(join(project, '.env')), 'the secret was not written');
assert.match(await readFile(join(project, 'sum.sh'), 'utf8'), /\$1 \+ \$2/);
assert.equal(audit.seen.length, denials + 2, 'the audit server sees every call');
console.log(`\nThe audit server saw ${audit.seen.length} tool calls.`);

const ask = `HOOKLINE_STATE_DIR=${state} npx hookline`;
console.log('\nAsk why, and look at the record:');
console.log(
  `  ${ask} explain --project ${project} --event PreToolUse --tool execute_terminal_command --input '{"command":"rm -rf /"}'`,
);
console.log(`  ${ask} log`);
if (process.argv.includes('--remove')) await rm(folder, { recursive: true });
else console.log(`\nThe project stays until you remove it: rm -r ${folder}`);
