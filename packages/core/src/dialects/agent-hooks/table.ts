import type { Dialect, EventRow, NativeTool, PayloadField } from '../../model/index.ts';

const TOOL: readonly PayloadField[] = [
  { name: 'tool_name',   from: ['tool_name'],   or: null },
  { name: 'tool_input',  from: ['tool_input'],  or: null },
  { name: 'tool_use_id', from: ['tool_use_id'], or: null },
];

const SUBAGENT: readonly PayloadField[] = [
  { name: 'subagent_name',    from: ['name', 'agent_id'], or: null },
  { name: 'subagent_type',    from: ['agent_type'],       or: null },
  { name: 'task_description', from: ['task'],             or: null },
];

const ON_TOOL = { subject: { from: 'field', field: 'tool_name' }, match: 'tool-and-content-regex', onFault: 'proceed', waits: true } as const;
const ON_REST = { subject: { from: 'nothing' }, onFault: 'proceed', waits: true } as const;

const EVENTS: Readonly<Record<string, EventRow>> = {
  session_start: {
    ...ON_REST, means: ['SessionStart'], block: 'abort_session',
    fields: [{ name: 'model', from: ['model'], or: null }, { name: 'args', constant: {} }],
  },
  session_end: {
    ...ON_REST, means: ['SessionEnd'], block: 'keep_session',
    fields: [
      { name: 'duration_seconds', from: ['duration_ms'], as: 'seconds', or: null },
      { name: 'total_steps', from: ['step_count'], or: null },
      { name: 'exit_reason', from: ['reason'], or: null },
    ],
  },
  before_agent: { ...ON_REST, means: ['TurnStart'], block: 'reject_prompt', fields: [{ name: 'prompt', from: ['prompt'], or: null }] },
  after_agent:  { ...ON_REST, means: ['TurnEnd'],   block: 'keep_working',  fields: [] },
  before_tool:  { ...ON_TOOL, means: ['PreToolUse'], block: 'deny_tool',    fields: TOOL },
  after_tool: {
    ...ON_TOOL, means: ['PostToolUse'], block: 'withhold_output',
    fields: [...TOOL, { name: 'tool_output', from: ['tool_response'], or: null }, { name: 'error', constant: null }, { name: 'duration_ms', from: ['duration_ms'], or: null }],
  },
  after_tool_failure: {
    ...ON_TOOL, means: ['PostToolUseFailure'], block: 'withhold_output',
    fields: [...TOOL, { name: 'error', from: ['error'], or: null }, { name: 'duration_ms', from: ['duration_ms'], or: null }],
  },
  subagent_start: { ...ON_REST, means: ['SubagentStart'], block: 'refuse_subagent',   fields: SUBAGENT },
  subagent_stop:  { ...ON_REST, means: ['SubagentStop'],  block: 'keep_working',      fields: SUBAGENT },
  pre_compact:    { ...ON_REST, means: ['PreCompact'],    block: 'cancel_compaction', fields: [{ name: 'trigger', from: ['trigger'], or: null }] },
  before_stop: {
    ...ON_REST, means: ['Stop'], block: 'keep_working', blockText: { text: '[Hook blocked stop: {reason}]' },
    words: { field: 'stop_reason', words: { end_turn: 'no_tool_calls', max_turns: 'max_steps' } },
    fields: [
      { name: 'stop_reason', from: ['stop_reason'], or: null },
      { name: 'step_count', from: ['step_count'], or: null },
      { name: 'final_message', from: ['last_assistant_message'], as: 'assistant-message', or: null },
    ],
  },
};

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash:     { names: ['Shell'], fields: { timeout: { at: 'timeout', as: 'seconds' } }, known: 'documented' },
  Read:     { names: ['ReadFile'], fields: { file_path: 'path', offset: 'line_offset', limit: 'n_lines' }, known: 'shown' },
  Write:    { names: ['WriteFile'], fields: { file_path: 'path' }, known: 'documented' },
  Edit: {
    names: ['StrReplaceFile'],
    fields: { file_path: 'path', old_string: 'edit.old', new_string: 'edit.new', replace_all: 'edit.replace_all' }, known: 'shown',
  },
  Glob:     { names: ['Glob'], fields: { path: 'directory' }, known: 'shown' },
  Grep:     { names: ['Grep'], known: 'shown' },
  WebFetch: { names: ['FetchURL'], known: 'shown' },
  Agent:    { names: ['Agent', 'Task'], known: 'shown' },
};

