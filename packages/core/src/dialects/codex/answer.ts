import type { AnswerTable, VoidRow } from '../../model/index.ts';
import { EVENTS } from './events.ts';

const OWN = 'hookSpecificOutput';
const STRICT = { wrongType: 'bad_output' } as const;

/** Events whose answers have keys beside those of all. */
const DECIDING = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'] as const;
const CONTEXT_EVENTS = ['PreToolUse', 'PostToolUse', 'SessionStart', 'SubagentStart', 'UserPromptSubmit'] as const;
/** All whose answers are read, but the one that only takes a message. */
const TURN_EVENTS = [...DECIDING, 'SessionStart', 'SubagentStart', 'PermissionRequest', 'PreCompact', 'PostCompact'] as const;

/** The names that an answer may carry, whatever the event. */
const NAMES = Object.keys(EVENTS);

const DECISION = `${OWN}.permissionDecision`;
const REASON = `${OWN}.permissionDecisionReason`;
const INPUT = `${OWN}.updatedInput`;
const BEFORE_TOOL = ['PreToolUse'] as const;
const BEFORE_PERMISSION = ['PreToolUse', 'PermissionRequest'] as const;
const AFTER_TOOL = ['PostToolUse'] as const;
const STOPS = { key: 'continue', is: false } as const;
const OWN_DECISION = [{ key: DECISION }, { key: REASON }, { key: INPUT }] as const;

/** What is known and not supported: it takes everything beside it along. */
const VOIDS: readonly VoidRow[] = [
  { key: 'continue', is: false, on: BEFORE_PERMISSION },
  { key: 'stopReason', on: BEFORE_PERMISSION },
  { key: 'suppressOutput', is: true, on: BEFORE_PERMISSION },
  { key: 'suppressOutput', is: true, on: AFTER_TOOL, unless: [STOPS] },
  { key: `${OWN}.updatedMCPToolOutput`, on: AFTER_TOOL, unless: [STOPS] },
  { key: 'reason', on: AFTER_TOOL, unless: [{ key: 'decision' }, STOPS] },
  { key: 'reason', on: BEFORE_TOOL, unless: [{ key: 'decision' }, ...OWN_DECISION] },
  { key: 'decision', is: 'approve', on: BEFORE_TOOL, unless: [...OWN_DECISION] },
  { key: DECISION, is: 'ask', on: BEFORE_TOOL },
  { key: DECISION, is: 'allow', on: BEFORE_TOOL, unless: [{ key: INPUT }] },
  { key: INPUT, on: BEFORE_TOOL, unless: [{ key: DECISION, is: 'allow' }] },
  { key: REASON, on: BEFORE_TOOL, unless: [{ key: DECISION }] },
];

/** How answers are read: at exit code 0 alone, and whole or not at all. */
export const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'block-with-reason', other: 'fault' },
  exitReasons: ['stderr'],
  answerReasons: [],
  readsBlockingExit: false,
  defaultReason: 'the hook gave no reason',
  style: 'keys',
  text: 'by-event',
  brokenObject: 'bad_output',
  unknownKeys: 'bad_output',
  refusalNeedsReason: true,
  decisions: [
    { key: DECISION, words: { deny: 'block', allow: 'none', ask: 'none' }, takes: 'word', unknownWord: 'bad_output', on: BEFORE_TOOL, reasons: [REASON] },
    { key: 'decision', words: { approve: 'none', block: 'block' }, takes: 'word', unknownWord: 'bad_output', on: BEFORE_TOOL, reasons: ['reason'], notBeside: OWN_DECISION.map(({ key }) => key) },
    { key: 'decision', words: { block: 'block' }, takes: 'word', unknownWord: 'bad_output', on: DECIDING.filter((name) => name !== 'PreToolUse'), reasons: ['reason'] },
  ],
  reasons: [],
  endTurn: { key: 'continue', reasons: ['stopReason'], prefers: 'its-own-reason', otherCalls: 'run', tellsModel: false },
  envelope: { key: OWN, names: 'hookEventName', known: NAMES },
  voids: VOIDS,
  fields: [
    { key: 'continue',       gives: 'checked', takes: 'flag', ...STRICT, on: TURN_EVENTS, notNull: true },
    { key: 'stopReason',     gives: 'checked', takes: 'text', ...STRICT, on: TURN_EVENTS },
    { key: 'suppressOutput', gives: 'checked', takes: 'flag', ...STRICT, on: TURN_EVENTS, notNull: true },
    { key: 'reason',         gives: 'checked', takes: 'text', ...STRICT, on: DECIDING },
    { key: 'systemMessage',  gives: 'message', takes: 'non-empty-text', ...STRICT, level: 'warning', on: [...TURN_EVENTS, 'Interrupt'], besideBlock: true },
    { key: REASON,           gives: 'checked', takes: 'text', ...STRICT, on: BEFORE_TOOL },
    { key: INPUT,            gives: 'updatedInput', takes: 'object', ...STRICT, on: BEFORE_TOOL },
    { key: `${OWN}.additionalContext`,    gives: 'context', takes: 'non-empty-text', ...STRICT, on: CONTEXT_EVENTS, besideBlock: true },
    { key: `${OWN}.updatedMCPToolOutput`, gives: 'checked', takes: 'json', ...STRICT, on: AFTER_TOOL },
    { key: `${OWN}.decision`, gives: 'permission', takes: 'plain-permission-answer', ...STRICT, on: ['PermissionRequest'], otherwise: 'PermissionRequest hook denied approval' },
  ],
  badOutputProceeds: true,
  badOutputSpoilsRefusal: true,
  blockToldAs: null,
};
