import type { AnswerTable, Dialect, EventRow, PayloadField } from '../../model/index.ts';

const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));

const OPEN = { onFault: 'proceed', waits: true, subject: { from: 'nothing' } } as const;
const ABOUT_TOOL = { ...OPEN, subject: { from: 'field', field: 'tool_name' } } as const;
const OBSERVED = { ...OPEN, block: null, answers: 'ignored', context: 'dropped' } as const;
const CALL = given('tool_name', 'tool_input', 'tool_use_id');

const EVENTS: Readonly<Record<string, EventRow>> = {
  sessionStart: {
    ...OBSERVED,
    waits: false,
    means: ['SessionStart'],
    fields: given('is_background_agent', 'composer_mode'),
  },
  beforeSubmitPrompt: {
    ...OPEN,
    means: ['UserPromptSubmit'],
    block: 'reject_prompt',
    context: 'dropped',
    fields: given('prompt', 'attachments'),
  },
  preToolUse: {
    ...ABOUT_TOOL,
    means: ['PreToolUse'],
    block: 'deny_tool',
    context: 'dropped',
    fields: [...CALL, ...given('agent_message')],
  },
  postToolUse: {
    ...ABOUT_TOOL,
    means: ['PostToolUse'],
    block: null,
    fields: [...CALL, { name: 'tool_output', from: ['tool_response'], as: 'text' }, ...given('duration')],
  },
  postToolUseFailure: {
    ...OBSERVED,
    means: ['PostToolUseFailure'],
    fields: [...CALL, { name: 'error_message', from: ['error'] }, ...given('failure_type', 'is_interrupt')],
  },
  subagentStart: {
    ...OPEN,
    means: ['SubagentStart'],
    block: 'refuse_subagent',
    context: 'dropped',
    fields: [...given('subagent_type', 'task'), { name: 'subagent_id', from: ['agent_id'] }],
  },
  subagentStop: { ...OBSERVED, means: ['SubagentStop'], fields: given('subagent_type', 'status', 'summary') },
  stop: { ...OBSERVED, means: ['Stop'], fields: given('status', 'loop_count') },
  preCompact: { ...OBSERVED, means: ['PreCompact'], fields: given('trigger') },
  sessionEnd: {
    ...OBSERVED,
    waits: false,
    means: ['SessionEnd'],
    fields: given('reason', 'duration_ms', 'final_status'),
  },
};

const GATES = ['preToolUse', 'subagentStart'] as const;
const PROMPT = ['beforeSubmitPrompt'] as const;
const STRICT = { wrongType: 'bad_output' } as const;

const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'block', other: 'fault' },
  exitReasons: ['stderr'],
  answerReasons: [],
  defaultReason: 'Blocked by hook',
  readsBlockingExit: false,
  style: 'keys',
  text: 'bad_output',
  unknownKeys: 'ignored',
  decisions: [
    {
      key: 'permission',
      words: { deny: 'block', allow: 'none' },
      takes: 'word',
      unknownWord: 'bad_output',
      on: GATES,
      reasons: ['agent_message', 'user_message'],
    },
    {
      key: 'continue',
      words: { false: 'block', true: 'none' },
      takes: 'boolean',
      unknownWord: 'bad_output',
      on: PROMPT,
      reasons: ['user_message'],
    },
  ],
  reasons: ['agent_message', 'user_message'],
  endTurn: null,
  envelope: null,
  fields: [
    { key: 'updated_input', gives: 'updatedInput', takes: 'object', ...STRICT, on: ['preToolUse'] },
    { key: 'additional_context', gives: 'context', takes: 'text', ...STRICT, on: ['postToolUse'] },
  ],
  badOutputProceeds: true,
  badOutputSpoilsRefusal: false,
  blockToldAs: null,
};

/** How Cursor speaks to its hooks, by its documents; its hook files are not read by this table. */
export const PROTOCOL: Dialect = {
  id: 'cursor',
  title: 'Cursor',
  locations: [],
  shape: {
    kind: 'flat-json',
    keys: {},
    handlerKeys: {},
    negation: '',
    timeoutMs: 30_000,
    merge: 'concatenate-less-negated',
  },
  match: 'everything',
  condition: 'none',
  events: EVENTS,
  tools: {
    Bash: { names: ['Shell'], known: 'documented' },
    Agent: { names: ['Task'], known: 'documented' },
  },
  aliases: {},
  commonFields: [
    { name: 'conversation_id', from: ['session_id'] },
    ...given('generation_id', 'model', 'cursor_version', 'workspace_roots'),
    { name: 'cwd', is: 'cwd' },
    { name: 'hook_event_name', is: 'native-event' },
  ],
  json: 'compact',
  environment: { inherits: 'everything', sets: [{ name: 'CURSOR_PROJECT_DIR', is: 'project' }] },
  cwd: 'event',
  programsFrom: 'cwd',
  expandsTilde: false,
  placeholders: [],
  atTimeout: 'kill',
  answer: ANSWER,
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: {
    order: 'configuration',
    pace: 'one-by-one',
    afterBlock: 'go-on',
    duplicates: 'run',
    background: 'with-the-rest',
    lateContext: 'discard',
    rewake: false,
  },
  faultIds: {},
  bounds: { keepWorking: 5, retryTurn: null },
  debugLines: false,
};

/** Runs the entry before tools as Cursor does, sends one call, and prints why it is refused. */
export const PROOF = `
import { readFileSync } from ${JSON.stringify('node:fs')};
import { spawnSync } from ${JSON.stringify('node:child_process')};
const [cwd, tool_name, input] = process.argv.slice(1);
const entries = JSON.parse(readFileSync(0, 'utf8').replace(/^\\uFEFF/, '')).hooks.preToolUse;
const entry = entries.findLast(({ command }) => / hook cursor preToolUse --entry /.test(command));
const payload = { conversation_id: 'canary', cwd, hook_event_name: 'preToolUse', tool_name, tool_use_id: 'canary', tool_input: JSON.parse(input) };
const { stdout } = spawnSync('/bin/sh', ['-c', entry.command], { cwd, input: JSON.stringify(payload), encoding: 'utf8' });
const { permission, agent_message } = JSON.parse(stdout);
console.log(permission === 'deny' ? agent_message : '');
`;
