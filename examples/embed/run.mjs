// The loop of an agent builder, with hooks of every dialect: what to fire, and what to do with the outcome.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHooks } from '@hookline/core';
import { makeProject, model } from './parts.mjs';

const project = await makeProject();
const hooks = await createHooks({ project: project.path, env: project.env, trust: 'all', record: false });
const about = { session_id: 'demo', cwd: project.path };
const fire = (hook_event_name, fields) => hooks.fire({ hook_event_name, ...about, ...fields });
const said = [];

async function runTool({ name: tool_name, input: tool_input }) {
  const before = await fire('PreToolUse', { tool_name, tool_input });
  if (before.block) return `error: ${before.block.reason}`;
  const { command } = before.updatedInput ?? tool_input;
  const tool_response = execFileSync('bash', ['-c', command], { cwd: project.path, encoding: 'utf8' });
  const after = await fire('PostToolUse', { tool_name, tool_input: { command }, tool_response });
  return after.block ? after.block.reason : (after.updatedToolOutput ?? tool_response);
}

async function turn(prompt) {
  const submitted = await fire('UserPromptSubmit', { prompt });
  if (submitted.block) return submitted.block.reason;
  said.push(submitted.updatedPrompt ?? prompt, ...submitted.additionalContext);
  for (let blocks = 0; ;) {
    const reply = model(said);
    said.push(reply.text);
    for (const call of reply.calls) said.push(await runTool(call));
    if (reply.calls.length > 0) continue;
    const stop = await fire('Stop', { last_assistant_message: reply.text, stop_hook_active: blocks > 0 });
    if (stop.block?.effect !== 'keep_working' || (blocks += 1) > 5) return reply.text;
    said.push(stop.block.reason);
  }
}

assert.equal(await turn('clean up'), 'All clean.');
assert.deepEqual(said, project.expected);
console.log(said.map((line) => `- ${line.trim()}`).join('\n'));
await hooks.close();
await project.remove();
