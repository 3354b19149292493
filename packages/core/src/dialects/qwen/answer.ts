import type { AnswerTable } from '../../model/index.ts';
import { EVENTS } from './events.ts';

const OWN = 'hookSpecificOutput';
const LENIENT = { wrongType: 'ignored' } as const;

const OTHER_EVENTS = Object.keys(EVENTS).filter((name) => name !== 'PreToolUse');
const CONTEXT_EVENTS = Object.keys(EVENTS).filter((name) => EVENTS[name]?.context !== 'dropped');

/** How answers are read: leniently, and at every exit code. */
export const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'block', other: 'read-object-else-fault', signal: 'read-object-else-fault' },
  byText: {
    from: { usual: 'stdout-else-stderr', two: 'stderr' },
    zero: { json: 'by-event', broken: 'fault', text: 'by-event' },
    two: { json: 'refuse', broken: 'refuse', text: 'refuse' },
    other: { json: 'warning', broken: 'fault', text: 'warning' },
  },
  exitReasons: ['stderr'],
  answerReasons: [],
  readsBlockingExit: false,
  defaultReason: 'No reason provided',
  askReason: 'User confirmation required',
  style: 'keys',
  text: 'by-event',
  unknownKeys: 'ignored',
  decisions: [
    { key: `${OWN}.permissionDecision`, words: { deny: 'block', ask: 'ask', allow: 'pass' }, takes: 'word', unknownWord: 'ignored', on: ['PreToolUse'] },
    { key: 'decision', words: { block: 'block', deny: 'block', ask: 'ask', allow: 'none', approve: 'none' }, takes: 'word', unknownWord: 'ignored', on: ['PreToolUse'] },
    { key: 'decision', words: { block: 'block', deny: 'block', allow: 'none', approve: 'none' }, takes: 'word', unknownWord: 'ignored', on: OTHER_EVENTS },
  ],
  reasons: [`${OWN}.permissionDecisionReason`, 'reason'],
  endTurn: { key: 'continue', reasons: ['stopReason', 'reason'], prefers: 'its-own-reason', otherCalls: 'run', tellsModel: true },
  envelope: null,
  fields: [
    { key: 'systemMessage',             gives: 'message',          takes: 'non-empty-text', ...LENIENT, level: 'info', besideBlock: true },
    { key: 'suppressOutput',            gives: 'quiet',            takes: 'flag', ...LENIENT, besideBlock: true },
    { key: 'terminalSequence',          gives: 'terminalSequence', takes: 'non-empty-text', ...LENIENT, besideBlock: true },
    { key: `${OWN}.additionalContext`,  gives: 'context',          takes: 'non-empty-text', ...LENIENT, on: CONTEXT_EVENTS },
    { key: `${OWN}.tool_input`,         gives: 'nextInput',        takes: 'object', ...LENIENT, on: ['PreToolUse'] },
    { key: `${OWN}.updatedInput`,       gives: 'checked',          takes: 'object', ...LENIENT, on: ['PreToolUse'] },
    { key: `${OWN}.artifacts`,          gives: 'artifacts',        takes: 'list', ...LENIENT },
    { key: `${OWN}.decision`,           gives: 'permission',       takes: 'permission-or-denial', ...LENIENT, on: ['PermissionRequest'] },
  ],
  badOutputProceeds: false,
  badOutputSpoilsRefusal: false,
  failureGoesTo: 'log',
  blockToldAs: null,
};
