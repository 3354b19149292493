// Runs the loop in agent.mjs with hooks that refuse, ask, rewrite and keep it working, and checks what became of it.
import assert from 'node:assert/strict';
import { openAgent } from './agent.mjs';
import { commandRunner, makeModel, makeProject } from './parts.mjs';

const project = await makeProject();
const shown = [];
const asked = [];
const agent = await openAgent({
  project: project.path,
  env: project.env,
  trust: 'all',
  model: makeModel(),
  runCommand: commandRunner(project.path),
  askPerson: async (_tool, input, reason) => {
    asked.push(`${input.command}: ${reason}`);
    return false;
  },
  show: (line) => shown.push(line),
});
// Ctrl-C interrupts the turn, and the session goes on.
const turn = new AbortController();
process.once('SIGINT', () => turn.abort());

assert.equal(await agent.turn('clean up', turn.signal), 'All clean.');
assert.deepEqual(agent.conversation, [
  'clean up',
  'I delete the build.',
  'error: use git clean',
  'Then as root.',
  'error: no sudo here',
  'Another way.',
  'cleaned\n',
  'And I publish it.',
  'error: the user said no',
  'Done.',
  'Say what you did.',
  'All clean.',
]);
assert.deepEqual(asked, ['git push origin main: others see it']);
assert.match(shown.join('\n'), /^error: \.qoder\/settings\.json:1: .*comand/);
console.log(agent.conversation.map((line) => `- ${line.trim()}`).join('\n'));
console.log(shown.join('\n'));

turn.abort();
assert.equal(await agent.turn('and now?', turn.signal), 'interrupted');
assert.equal(await agent.close(), true);
await project.remove();
