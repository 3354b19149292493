import type { AnswerTable } from '../../model/index.ts';

const CALLS = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution'] as const;
const STOPS = ['stop', 'subagentStop'] as const;
/** Events whose answers may hold a text for the user. */
const SHOWING = [...CALLS, 'beforeReadFile', 'beforeSubmitPrompt', 'subagentStart', 'preCompact'] as const;
const STRICT = { wrongType: 'bad_output' } as const;
const PERMISSION = { key: 'permission', takes: 'word', unknownWord: 'bad_output' } as const;
/** A refusal that the model is not told of. */
const TELLS_USER = { givesReasonIn: 'user_message' } as const;

/** How answers are read: one JSON object at exit code 0, whose words differ by event. */
export const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'block', other: 'fault' },
  exitReasons: ['stderr'],
  answerReasons: [],
  defaultReason: 'Blocked by hook',
  readsBlockingExit: false,
  style: 'keys',
  text: 'bad_output',
  unknownKeys: 'ignored',
  decisions: [
    { ...PERMISSION, words: { deny: 'block', ask: 'ask', allow: 'allow' }, on: CALLS },
    { ...PERMISSION, words: { deny: 'block', allow: 'allow' }, on: ['beforeReadFile'], ...TELLS_USER },
    { ...PERMISSION, words: { deny: 'block', ask: 'block', allow: 'none' }, on: ['subagentStart'], ...TELLS_USER },
    { key: 'continue', words: { false: 'block', true: 'none' }, takes: 'boolean', unknownWord: 'bad_output', on: ['beforeSubmitPrompt'], ...TELLS_USER },
    { key: 'followup_message', words: { filled: 'block', empty: 'none' }, takes: 'text', unknownWord: 'bad_output', on: STOPS, reasons: ['followup_message'] },
  ],
  reasons: ['agent_message', 'user_message'],
  reasonTakes: 'text',
  endTurn: null,
  envelope: null,
  fields: [
    { key: 'agent_message',           gives: 'checked',           takes: 'text', wrongType: 'ignored' },
    { key: 'user_message',            gives: 'message',           takes: 'non-empty-text', wrongType: 'ignored', level: 'info', on: SHOWING, besideBlock: true },
    { key: 'updated_input',           gives: 'updatedInput',      takes: 'object', ...STRICT, on: ['preToolUse'] },
    { key: 'additional_context',      gives: 'context',           takes: 'non-empty-text', ...STRICT, on: ['sessionStart', 'postToolUse'] },
    { key: 'updated_mcp_tool_output', gives: 'updatedToolOutput', takes: 'json', ...STRICT, on: ['postToolUse'], onlyForMcp: true },
  ],
  badOutputProceeds: false,
  badOutputSpoilsRefusal: false,
  blockToldAs: null,
};
