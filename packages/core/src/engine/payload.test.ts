import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, anEvent, aPlace, NOW } from '../../../../test/support/hooks.ts';
import type { EventName, Json, JsonObject } from '../model/index.ts';
import { EVENT_NAMES, NEUTRAL_FIELDS } from '../model/index.ts';
import { frameOf, withEvent } from './frame.ts';
import { codeEvent, payloadBytes, payloadOf } from './payload.ts';

/** Every neutral field, and two that no vocabulary names. */
const EVERY_FIELD = {
  session_id: 's-1',
  cwd: '/project/sub',
  transcript_path: '/t.jsonl',
  permission_mode: 'acceptEdits',
  agent_id: 'a-1',
  agent_type: 'explorer',
  agent_transcript_path: '/at.jsonl',
  model: 'm-1',
  provider: 'p-1',
  timestamp: '2026-01-02T03:04:05+02:00',
  project_path: '/elsewhere',
  non_interactive: true,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 't-1',
  tool_response: { stdout: 'out' },
  error: 'boom',
  error_type: 'rate_limit',
  is_interrupt: true,
  exit_code: 3,
  duration_ms: 1500,
  auto_approve: true,
  mcp_context: { server_name: 'db' },
  original_request_name: 'query',
  permission_suggestions: [{ rule: 'Bash' }],
  prompt: 'hello',
  attachments: [{ path: 'a', kind: 'file' }],
  source: 'resume',
  reason: 'quit',
  turns: 7,
  stop_reason: 'end_turn',
  stop_hook_active: true,
  last_assistant_message: 'done',
  step_count: 4,
  trigger: 'manual',
  custom_instructions: 'short',
  compact_summary: 'summary',
  input_tokens: 100,
  model_context_length: 200,
  notification_type: 'idle',
  message: 'hey',
  title: 'Title',
  details: { tool: 'Bash' },
  file_path: '/project/a.txt',
  memory_type: 'project',
  load_reason: 'include',
  old_cwd: '/a',
  new_cwd: '/b',
  event: 'change',
  name: 'feature',
  worktree_path: '/w',
  mcp_server_name: 'db',
  mode: 'form',
  url: 'http://u',
  elicitation_id: 'e-1',
  requested_schema: { type: 'object' },
  action: 'accept',
  content: { region: 'eu' },
  from_facet: 'plan',
  to_facet: 'build',
  result: 'found',
  task: 'look',
} as const satisfies Readonly<Record<string, Json>>;

const UNKNOWN_FIELDS = { error_details: '429' } as const;

/** Event, its own fields when everything is known, and when nothing but the name is. */
type Row = readonly [event: EventName, full: JsonObject, bare: JsonObject];

interface Speaker {
  readonly full: JsonObject;
  readonly bare: JsonObject;
  readonly native: string;
  readonly rows: readonly Row[];
}

const KOLEGA_TOOL = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const NO_KOLEGA_TOOL = { tool_name: null, tool_input: null };

