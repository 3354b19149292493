import type { AnswerTable, TextUses } from '../../model/index.ts';
import { EVENTS } from './events.ts';

const OWN = 'hookSpecificOutput';
const LENIENT = { wrongType: 'ignored' } as const;
const OTHER_EVENTS = Object.keys(EVENTS).filter((name) => name !== 'BeforeTool');
const READ: TextUses = { json: 'nothing', broken: 'message', text: 'message' };

/** How answers are read: leniently, and at every exit code. */
export const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'block', other: 'read-object-else-fault', signal: 'read-object-else-fault' },
  byText: {
    from: { usual: 'stdout-else-stderr' },
    zero: READ,
    one: { json: 'nothing', broken: 'warning', text: 'warning' },
    signal: READ,
    other: { json: 'nothing', broken: 'refuse', text: 'refuse' },
  },
  exitReasons: ['stdout', 'stderr'],
  answerReasons: [],
  readsBlockingExit: false,
  defaultReason: 'No reason provided',
  style: 'keys',
  text: 'by-event',
  unknownKeys: 'ignored',
  decisions: [
    { key: 'decision', words: { deny: 'block', block: 'block', ask: 'ask', allow: 'none' }, takes: 'word', unknownWord: 'ignored', on: ['BeforeTool'] },
    { key: 'decision', words: { deny: 'block', block: 'block', allow: 'none' }, takes: 'word', unknownWord: 'ignored', on: OTHER_EVENTS },
  ],
  reasons: ['reason'],
  endTurn: { key: 'continue', reasons: ['stopReason', 'reason'], prefers: 'its-own-reason', otherCalls: 'do-not-run', tellsModel: false },
  envelope: null,
  fields: [
    { key: 'systemMessage',               gives: 'message',             takes: 'non-empty-text', ...LENIENT, level: 'info', besideBlock: true },
    { key: 'suppressOutput',              gives: 'quiet',               takes: 'flag', ...LENIENT, besideBlock: true },
    { key: `${OWN}.additionalContext`,    gives: 'context',             takes: 'non-empty-text', ...LENIENT, on: ['SessionStart', 'BeforeAgent'] },
    { key: `${OWN}.additionalContext`,    gives: 'context',             takes: 'non-empty-text', ...LENIENT, on: ['AfterTool'], notWhen: { field: 'hook_event_name', isOneOf: ['PostToolUseFailure'] } },
    { key: `${OWN}.clearContext`,         gives: 'clearContext',        takes: 'flag', ...LENIENT, on: ['AfterAgent'], besideBlock: true },
    { key: `${OWN}.tool_input`,           gives: 'updatedInput',        takes: 'object', ...LENIENT, on: ['BeforeTool'] },
    { key: `${OWN}.tailToolCallRequest`,  gives: 'tailToolCallRequest', takes: 'object', ...LENIENT, on: ['AfterTool'] },
    { key: `${OWN}.llm_request`,          gives: 'llmRequest',          takes: 'object', ...LENIENT, on: ['BeforeModel'] },
    { key: `${OWN}.llm_response`,         gives: 'llmResponse',         takes: 'object', ...LENIENT, on: ['BeforeModel'], besideBlock: true, onlyBesideBlock: true },
    { key: `${OWN}.llm_response`,         gives: 'llmResponse',         takes: 'model-answer', ...LENIENT, on: ['AfterModel'] },
    { key: `${OWN}.toolConfig`,           gives: 'toolConfig',          takes: 'object', ...LENIENT, on: ['BeforeToolSelection'] },
  ],
  badOutputProceeds: false,
  badOutputSpoilsRefusal: false,
  failureGoesTo: 'log',
  blockToldAs: null,
};
