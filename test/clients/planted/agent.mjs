#!/usr/bin/env node
// A stand-in for the program of an agent: it knows one event, and the words of the real one as far as the reader needs
// them. HOOKLINE_PLANT names the wrong behaviour that is planted in it; without one it does what a refusal demands.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const plant = process.env.HOOKLINE_PLANT ?? '';
const isPermitted = process.argv.includes('--allowedTools');
const messages = [{ role: 'user', content: process.argv[3] }];
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

for (let call = await ask(); call !== undefined; call = await ask()) act(call);
while (plant === 'never stops') await ask();
say({ type: 'result', result: 'DONE', terminal_reason: 'completed' });

/** The tool call that the model wants, read from its stream. */
async function ask() {
  const body = { stream: true, tools: [{ name: 'Agent' }, { name: 'Bash' }], messages };
  const url = `${process.env.ANTHROPIC_BASE_URL}/v1/messages?beta=true`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const events = (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
  const start = events.find(({ content_block: block }) => block?.type === 'tool_use')?.content_block;
  if (start === undefined) return undefined;
  const input = JSON.parse(events.map(({ delta }) => delta?.partial_json ?? '').join(''));
  messages.push({ role: 'assistant', content: [{ ...start, input }] });
  return { id: start.id, input };
}

function act({ id, input }) {
  const answers = hooks().map((command) => run(command, { hook_event_name: 'PreToolUse', tool_input: input }));
  const refusal = answers.find(({ status }) => status === 2);
  const isRefused = refusal !== undefined && plant !== 'runs a refused tool';
  const isExcused = plant === 'takes silence for permission' && answers.length > 0;
  const isForbidden = !isPermitted && !isRefused && !isExcused;
  if (isForbidden) say({ type: 'system', subtype: 'permission_denied' });
  if (isRefused) reply(id, plant === 'says another reason' ? 'PreToolUse:Bash hook error: no' : refusal.text, true);
  else if (isForbidden) reply(id, 'needs approval', true);
  else reply(id, spawnSync('sh', ['-c', input.command], { encoding: 'utf8' }).stdout, false);
  const contexts = answers.flatMap(({ context }) => (context === undefined ? [] : [context]));
  if (contexts.length > 0 && plant !== 'hides the context')
    messages.push({ role: 'system', content: `PreToolUse:Bash hook additional context: ${contexts.join('\n')}` });
  if (plant === 'adds a context' && answers.length > 0) messages.push({ role: 'system', content: 'by the way' });
}

function reply(id, text, isError) {
  const content = [{ type: 'tool_result', tool_use_id: id, content: text, is_error: isError }];
  messages.push({ role: 'user', content });
  say({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null });
}

function hooks() {
  const file = join(process.env.HOME, '.claude/settings.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse.flatMap(({ hooks: each }) =>
      each.map((h) => h.command),
    );
  } catch {
    return []; // a run without hooks
  }
}

function run(command, payload) {
  const about = { type: 'system', hook_event: 'PreToolUse', hook_id: command };
  say({ ...about, subtype: 'hook_started' });
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  const outcome = status === 0 || plant === 'takes a failure for a success' ? 'success' : 'error';
  say({ ...about, subtype: 'hook_response', exit_code: status, stdout, stderr, outcome });
  const context = stdout.startsWith('{') ? JSON.parse(stdout).hookSpecificOutput?.additionalContext : undefined;
  return { status, context, text: `PreToolUse:Bash hook error: [${command}]: ${stderr}` };
}
