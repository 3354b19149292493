import type { AgentEvent } from '@hookline/agent';
import { describe, expect, it } from 'vitest';
import { chatLines } from '../chat/chat-lines.ts';
import { diagnosticWith } from '../../../../test/support/outcomes.ts';
import { agentEventLines } from './agent-event.ts';
import { coloured, plain } from './paint.ts';

const hook = (part: Partial<Extract<AgentEvent, { type: 'hook' }>>): AgentEvent => ({
  type: 'hook',
  event: 'PreToolUse',
  decision: 'none',
  effect: null,
  reason: null,
  hooks: [],
  agent: null,
  ...part,
});

const LINES: readonly (readonly [AgentEvent, readonly string[]])[] = [
  [
    { type: 'session', id: 's-1', source: 'startup', model: 'scripted/a.json', project: '/p', transcript: '/t' },
    ['session s-1 · scripted/a.json'],
  ],
  [
    { type: 'session', id: 's-1', source: 'resume', model: 'scripted/a.json', project: '/p', transcript: '/t' },
    ['session s-1 (resume) · scripted/a.json'],
  ],
  [{ type: 'text_delta', text: 'a', agent: null }, []],
  [{ type: 'text', text: 'a', agent: null }, []],
  [{ type: 'tool_call', id: '1', name: 'Bash', input: { command: 'ls\n-la' }, agent: null }, ['tool Bash ls -la']],
  [
    { type: 'tool_call', id: '1', name: 'Edit', input: { path: 'a', all: true }, agent: 'a-1' },
    ['tool Edit {"path":"a","all":true} [a-1]'],
  ],
  [{ type: 'tool_result', id: '1', name: 'Bash', output: 'fine', is_error: false, agent: null }, []],
  [
    { type: 'tool_result', id: '1', name: 'Bash', output: 'exit 1', is_error: true, agent: null },
    ['failed Bash: exit 1'],
  ],
  [{ type: 'hook_start', id: 'h', name: 'guard', status: null }, []],
  [hook({}), []],
  [hook({ decision: 'allow' }), ['hook PreToolUse allow']],
  [hook({ decision: 'block', effect: 'deny_tool', reason: 'no\nrm' }), ['hook PreToolUse block (deny_tool): no rm']],
  [{ type: 'message', level: 'warning', text: 'careful', hook: 'h-1' }, ['warning careful [h-1]']],
  [{ type: 'message', level: 'info', text: 'done', hook: null }, ['info done']],
  [
    { type: 'diagnostic', diagnostic: diagnosticWith({ hint: null }) },
    ['.kolega/hooks.json:2:5 error: unknown event "PreTool"'],
  ],
  [{ type: 'notification', notification_type: 'idle_prompt', message: 'waiting' }, ['notice waiting']],
  [{ type: 'permission', tool: 'Bash', allowed: true, reason: 'rule' }, []],
  [{ type: 'permission', tool: 'Bash', allowed: false, reason: 'plan mode' }, ['denied Bash: plan mode']],
  [{ type: 'mode', from: 'default', to: 'plan' }, ['mode default → plan']],
  [{ type: 'title', title: 'x' }, []],
  [{ type: 'cwd', from: '/a', to: '/b' }, ['folder /b']],
  [{ type: 'compacted', trigger: 'auto', summary: 's' }, ['compacted the conversation so far (auto)']],
  [{ type: 'elicitation', server: 'shop', action: 'accept', content: {} }, ['question of shop: accept']],
  [{ type: 'subagent', id: 'a-1', agent_type: 'scout', state: 'start' }, ['agent scout started [a-1]']],
  [{ type: 'turn_end', how: 'failed', reason: 'why' }, []],
];

describe('agentEventLines', () => {
  it.each(LINES.map(([event, lines]) => [event.type, event, lines] as const))(
    'tells of %s in short',
    (_type, event, lines) => {
      expect(agentEventLines(event, plain)).toEqual(lines);
    },
  );

  it('shows nothing live and keeps to its length', () => {
    const input = { command: `\u001b[2J${'x'.repeat(5000)}` };
    const [line = ''] = agentEventLines(
      { type: 'tool_call', id: '1', name: 'B\u001b[1m\nash', input, agent: null },
      plain,
    );
    expect(line).toMatch(/^tool B ash x+…$/);
    expect(line.length).toBeLessThan(200);
  });

  it('paints what matters', () => {
    expect(agentEventLines({ type: 'message', level: 'error', text: 'no', hook: null }, coloured)).toEqual([
      '\u001b[31merror\u001b[39m no',
    ]);
  });
});

describe('chatLines', () => {
  it.each([
    ['done', null, []],
    ['rejected', 'no', ['a hook rejected the prompt: no']],
    ['failed', 'server error', ['the turn failed: server error']],
    ['interrupted', null, ['interrupted']],
    ['ended_by_hook', 'enough', ['a hook ended the turn: enough']],
    ['max_turns', null, ['ended: too many model turns']],
  ] as const)('says how a turn ended: %s', (how, reason, lines) => {
    expect(chatLines({ type: 'turn_end', how, reason }, plain)).toEqual(lines);
  });
});
