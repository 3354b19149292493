// A long record, written with the product's own writer, and what people look for in it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newDecisionId, openRecord } from '../../packages/core/dist/internal.js';

const SPAN_MS = 28 * 86_400_000;

export const FILTERS = [
  'is:block project:service-20',
  'hook:guard-7 since:7d',
  'fault:any',
  'slow:>400ms',
  'session:session-77',
  'is:fault until:14d',
  'tool:bash is:pass',
];

/** A few weeks of many agents: 50 projects, 40 hooks, one decision in twenty blocked, one hook in fifty broken. */
export function writeLongRecord(state, lines) {
  const record = join(state, 'record');
  if (existsSync(record)) return record;
  const writer = openRecord(record, { retention: { keepFiles: 1_000_000 } });
  const decisions = lines / 2;
  const from = Date.now() - SPAN_MS;
  for (let count = 0; count < decisions; count += 1)
    writer.append(...decisionAt(count, from + (count * SPAN_MS) / decisions));
  writer.close();
  return record;
}

function decisionAt(count, at) {
  const id = newDecisionId(at);
  const runs = Array.from({ length: 1 + (count % 3 === 0 ? 1 : 0) }, (_, index) => run(count, index));
  const blocked = count % 20 === 0;
  const block = blocked ? { effect: 'deny_tool', reason: 'rm -rf is not allowed here', hook: runs[0].id } : null;
  const project = `/projects/service-${count % 50}`;
  const event = {
    hook_event_name: count % 4 === 0 ? 'PostToolUse' : 'PreToolUse',
    session_id: `session-${Math.floor(count / 200)}`,
    cwd: project,
    tool_name: ['Bash', 'Read', 'Write', 'Edit'][count % 4],
    tool_input: {
      command: `npm test -- --run ${count % 977} # ${'x'.repeat(count % 120)}`,
      description: 'Runs the tests',
    },
  };
  const pid = 4_000_000 + (count % 1000);
  const durationMs = 5 + ((count * 7919) % 4000) / 10;
  return [
    {
      v: 1,
      kind: 'start',
      id,
      at: new Date(at).toISOString(),
      pid,
      project,
      event,
      hooks: runs.map((each) => each.id),
    },
    { v: 1, kind: 'end', id, at: new Date(at + 40).toISOString(), outcome: outcomeOf(block), hooks: runs, durationMs },
  ];
}

const outcomeOf = (block) => ({
  decision: block === null ? 'none' : 'block',
  reason: null,
  block,
  rewritten: [],
  contexts: { count: 0, texts: [] },
  messages: [],
  extra: {},
});

function run(count, index) {
  const hook = (count + index * 7) % 40;
  const broken = count % 50 === 7;
  return {
    id: `qoder:project:PreToolUse[${hook}].hooks[0]`,
    name: `guard-${hook}`,
    dialect: hook % 2 === 0 ? 'qoder' : 'claude',
    scope: 'project',
    source: '.qoder/settings.json',
    handler: 'command',
    status: count % 20 === 0 ? 'blocked' : broken ? 'failed' : 'passed',
    exitCode: broken ? 1 : 0,
    signal: null,
    durationMs: ((count * 104_729 + index) % 30_000) / 100,
    stdout: '',
    stderr: count % 20 === 0 ? 'rm -rf is not allowed here\n' : 'checked '.repeat(count % 9),
    truncated: [],
    fault: broken ? { code: 'exit', message: 'it ended with exit code 1' } : null,
    quiet: false,
    why: null,
    notes: [],
  };
}

/** A decision that is made now, as an agent writes it beside an open studio. */
export function decisionNow(project, command) {
  const [id, at] = [newDecisionId(), new Date().toISOString()];
  const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command } };
  return [
    { v: 1, kind: 'start', id, at, pid: process.pid, project, event, hooks: [] },
    { v: 1, kind: 'end', id, at, outcome: outcomeOf(null), hooks: [], durationMs: 1 },
  ];
}
