import type { EventRow, NativeWords, PayloadField } from '../../model/index.ts';

/** Fields that are sent in any case. */
const always = (...names: readonly string[]): readonly PayloadField[] =>
  names.map((name) => ({ name, from: [name], or: null }));

const TOOL = always('tool_name', 'tool_input');
const USE: PayloadField = { name: 'tool_use_id', from: ['tool_use_id'], or: '' };
const STOP_BEGINS: PayloadField = { name: 'stop_hook_active', from: ['stop_hook_active'], or: false };

/** A session has one end for hooks. */
const END_WORDS: NativeWords = {
  field: 'reason',
  words: { other: 'other', user_exit: 'other', ask_complete: 'other', sigterm: 'other', sighup: 'other', error: 'other', clear: 'other', logout: 'other', prompt_input_exit: 'other' },
};

const OPEN = { onFault: 'proceed', waits: true } as const;
const about = (field: string, or?: string) => ({ subject: { from: 'field', field, ...(or === undefined ? {} : { or }) } }) as const;
/** Without a subject the matcher is not even read. */
const ABOUT_NOTHING = { subject: { from: 'nothing' }, match: 'everything' } as const;
/** Exit code 2 is a failure like any other. */
const OBSERVES = { block: null, exits: { two: 'fault' } } as const;
const UNREAD = { ...OBSERVES, answers: 'unread' } as const;
const endsTurn = (native: string) => ({ endsTurn: true, haltReason: { otherwise: `${native} hook stopped execution` } }) as const;
/** Its time is short: the program is about to go. */
const BRIEF = { timeoutMs: 1000, timeoutRangeMs: [1000, 3000] } as const;

/** The native events, in the program's order: what they mean, their fields, and what a refusal does. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  PreToolUse: {
    ...OPEN, ...about('tool_name'), means: ['PreToolUse'], block: 'deny_tool', reasons: 'first', rewriteBesideBlock: 'dropped',
    fields: [...TOOL, USE],
    blockText: { text: 'Tool call blocked by PreToolUse hook: {reason}. Tool: {tool}' },
  },
  PermissionRequest: {
    ...OPEN, ...about('tool_name'), means: ['PermissionRequest'], block: null, refusal: 'denied-permission', fields: TOOL,
  },
  PostToolUse: {
    ...OPEN, ...about('tool_name'), means: ['PostToolUse', 'PostToolUseFailure'], block: 'withhold_output', reasons: 'paragraphs',
    halts: 'withhold_output', haltReason: { keys: ['reason', 'stopReason'], otherwise: 'PostToolUse hook stopped execution' },
    fields: [...TOOL, { name: 'tool_response', from: ['tool_response', 'error'], as: 'printed-text', or: null }, USE],
  },
  PreCompact: {
    ...OPEN, ...OBSERVES, ...about('trigger'), means: ['PreCompact'], fields: always('trigger'),
    halts: 'cancel_compaction', haltReason: { otherwise: 'PreCompact hook stopped execution' },
  },
  PostCompact: { ...OPEN, ...OBSERVES, ...about('trigger'), ...endsTurn('PostCompact'), means: ['PostCompact'], fields: always('trigger') },
  SessionStart: {
    ...OPEN, ...OBSERVES, ...about('source'), ...endsTurn('SessionStart'), means: ['SessionStart'], text: 'context',
    fields: [{ name: 'source', from: ['source'], or: 'startup' }],
  },
  SessionEnd: {
    ...OPEN, ...UNREAD, ...BRIEF, subject: { from: 'constant', text: 'other' }, means: ['SessionEnd'], words: END_WORDS,
    tells: { reason: 'other' },
    fields: [{ name: 'reason', constant: 'other' }],
  },
  UserPromptSubmit: {
    ...OPEN, ...ABOUT_NOTHING, ...endsTurn('UserPromptSubmit'), means: ['UserPromptSubmit'], block: 'reject_prompt', reasons: 'first', text: 'context',
    fields: always('prompt'),
  },
  SubagentStart: {
    ...OPEN, ...OBSERVES, ...about('agent_type', 'default'), means: ['SubagentStart'], text: 'context',
    fields: [{ name: 'agent_id', from: ['agent_id'], or: '' }, { name: 'agent_type', from: ['agent_type'], or: 'default' }],
  },
  SubagentStop: {
    ...OPEN, ...about('agent_type', 'default'), ...endsTurn('SubagentStop'), means: ['SubagentStop'], block: 'keep_working', reasons: 'paragraphs', text: 'bad_output',
    fields: [
      ...always('agent_transcript_path'),
      STOP_BEGINS,
      { name: 'agent_id', from: ['agent_id'], or: '' },
      { name: 'agent_type', from: ['agent_type'], or: 'default' },
      ...always('last_assistant_message'),
    ],
  },
  Stop: {
    ...OPEN, ...ABOUT_NOTHING, ...endsTurn('Stop'), means: ['Stop'], block: 'keep_working', reasons: 'paragraphs', text: 'bad_output',
    fields: [STOP_BEGINS, ...always('last_assistant_message')],
  },
  Interrupt: { ...OPEN, ...OBSERVES, ...BRIEF, ...ABOUT_NOTHING, means: ['Interrupt'], text: 'bad_output', fields: [] },
  PreModelRequest: { ...OPEN, ...UNREAD, ...ABOUT_NOTHING, means: ['PreModelTurn'], fields: [] },
  PostModelRequest: {
    ...OPEN, ...UNREAD, ...ABOUT_NOTHING, means: ['PostModelTurn'],
    fields: [{ name: 'status', from: ['status'], or: 'completed' }, ...always('error', 'token_usage')],
  },
};