/** The Agent Hooks standard, as in Kimi Code CLI: one folder per hook, higher priority first, failures let the action proceed. */
export const agentHooks: Dialect = {
  id: 'agent-hooks',
  title: 'Agent Hooks standard (Kimi Code CLI)',
  source: { title: 'Agent Hooks, the standard and its guide', copied: '2026-11-15' },
  locations: [
    { scope: 'user', bases: [{ from: 'variable', name: 'XDG_CONFIG_HOME', path: '' }, { from: 'home', path: '.config' }], path: 'agents/hooks' },
    { scope: 'project', bases: [{ from: 'project' }], path: '.agents/hooks' },
  ],
  shape: {
    kind: 'hook-folders',
    file: 'HOOK.md',
    keys: {
      name:        { type: 'text', required: true, length: [1, 64], about: 'Identifies the hook; a later one of the same name replaces it.' },
      description: { type: 'text', required: true, length: [1, 1024], about: 'What the hook is for.' },
      trigger:     { type: 'text', required: true, about: 'The event that fires the hook.' },
      matcher:     { type: 'object', about: 'Conditions on the tool call.' },
      timeout:     { type: 'positive-integer', default: 30_000, about: 'Milliseconds after which the hook is killed.' },
      async:       { type: 'boolean', default: false, about: 'Run without being waited for.' },
      priority:    { type: 'integer', range: [0, 1000], default: 100, about: 'Higher runs first.' },
    },
    matcherKeys: {
      tool:    { type: 'text', about: 'Regular expression searched in the tool name.' },
      pattern: { type: 'text', about: 'Regular expression searched in the tool input.' },
    },
    entryPoints: ['scripts/run', 'scripts/run.sh', 'scripts/run.py'],
    merge: 'later-name-replaces',
  },
  match: 'everything',
  condition: 'none',
  tools: TOOLS,
  aliases: {
    'pre-session': 'session_start',        'post-session': 'session_end',
    'pre-agent-turn': 'before_agent',      'post-agent-turn': 'after_agent',     'pre-agent-turn-stop': 'before_stop',
    'pre-tool-call': 'before_tool',        'post-tool-call': 'after_tool',       'post-tool-call-failure': 'after_tool_failure',
    'pre-subagent': 'subagent_start',      'post-subagent': 'subagent_stop',     'pre-context-compact': 'pre_compact',
  },
  commonFields: [
    { name: 'event_type', is: 'native-event' },
    { name: 'timestamp',  from: ['timestamp'], as: 'zoned-time' },
    { name: 'session_id', from: ['session_id'], or: null },
    { name: 'work_dir',   is: 'cwd' },
  ],
  json: 'spaced',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    sets: [
      { name: 'KIMI_SESSION_ID',  from: ['session_id'], or: '' },
      { name: 'KIMI_WORK_DIR',    is: 'cwd' },
      { name: 'KIMI_PROJECT_DIR', is: 'project' },
      { name: 'HOOK_DIR',         is: 'hook-folder' },
    ],
  },
  cwd: 'event',
  programsFrom: 'project',
  expandsTilde: false,
  placeholders: [],
  atTimeout: 'term',
  answer: {
    exits: { zero: 'read', two: 'block', other: 'fault' },
    exitReasons: ['stderr'],
    answerReasons: [],
    readsBlockingExit: false,
    defaultReason: "Blocked by hook '{name}'",
    style: 'keys',
    text: 'recorded',
    unknownKeys: 'ignored',
    decisions: [{ key: 'decision', words: { allow: 'none', deny: 'block', ask: 'ask' }, takes: 'word', unknownWord: 'bad_output', askOn: ['before_tool'] }],
    reasons: ['reason'],
    endTurn: null,
    envelope: null,
    fields: [
      { key: 'modified_input',     gives: 'updatedInput', takes: 'object', wrongType: 'bad_output', on: ['before_tool'], elsewhere: 'no_power' },
      { key: 'additional_context', gives: 'context',      takes: 'non-empty-text-or-json', wrongType: 'ignored', besideBlock: true },
      { key: 'log',                gives: 'log',          takes: 'text-or-json', wrongType: 'ignored', besideBlock: true },
    ],
    badOutputProceeds: true,
    badOutputSpoilsRefusal: false,
    blockToldAs: null,
  },
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: { order: 'priority', pace: 'one-by-one', afterBlock: 'stop', duplicates: 'run', background: 'unless-blocked', lateContext: 'record-only', rewake: false },
  faultIds: {},
  bounds: { keepWorking: 3, retryTurn: null },
  debugLines: true,
};