const SPEAKERS: Readonly<Record<string, Speaker>> = {
  kolega: {
    native: 'hook_event_name',
    full: { session_id: 's-1', cwd: '/project', permission_mode: 'ask' },
    bare: { session_id: null, cwd: '/project', permission_mode: null },
    rows: [
      ['SessionStart', { source: 'resume' }, { source: 'startup' }],
      ['SessionEnd', { reason: 'quit' }, { reason: null }],
      ['UserPromptSubmit', { user_message: 'hello' }, { user_message: null }],
      ['PreToolUse', { ...KOLEGA_TOOL, tool_use_id: 't-1' }, { ...NO_KOLEGA_TOOL, tool_use_id: null }],
      [
        'PostToolUse',
        { ...KOLEGA_TOOL, tool_output: '{"stdout":"out"}', is_error: false },
        { ...NO_KOLEGA_TOOL, tool_output: '', is_error: false },
      ],
      [
        'PostToolUseFailure',
        { ...KOLEGA_TOOL, tool_output: 'boom', is_error: true },
        { ...NO_KOLEGA_TOOL, tool_output: '', is_error: true },
      ],
      ['Stop', { stop_reason: 'end_turn', last_message: 'done' }, { stop_reason: null, last_message: '' }],
      [
        'SubagentStop',
        {
          agent_name: 'explorer',
          result: 'found',
          sub_agent_info: { agent_id: 'a-1', agent_name: 'explorer', task: 'look' },
        },
        { agent_name: null, result: '', sub_agent_info: { agent_id: null, agent_name: null, task: null } },
      ],
      [
        'PreCompact',
        { trigger: 'manual', input_tokens: 100, model_context_length: 200 },
        { trigger: null, input_tokens: null, model_context_length: null },
      ],
      [
        'Notification',
        { notification_type: 'idle', message: 'hey', tool_name: 'Bash' },
        { notification_type: null, message: '', tool_name: null },
      ],
    ],
  },
  'agent-hooks': {
    native: 'event_type',
    full: { timestamp: '2026-01-02T03:04:05+02:00', session_id: 's-1', work_dir: '/project/sub' },
    bare: { timestamp: '2026-03-04T10:36:07+05:30', session_id: null, work_dir: '/project' },
    rows: [
      ['SessionStart', { model: 'm-1', args: {} }, { model: null, args: {} }],
      [
        'SessionEnd',
        { duration_seconds: 1.5, total_steps: 4, exit_reason: 'quit' },
        { duration_seconds: null, total_steps: null, exit_reason: null },
      ],
      ['TurnStart', { prompt: 'hello' }, { prompt: null }],
      ['TurnEnd', {}, {}],
      [
        'PreToolUse',
        { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1' },
        { tool_name: null, tool_input: null, tool_use_id: null },
      ],
      [
        'PostToolUse',
        {
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
          tool_use_id: 't-1',
          tool_output: { stdout: 'out' },
          error: null,
          duration_ms: 1500,
        },
        { tool_name: null, tool_input: null, tool_use_id: null, tool_output: null, error: null, duration_ms: null },
      ],
      [
        'PostToolUseFailure',
        { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1', error: 'boom', duration_ms: 1500 },
        { tool_name: null, tool_input: null, tool_use_id: null, error: null, duration_ms: null },
      ],
      [
        'SubagentStart',
        { subagent_name: 'feature', subagent_type: 'explorer', task_description: 'look' },
        { subagent_name: null, subagent_type: null, task_description: null },
      ],
      [
        'SubagentStop',
        { subagent_name: 'feature', subagent_type: 'explorer', task_description: 'look' },
        { subagent_name: null, subagent_type: null, task_description: null },
      ],
      ['PreCompact', { trigger: 'manual' }, { trigger: null }],
      [
        'Stop',
        { stop_reason: 'end_turn', step_count: 4, final_message: { role: 'assistant', content: 'done' } },
        { stop_reason: null, step_count: null, final_message: null },
      ],
    ],
  },
  qoder: {
    native: 'hook_event_name',
    full: {
      session_id: 's-1',
      transcript_path: '/t.jsonl',
      cwd: '/project/sub',
      permission_mode: 'acceptEdits',
      agent_id: 'a-1',
      agent_type: 'explorer',
    },
    bare: { session_id: null, transcript_path: '', cwd: '/project' },
    rows: [
      ['SessionStart', { source: 'resume', model: 'm-1' }, { source: null, model: null }],
      ['SessionEnd', { reason: 'quit' }, { reason: null }],
      ['UserPromptSubmit', { prompt: 'hello' }, { prompt: null }],
      [
        'PreToolUse',
        {
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
          tool_use_id: 't-1',
          mcp_context: { server_name: 'db' },
          original_request_name: 'query',
        },
        { tool_name: null, tool_input: null, tool_use_id: null },
      ],
      [
        'PostToolUse',
        {
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
          tool_use_id: 't-1',
          tool_response: { stdout: 'out' },
          mcp_context: { server_name: 'db' },
          original_request_name: 'query',
        },
        { tool_name: null, tool_input: null, tool_use_id: null, tool_response: { output: null } },
      ],
      [
        'PostToolUseFailure',
        {
          tool_name: 'Bash',
          tool_input: { command: 'ls' },
          tool_use_id: 't-1',
          error: 'boom',
          error_type: 'rate_limit',
          is_interrupt: true,
        },
        { tool_name: null, tool_input: null, tool_use_id: null, error: null, error_type: null, is_interrupt: null },
      ],
      [
        'PermissionRequest',
        { tool_name: 'Bash', tool_input: { command: 'ls' }, permission_suggestions: [{ rule: 'Bash' }] },
        { tool_name: null, tool_input: null, permission_suggestions: [] },
      ],
      [
        'PermissionDenied',
        { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1', reason: 'quit' },
        { tool_name: null, tool_input: null, tool_use_id: null, reason: null },
      ],
      ['PostToolBatch', { tool_calls: [] }, { tool_calls: [] }],
      ['TaskCreated', { task_id: null, task_subject: null }, { task_id: null, task_subject: null }],
      ['TaskCompleted', { task_id: null, task_subject: null }, { task_id: null, task_subject: null }],
      ['TeammateIdle', { teammate_name: null, team_name: null }, { teammate_name: null, team_name: null }],
      [
        'Stop',
        { stop_hook_active: true, last_assistant_message: 'done' },
        { stop_hook_active: false, last_assistant_message: null },
      ],
      ['StopFailure', { error_type: 'rate_limit', error: 'boom' }, { error_type: null, error: null }],
      ['SubagentStart', { agent_id: 'a-1', agent_type: 'explorer' }, { agent_id: null, agent_type: null }],
      [
        'SubagentStop',
        {
          agent_id: 'a-1',
          agent_type: 'explorer',
          stop_hook_active: true,
          last_assistant_message: 'done',
          agent_transcript_path: '/at.jsonl',
        },
        {
          agent_id: null,
          agent_type: null,
          stop_hook_active: false,
          last_assistant_message: null,
          agent_transcript_path: null,
        },
      ],
      ['PreCompact', { trigger: 'manual', custom_instructions: 'short' }, { trigger: null, custom_instructions: null }],
      ['PostCompact', { trigger: 'manual', compact_summary: 'summary' }, { trigger: null, compact_summary: null }],
      [
        'Notification',
        { notification_type: 'idle', message: 'hey', title: 'Title', details: { tool: 'Bash' } },
        { notification_type: null, message: null, details: {} },
      ],
      [
        'InstructionsLoaded',
        { file_path: '/project/a.txt', memory_type: 'project', load_reason: 'include' },
        { file_path: null, memory_type: null, load_reason: null },
      ],
      ['ConfigChange', { source: 'resume', file_path: '/project/a.txt' }, { source: null, file_path: null }],
      ['CwdChanged', { old_cwd: '/a', new_cwd: '/b' }, { old_cwd: null, new_cwd: null }],
      ['FileChanged', { file_path: '/project/a.txt', event: 'change' }, { file_path: null, event: null }],
      ['WorktreeCreate', { name: 'feature' }, { name: null }],
      ['WorktreeRemove', { worktree_path: '/w' }, { worktree_path: null }],
      [
        'Elicitation',
        {
          mcp_server_name: 'db',
          message: 'hey',
          mode: 'form',
          url: 'http://u',
          elicitation_id: 'e-1',
          requested_schema: { type: 'object' },
        },
        { mcp_server_name: null, message: null, requested_schema: null },
      ],
      [
        'ElicitationResult',
        { mcp_server_name: 'db', action: 'accept', content: { region: 'eu' }, mode: 'form', elicitation_id: 'e-1' },
        { mcp_server_name: null, action: null },
      ],
    ],
  },
  kode: {
    native: 'event',
    full: { session_id: 's-1' },
    bare: { session_id: null },
    rows: [
      [
        'SessionStart',
        { work_dir: '/elsewhere', provider: 'p-1', model: 'm-1' },
        { work_dir: '/project', provider: null, model: null },
      ],
      [
        'UserPromptSubmit',
        { prompt: 'hello', attachments: [{ path: 'a', kind: 'file' }] },
        { prompt: null, attachments: [] },
      ],
      [
        'PreToolUse',
        { tool: 'Bash', input: { command: 'ls' }, auto_approve: true },
        { tool: null, input: null, auto_approve: false },
      ],
      [
        'PostToolUse',
        { tool: 'Bash', exit_code: 3, output: '{"stdout":"out"}', duration_ms: 1500 },
        { tool: null, exit_code: 0, output: null, duration_ms: null },
      ],
      [
        'PostToolUseFailure',
        { tool: 'Bash', exit_code: 3, output: '{"stdout":"out"}', duration_ms: 1500 },
        { tool: null, exit_code: 1, output: null, duration_ms: null },
      ],
      ['SessionEnd', { reason: 'quit', turns: 7 }, { reason: null, turns: null }],
    ],
  },
  polytoken: {
    native: 'event',
    full: {},
    bare: {},
    rows: [
      [
        'PreToolUse',
        { matcher_subject: 'Bash', tool_name: 'Bash', input: { command: 'ls' } },
        { matcher_subject: null, tool_name: null, input: null },
      ],
      [
        'PostToolUse',
        { matcher_subject: 'Bash', tool_name: 'Bash', input: { command: 'ls' }, output: { stdout: 'out' } },
        { matcher_subject: null, tool_name: null, input: null, output: null },
      ],
      [
        'PostToolUseFailure',
        { matcher_subject: 'Bash', tool_name: 'Bash', input: { command: 'ls' }, error: 'boom' },
        { matcher_subject: null, tool_name: null, input: null, error: null },
      ],
      [
        'UserPromptSubmit',
        { matcher_subject: 'pre_user_prompt', prompt: 'hello' },
        { matcher_subject: 'pre_user_prompt', prompt: null },
      ],
      ['PreModelTurn', { matcher_subject: 'pre_model_turn' }, { matcher_subject: 'pre_model_turn' }],
      ['PostModelTurn', { matcher_subject: 'post_model_turn' }, { matcher_subject: 'post_model_turn' }],
      [
        'Stop',
        { matcher_subject: 'stop', last_assistant_message: 'done' },
        { matcher_subject: 'stop', last_assistant_message: null },
      ],
      [
        'PreCompact',
        { matcher_subject: 'pre_compaction', trigger: 'manual' },
        { matcher_subject: 'pre_compaction', trigger: null },
      ],
      [
        'PostCompact',
        { matcher_subject: 'post_compaction', trigger: 'manual', summary: 'summary' },
        { matcher_subject: 'post_compaction', trigger: null, summary: null },
      ],
      ['SessionStart', { matcher_subject: 'session_start' }, { matcher_subject: 'session_start' }],
      [
        'Notification',
        { matcher_subject: 'notification', notification_type: 'idle', message: 'hey' },
        { matcher_subject: 'notification', notification_type: null, message: null },
      ],
      [
        'FacetSwitch',
        { matcher_subject: 'facet_switch', from_facet: 'plan', to_facet: 'build' },
        { matcher_subject: 'facet_switch', from_facet: null, to_facet: null },
      ],
      [
        'SubagentStart',
        { matcher_subject: 'explorer', subagent_type: 'explorer' },
        { matcher_subject: null, subagent_type: null },
      ],
      [
        'SubagentStop',
        { matcher_subject: 'explorer', subagent_type: 'explorer' },
        { matcher_subject: null, subagent_type: null },
      ],
    ],
  },
};

test('the event with every field really has every neutral field', () => {
  expect(Object.keys(EVERY_FIELD).toSorted()).toEqual(
    NEUTRAL_FIELDS.filter((field) => field !== 'hook_event_name').toSorted(),
  );
});

describe.each(Object.entries(SPEAKERS))('%s', (id, { native, full, bare, rows }) => {
  test('every event that the dialect knows has a row here', () => {
    const known = EVENT_NAMES.filter((name) => frameOf(aDialect(id), anEvent(name), aPlace(), NOW) !== null);
    expect(rows.map(([event]) => event).toSorted()).toEqual(known.toSorted());
  });

  test.each(rows)('%s carries exactly the fields of its table and those that no vocabulary names', (event, own) => {
    const frame = aFrame(id, anEvent(event, { ...EVERY_FIELD, ...UNKNOWN_FIELDS }));
    expect(payloadOf(frame)).toEqual({ [native]: frame.native, ...full, ...own, ...UNKNOWN_FIELDS });
  });

  test.each(rows)('%s without any value says so in the way of the dialect', (event, _own, missing) => {
    const frame = aFrame(id, { hook_event_name: event });
    expect(payloadOf(frame)).toEqual({ [native]: frame.native, ...bare, ...missing });
  });

  test.each(rows)('%s takes a null for a missing value', (event, _own, missing) => {
    const nothing = Object.fromEntries(Object.keys(EVERY_FIELD).map((field) => [field, null]));
    const frame = aFrame(id, { ...nothing, hook_event_name: event });
    expect(payloadOf(frame)).toEqual({ [native]: frame.native, ...bare, ...missing });
  });
});

const fieldOf = (dialect: string, event: EventName, fields: Readonly<Record<string, Json>>, name: string): unknown =>
  payloadOf(aFrame(dialect, anEvent(event, fields)))[name];

test.each([
  ['auto', 'auto'],
  ['bypass', 'auto'],
  ['bypassPermissions', 'auto'],
  ['ask', 'ask'],
  ['default', 'ask'],
  ['acceptEdits', 'ask'],
  ['plan', 'ask'],
  ['dontAsk', null],
  ['', null],
  ['toString', null],
  [7, null],
])('the permission mode %j is told to kolega as %j', (mode, told) => {
  expect(fieldOf('kolega', 'Stop', { permission_mode: mode }, 'permission_mode')).toBe(told);
});

test.each<[string, EventName, Readonly<Record<string, Json>>, JsonObject]>([
  ['kolega', 'PostToolUse', { tool_response: 'plain "text"' }, { tool_output: 'plain "text"' }],
  ['kolega', 'PostToolUse', { tool_response: ['a', 1] }, { tool_output: '["a",1]' }],
  ['kolega', 'PostToolUse', { tool_response: false }, { tool_output: 'false' }],
  ['kolega', 'PostToolUse', { tool_response: '' }, { tool_output: '' }],
  ['kolega', 'PostToolUseFailure', { error: 'not found' }, { tool_output: 'not found' }],
  ['agent-hooks', 'PostToolUse', { tool_response: 'text' }, { tool_output: 'text' }],
  ['agent-hooks', 'PostToolUse', { tool_response: [1] }, { tool_output: [1] }],
  ['qoder', 'PostToolUse', { tool_response: { ok: true } }, { tool_response: { ok: true } }],
  ['qoder', 'PostToolUse', { tool_response: 'text' }, { tool_response: { output: 'text' } }],
  ['qoder', 'PostToolUse', { tool_response: [1, 2] }, { tool_response: { output: [1, 2] } }],
  ['qoder', 'PostToolUse', { tool_response: 0 }, { tool_response: { output: 0 } }],
  ['qoder', 'PostToolUse', { tool_response: null }, { tool_response: { output: null } }],
  ['kode', 'PostToolUse', { tool_response: 'text' }, { output: 'text' }],
  ['kode', 'PostToolUse', { tool_response: { a: [1] } }, { output: '{"a":[1]}' }],
  ['kode', 'PostToolUseFailure', { error: 'not found' }, { output: 'not found' }],
  ['kode', 'PostToolUseFailure', { tool_response: 'partial', error: 'not found' }, { output: 'partial' }],
  ['kode', 'PostToolUseFailure', { exit_code: 0 }, { exit_code: 0 }],
  ['polytoken', 'PostToolUse', { tool_response: { a: 1 } }, { output: { a: 1 } }],
  ['agent-hooks', 'SubagentStart', { agent_id: 'a-1' }, { subagent_name: 'a-1' }],
  ['agent-hooks', 'SubagentStart', { agent_id: 'a-1', name: 'helper' }, { subagent_name: 'helper' }],
  ['agent-hooks', 'SessionEnd', { duration_ms: 61_950 }, { duration_seconds: 61.95 }],
  ['agent-hooks', 'SessionEnd', { duration_ms: 0 }, { duration_seconds: 0 }],
  ['agent-hooks', 'Stop', { last_assistant_message: '' }, { final_message: { role: 'assistant', content: '' } }],
  ['qoder', 'Stop', { stop_hook_active: true }, { stop_hook_active: true }],
  ['kode', 'SessionEnd', { turns: 0 }, { turns: 0 }],
])('%s on %s tells %j as %j', (dialect, event, fields, told) => {
  expect(payloadOf(aFrame(dialect, anEvent(event, fields)))).toMatchObject(told);
});

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05.678-0800', '2026-01-02T03:04:05.678-0800'],
  ['2026-01-02T03:04:05', '2026-03-04T10:36:07+05:30'],
  ['yesterday', '2026-03-04T10:36:07+05:30'],
  [1_767_323_045, '2026-03-04T10:36:07+05:30'],
])('agent-hooks is given the timestamp %j as %j: an own one is used if it has a zone', (timestamp, told) => {
  expect(fieldOf('agent-hooks', 'TurnEnd', { timestamp }, 'timestamp')).toBe(told);
});

test('a field outside the vocabulary never takes the place of a native one', () => {
  const event = anEvent('UserPromptSubmit', { prompt: 'real', user_message: 'forged' });
  expect(payloadOf(aFrame('kolega', event))['user_message']).toBe('real');
});

test('a field called __proto__ is copied like any other', () => {
  const event = JSON.parse('{"hook_event_name":"TurnEnd","__proto__":{"polluted":true}}') as {
    hook_event_name: 'TurnEnd';
  };
  const payload = payloadOf(aFrame('agent-hooks', event));
  expect(Object.hasOwn(payload, '__proto__')).toBe(true);
  expect(JSON.stringify(payload)).toContain('"__proto__":{"polluted":true}');
});

const textOf = (dialect: string): string =>
  Buffer.from(
    payloadBytes(
      aFrame(
        dialect,
        anEvent('PreToolUse', {
          tool_name: 'Bash',
          tool_input: { command: 'a,b:"c"\n', list: [1, [], {}] },
          tool_use_id: 't',
        }),
      ),
    ),
  ).toString();

test.each([
  [
    'kolega',
    String.raw`{"hook_event_name": "PreToolUse", "session_id": "s-1", "cwd": "/project", "permission_mode": null, "tool_name": "Bash", "tool_input": {"command": "a,b:\"c\"\n", "list": [1, [], {}]}, "tool_use_id": "t"}`,
  ],
  [
    'agent-hooks',
    String.raw`{"event_type": "before_tool", "timestamp": "2026-03-04T10:36:07+05:30", "session_id": "s-1", "work_dir": "/project/sub", "tool_name": "Bash", "tool_input": {"command": "a,b:\"c\"\n", "list": [1, [], {}]}, "tool_use_id": "t"}`,
  ],
  [
    'qoder',
    String.raw`{"session_id":"s-1","transcript_path":"","cwd":"/project/sub","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"a,b:\"c\"\n","list":[1,[],{}]},"tool_use_id":"t"}`,
  ],
  [
    'kode',
    String.raw`{"event":"tool_call_pre","session_id":"s-1","tool":"Bash","input":{"command":"a,b:\"c\"\n","list":[1,[],{}]},"auto_approve":false}`,
  ],
  [
    'polytoken',
    String.raw`{"event":"pre_tool_use","matcher_subject":"Bash","tool_name":"Bash","input":{"command":"a,b:\"c\"\n","list":[1,[],{}]}}`,
  ],
])('%s writes the event as one line of JSON in its own spacing', (dialect, line) => {
  expect(textOf(dialect)).toBe(`${line}\n`);
});

test('the bytes of a payload are written once for all hooks of a frame', () => {
  const frame = aFrame('qoder', 'Stop');
  expect(payloadBytes(frame)).toBe(payloadBytes(frame));
});

test('an event that is fired again, later or elsewhere, is written anew', () => {
  const event = anEvent('SessionStart');
  const told = (dialect: string, project: string, now: Date): unknown => {
    const frame = frameOf(aDialect(dialect), event, aPlace({ project }), now);
    return frame === null ? null : JSON.parse(Buffer.from(payloadBytes(frame)).toString());
  };
  expect(told('kolega', '/one', NOW)).toMatchObject({ cwd: '/one' });
  expect(told('kolega', '/two', NOW)).toMatchObject({ cwd: '/two' });
  const later = Object.assign(new Date('2026-03-04T05:06:08Z'), { getTimezoneOffset: () => -330 });
  expect(told('agent-hooks', '/one', NOW)).toMatchObject({ timestamp: '2026-03-04T10:36:07+05:30' });
  expect(told('agent-hooks', '/one', later)).toMatchObject({ timestamp: '2026-03-04T10:36:08+05:30' });
});

test('a rewritten event is written anew', () => {
  const frame = aFrame('kode', anEvent('UserPromptSubmit', { prompt: 'one' }));
  payloadBytes(frame);
  const next = withEvent(frame, { ...frame.event, prompt: 'two' });
  expect(JSON.parse(Buffer.from(payloadBytes(next)).toString())).toMatchObject({ prompt: 'two' });
});

test.each([
  [
    'kolega',
    {
      name: 'UserPromptSubmit',
      payload: {
        hook_event_name: 'UserPromptSubmit',
        session_id: 's-1',
        cwd: '/project',
        permission_mode: 'auto',
        user_message: 'hi',
      },
      session_id: 's-1',
      cwd: '/project',
      permission_mode: 'auto',
    },
  ],
  [
    'qoder',
    {
      name: 'UserPromptSubmit',
      payload: {
        session_id: 's-1',
        transcript_path: '',
        cwd: '/project/sub',
        hook_event_name: 'UserPromptSubmit',
        permission_mode: 'bypassPermissions',
        prompt: 'hi',
      },
      session_id: 's-1',
      cwd: '/project/sub',
      permission_mode: 'bypassPermissions',
    },
  ],
])('code of %s sees name, payload, session_id, cwd and permission_mode', (dialect, event) => {
  expect(codeEvent(aFrame(dialect, anEvent('UserPromptSubmit', { prompt: 'hi', permission_mode: 'bypass' })))).toEqual(
    event,
  );
});

test('code sees no session and no mode that is no text', () => {
  const event = anEvent('UserPromptSubmit', { session_id: 7, permission_mode: ['ask'], cwd: 7 });
  expect(codeEvent(aFrame('qoder', event))).toMatchObject({ session_id: null, cwd: '/project', permission_mode: null });
});

test('an error that is no text is given as JSON, and a tool’s output too', () => {
  const outputOf = (name: 'PostToolUse' | 'PostToolUseFailure', fields: Readonly<Record<string, Json>>) =>
    payloadOf(aFrame('kolega', anEvent(name, { tool_name: 'Bash', ...fields })))['tool_output'];
  expect(outputOf('PostToolUseFailure', { error: { a: 1 } })).toBe('{"a":1}');
  expect(outputOf('PostToolUseFailure', { error: 'bad', tool_response: 'out' })).toBe('bad');
  expect(outputOf('PostToolUse', { tool_response: [1, 'a'] })).toBe('[1,"a"]');
});

test('a payload can be changed by whoever gets it, without a trace in the next one', () => {
  const frame = aFrame('kolega', anEvent('UserPromptSubmit', { prompt: 'hi', own: 1 }));
  const payload = payloadOf(frame) as Record<string, Json>;
  payload['own'] = 2;
  delete payload['user_message'];
  expect(payload).not.toHaveProperty('user_message');
  expect(payloadOf(frame)).toMatchObject({ own: 1, user_message: 'hi' });
});

test.each<[Json, string | null]>([
  ['plan', 'ask'],
  ['bypassPermissions', 'auto'],
  ['made up', null],
  [['plan'], null],
  [7, null],
])('the permission mode %j is told to kolega as %j', (mode, told) => {
  expect(payloadOf(aFrame('kolega', anEvent('Stop', { permission_mode: mode })))['permission_mode']).toBe(told);
});
