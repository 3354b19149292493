import type { AnswerTable } from '../../model/index.ts';
import { EVENTS } from './events.ts';

/** Events of a turn, on which continue and systemMessage count; on all others both are discarded. */
const TURN_EVENTS = Object.keys(EVENTS).filter((name) => EVENTS[name]?.endsTurn === true);

const CONTEXT_EVENTS = [
  'SessionStart', 'Setup', 'UserPromptSubmit', 'UserPromptExpansion', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch',
  'Notification', 'SubagentStart', 'SubagentStop', 'Stop', 'PostModelSwitch',
] as const;

const OWN = 'hookSpecificOutput';
const STRICT = { wrongType: 'bad_output' } as const;

/** How answers are read: strictly, and at every exit code. */
export const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'block', other: 'read-object-else-fault', signal: 'read-object-else-fault' },
  exitReasons: ['stderr'],
  answerReasons: [],
  readsBlockingExit: 'its-reason-first',
  defaultReason: { exit: 'No stderr output', answer: 'Blocked by hook' },
  style: 'keys',
  text: 'by-event',
  brokenObject: 'text',
  unknownKeys: 'ignored',
  nullValue: 'wrong-type',
  severalDecisions: 'strictest',
  decisions: [
    {
      key: `${OWN}.permissionDecision`, words: { allow: 'allow', deny: 'block', ask: 'ask', defer: 'defer' }, takes: 'word', unknownWord: 'bad_output',
      on: ['PreToolUse'], reasons: [`${OWN}.permissionDecisionReason`, 'reason'],
    },
    {
      key: `${OWN}.permissionDecision`, words: { allow: 'allow', deny: 'block', ask: 'ask' }, takes: 'word', unknownWord: 'bad_output',
      on: ['PreModelSwitch'], reasons: [`${OWN}.permissionDecisionReason`, 'reason'],
    },
    { key: 'decision', words: { approve: 'allow', block: 'block' }, takes: 'word', unknownWord: 'bad_output', reasons: ['reason'] },
  ],
  reasons: [`${OWN}.permissionDecisionReason`, 'reason'],
  endTurn: { key: 'continue', reasons: ['stopReason'], prefers: 'its-own-reason', otherCalls: 'do-not-run', tellsModel: true },
  envelope: { key: OWN, names: 'hookEventName' },
  fields: [
    { key: 'continue',         gives: 'checked', takes: 'flag', ...STRICT },
    { key: 'stopReason',       gives: 'checked', takes: 'text', ...STRICT },
    { key: 'reason',           gives: 'checked', takes: 'text', ...STRICT },
    { key: 'suppressOutput',   gives: 'checked', takes: 'flag', ...STRICT },
    { key: 'systemMessage',    gives: 'checked', takes: 'text', ...STRICT },
    { key: 'systemMessage',    gives: 'message', takes: 'non-empty-text', ...STRICT, level: 'info', on: TURN_EVENTS, besideBlock: true, late: 'context' },
    { key: 'systemMessage',    gives: 'context', takes: 'non-empty-text', ...STRICT, on: ['DirectoryAdded'], besideBlock: true },
    { key: 'terminalSequence', gives: 'terminalSequence', takes: 'non-empty-text', ...STRICT, besideBlock: true },
    { key: `${OWN}.permissionDecisionReason`, gives: 'checked',        takes: 'text',   ...STRICT, on: ['PreToolUse', 'PreModelSwitch'] },
    { key: `${OWN}.additionalContext`,    gives: 'context',            takes: 'non-empty-text', ...STRICT, on: CONTEXT_EVENTS, besideBlock: true, late: 'context' },
    { key: `${OWN}.sessionTitle`,         gives: 'sessionTitle',       takes: 'non-empty-text', ...STRICT, on: ['SessionStart', 'UserPromptSubmit'], notWhen: { field: 'source', isOneOf: ['clear', 'compact'] } },
    { key: `${OWN}.initialUserMessage`,   gives: 'initialUserMessage', takes: 'non-empty-text', ...STRICT, on: ['SessionStart'] },
    { key: `${OWN}.reloadSkills`,         gives: 'reloadSkills',       takes: 'flag',   ...STRICT, on: ['SessionStart'] },
    { key: `${OWN}.suppressOriginalPrompt`, gives: 'suppressOriginalPrompt', takes: 'flag', ...STRICT, on: ['UserPromptSubmit', 'UserPromptExpansion'], besideBlock: true },
    { key: `${OWN}.displayContent`,       gives: 'displayContent',     takes: 'text',   ...STRICT, on: ['MessageDisplay'] },
    { key: `${OWN}.updatedInput`,         gives: 'updatedInput',       takes: 'object', ...STRICT, on: ['PreToolUse'] },
    { key: `${OWN}.updatedMCPToolOutput`, gives: 'updatedToolOutput',  takes: 'json',   ...STRICT, on: ['PostToolUse'], onlyForMcp: true, besideBlock: true },
    { key: `${OWN}.updatedToolOutput`,    gives: 'updatedToolOutput',  takes: 'json',   ...STRICT, on: ['PostToolUse'], inShapeOf: 'tool_response', besideBlock: true },
    { key: `${OWN}.classifierContext`,    gives: 'classifierContext',  takes: 'non-empty-text', ...STRICT, on: ['PostToolUse'], besideBlock: true },
    { key: `${OWN}.decision`,             gives: 'permission',         takes: 'permission-answer', ...STRICT, on: ['PermissionRequest'] },
    { key: `${OWN}.retry`,                gives: 'retry',              takes: 'flag',   ...STRICT, on: ['PermissionDenied'] },
    { key: `${OWN}.watchPaths`,           gives: 'watchPaths',         takes: 'texts',  ...STRICT, on: ['SessionStart', 'CwdChanged', 'FileChanged'] },
    { key: `${OWN}.worktreePath`,         gives: 'worktreePath',       takes: 'absolute-path', ...STRICT, on: ['WorktreeCreate'] },
    { key: `${OWN}.action`,               gives: 'action',             takes: 'elicitation-action', ...STRICT, on: ['Elicitation', 'ElicitationResult'] },
    { key: `${OWN}.content`,              gives: 'content',            takes: 'object', ...STRICT, on: ['Elicitation', 'ElicitationResult'] },
  ],
  failureReason: '[{command}]: {what}; blocking because onFailure is "block"',
  badOutputProceeds: false,
  badOutputSpoilsRefusal: true,
  failureGoesTo: 'log',
  blockToldAs: null,
};
