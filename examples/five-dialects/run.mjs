// Lays out a throw-away project with hooks of all five dialects and plays a short agent session through them.
//   node run.mjs            keeps the project, so that the last lines can be tried
//   node run.mjs --remove   removes it at the end
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHooks, trustProject } from '@hookline/core';
import { printStep } from './print-step.mjs';
import { SESSION } from './session.mjs';

const folder = await mkdtemp(join(tmpdir(), 'hookline-demo-'));
const project = join(folder, 'project');
const state = join(folder, 'state');
await cp(new URL('project/', import.meta.url), project, { recursive: true });
const audit = await startAuditServer();
await fill(join(project, '.qoder/settings.json'), 'AUDIT_URL', audit.url);

// A project's own hooks run only when its user trusts them as they are now: `hookline trust` does this line.
const place = {
  project,
  home: join(folder, 'home'),
  env: { ...process.env, HOOKLINE_STATE_DIR: state, AUDIT_TOKEN: 'demo' },
};
await trustProject(place);
const hooks = await createHooks(place);
assert.deepEqual(hooks.diagnostics, []);
console.log(`${hooks.list().filter((hook) => hook.armed).length} of ${hooks.entries} hooks armed in ${project}`);

for (const step of SESSION) {
  if (step.mend) await fill(join(project, 'sum.sh'), '- $2', '+ $2');
  const outcome = await hooks.fire({ session_id: 'demo', cwd: project, ...step.event });
  printStep(step, outcome);
  check(step.expect, outcome);
}
await hooks.close();
await audit.close();

assert.equal(audit.seen.length, 2, 'the audit server sees the calls that no hook before it refused');
assert.match(await readFile(join(project, 'edits.log'), 'utf8'), /"tool_name":"shell"/);
console.log(`\nThe audit server saw ${audit.seen.length} tool calls; edits.log was written in the background.`);

const blocked = SESSION.find((step) => step.event.tool_input?.command === 'rm -rf /').event;
const ask = `HOOKLINE_STATE_DIR=${state} npx hookline`;
console.log('\nAsk why, and look at the record:');
console.log(
  `  ${ask} explain --project ${project} --event PreToolUse --tool ${blocked.tool_name} --input '${JSON.stringify(blocked.tool_input)}'`,
);
console.log(`  ${ask} log`);
if (process.argv.includes('--remove')) await rm(folder, { recursive: true });
else console.log(`\nThe project stays until you remove it: rm -r ${folder}`);

function check({ contexts, effect, ...expected }, outcome) {
  for (const [key, value] of Object.entries(expected)) assert.deepEqual(outcome[key], value, key);
  if (contexts !== undefined) assert.equal(outcome.additionalContext.length, contexts);
  if (effect !== undefined) assert.equal(outcome.block.effect, effect);
  assert.deepEqual(
    outcome.hooks.filter((hook) => hook.fault !== null),
    [],
  );
}

async function fill(file, from, to) {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
}

/** A real server on loopback that is told of each tool call and lets it pass. */
async function startAuditServer() {
  const seen = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    assert.equal(request.headers.authorization, 'Bearer demo');
    seen.push(JSON.parse(Buffer.concat(chunks).toString()).tool_name);
    response.end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () =>
    new Promise((closed) => {
      server.close(closed);
      server.closeAllConnections();
    });
  return { seen, close, url: `http://127.0.0.1:${server.address().port}/hook` };
}
