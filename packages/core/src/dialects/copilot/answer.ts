import type { AnswerTable } from '../../model/index.ts';
import { bothNames } from './events.ts';

const OWN = 'hookSpecificOutput';
const LENIENT = { wrongType: 'ignored' } as const;
const WORD = { takes: 'word', unknownWord: 'ignored' } as const;
const CALL_WORDS = { deny: 'block', ask: 'ask', allow: 'allow' } as const;

/** How answers are read: one JSON object, or nothing; an object in it counts on one event of one spelling alone. */
export const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'read-and-warn', other: 'fault' },
  exitReasons: [],
  answerReasons: [],
  readsBlockingExit: true,
  defaultReason: { exit: 'hook exited with code 2', answer: 'No reason provided' },
  style: 'keys',
  text: 'by-event',
  brokenObject: 'text',
  progressLines: true,
  unknownKeys: 'ignored',
  decisions: [
    { key: `${OWN}.permissionDecision`, words: CALL_WORDS, ...WORD, on: ['PreToolUse'], reasons: [`${OWN}.permissionDecisionReason`, 'permissionDecisionReason'] },
    { key: 'permissionDecision', words: CALL_WORDS, ...WORD, on: ['preToolUse'], reasons: ['permissionDecisionReason'] },
    { key: 'permissionDecision', words: CALL_WORDS, ...WORD, on: ['PreToolUse'], reasons: [`${OWN}.permissionDecisionReason`, 'permissionDecisionReason'] },
    { key: 'decision', words: { block: 'block', allow: 'none' }, ...WORD, on: bothNames('UserPromptSubmit', 'PostToolUse', 'Stop', 'SubagentStop'), needsReason: true },
  ],
  reasons: ['reason'],
  reasonTakes: 'text',
  endTurn: null,
  envelope: null,
  fields: [
    { key: 'additionalContext',         gives: 'context',           takes: 'non-empty-text', ...LENIENT, besideBlock: true, on: bothNames('SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SubagentStart', 'Notification') },
    { key: `${OWN}.additionalContext`,  gives: 'context',           takes: 'non-empty-text', ...LENIENT, besideBlock: true, on: ['PreToolUse'] },
    { key: 'modifiedArgs',              gives: 'updatedInput',      takes: 'object', ...LENIENT, on: bothNames('PreToolUse') },
    { key: `${OWN}.modifiedArgs`,       gives: 'updatedInput',      takes: 'object', ...LENIENT, on: ['PreToolUse'] },
    { key: `${OWN}.updatedInput`,       gives: 'updatedInput',      takes: 'object', ...LENIENT, on: ['PreToolUse'] },
    { key: 'modifiedResult',            gives: 'updatedToolOutput', takes: 'result-text', ...LENIENT, on: bothNames('PostToolUse') },
    { key: 'modifiedPrompt',            gives: 'updatedPrompt',     takes: 'text', ...LENIENT, on: bothNames('UserPromptSubmit') },
    { key: 'modifiedTransformedPrompt', gives: 'updatedPrompt',     takes: 'text', ...LENIENT, on: ['userPromptTransformed'] },
    { key: 'modifiedResponse',          gives: 'modifiedResponse',  takes: 'text', ...LENIENT, on: bothNames('SubagentStop') },
    { key: 'behavior',                  gives: 'permission',        takes: 'permission-answer', parts: ['message', 'interrupt'], ...LENIENT, on: bothNames('PermissionRequest') },
  ],
  badOutputProceeds: true,
  badOutputSpoilsRefusal: true,
  blockToldAs: null,
};
