import type { Dialect, Effect, EventName, EventRow, SubjectRule } from '../../model/index.ts';
import { EVENT_NAMES } from '../../model/index.ts';

const TOOL: SubjectRule = { from: 'field', field: 'tool_name' };
const AGENT: SubjectRule = { from: 'field', field: 'agent_type' };
const SERVER: SubjectRule = { from: 'field', field: 'mcp_server_name' };
const NOTHING: SubjectRule = { from: 'nothing' };

const POWERS: Readonly<Record<EventName, readonly [SubjectRule, Effect | null]>> = {
  SessionStart:       [{ from: 'field', field: 'source' },            'abort_session'],
  SessionEnd:         [{ from: 'field', field: 'reason' },            'keep_session'],
  UserPromptSubmit:   [NOTHING,                                       'reject_prompt'],
  TurnStart:          [NOTHING,                                       'reject_prompt'],
  TurnEnd:            [NOTHING,                                       'keep_working'],
  PreModelTurn:       [NOTHING,                                       'retry_turn'],
  PostModelTurn:      [NOTHING,                                       null],
  PreToolUse:         [TOOL,                                          'deny_tool'],
  PostToolUse:        [TOOL,                                          'withhold_output'],
  PostToolUseFailure: [TOOL,                                          'withhold_output'],
  PermissionRequest:  [TOOL,                                          null],
  PermissionDenied:   [TOOL,                                          null],
  Stop:               [NOTHING,                                       'keep_working'],
  StopFailure:        [{ from: 'field', field: 'error_type' },        null],
  SubagentStart:      [AGENT,                                         'refuse_subagent'],
  SubagentStop:       [AGENT,                                         'keep_working'],
  PreCompact:         [{ from: 'field', field: 'trigger' },           'cancel_compaction'],
  PostCompact:        [{ from: 'field', field: 'trigger' },           null],
  Notification:       [{ from: 'field', field: 'notification_type' }, 'suppress_notification'],
  InstructionsLoaded: [{ from: 'field', field: 'load_reason' },       null],
  ConfigChange:       [{ from: 'field', field: 'source' },            'refuse_change'],
  CwdChanged:         [NOTHING,                                       null],
  FileChanged:        [{ from: 'basename', field: 'file_path' },      null],
  WorktreeCreate:     [NOTHING,                                       'fail_worktree'],
  WorktreeRemove:     [NOTHING,                                       null],
  Elicitation:        [SERVER,                                        'decline'],
  ElicitationResult:  [SERVER,                                        'decline'],
  FacetSwitch:        [NOTHING,                                       null],
  Setup:               [{ from: 'field', field: 'trigger' },          null],
  UserPromptExpansion: [{ from: 'field', field: 'command_name' },     'reject_prompt'],
  MessageDisplay:      [NOTHING,                                      null],
  PostToolBatch:       [NOTHING,                                      'end_turn'],
  TaskCreated:         [NOTHING,                                      'refuse_task'],
  TaskCompleted:       [NOTHING,                                      'keep_task_open'],
  TeammateIdle:        [NOTHING,                                      'keep_working'],
  PreModelSwitch:      [{ from: 'field', field: 'to_model' },         'refuse_change'],
  PostModelSwitch:     [{ from: 'field', field: 'to_model' },         null],
  DirectoryAdded:      [{ from: 'field', field: 'source' },           null],
  SessionDelete:       [NOTHING,                                      null],
  PreToolSelection:    [NOTHING,                                      null],
  Interrupt:           [NOTHING,                                      null],
  UserPromptTransformed: [NOTHING,                                    null],
};

const EVENTS: Readonly<Record<string, EventRow>> = Object.fromEntries(
  EVENT_NAMES.map((name) => {
    const [subject, block] = POWERS[name];
    return [name, { means: [name], subject, block, fields: [], onFault: 'proceed', waits: true } satisfies EventRow];
  }),
);

/**
 * The functions that a host registers while it runs: they use the neutral vocabulary itself and run before any file's
 * hooks.
 */
export const host: Dialect = {
  id: 'host',
  title: "The host's own functions",
  locations: [],
  shape: { kind: 'flat-json', keys: {}, handlerKeys: {}, negation: '!', timeoutMs: 30_000, merge: 'concatenate-less-negated' },
  match: 'names-or-searched-regex',
  condition: 'none',
  tools: {},
  aliases: {},
  commonFields: [],
  json: 'compact',
  events: EVENTS,
  environment: { inherits: 'everything', sets: [] },
  cwd: 'event',
  programsFrom: 'cwd',
  expandsTilde: false,
  placeholders: [],
  atTimeout: 'term',
  answer: {
    exits: { zero: 'read', two: 'block', other: 'fault' },
    exitReasons: [],
    answerReasons: [],
    readsBlockingExit: false,
    defaultReason: 'Blocked by {name}',
    style: 'keys',
    text: 'bad_output',
    unknownKeys: 'ignored',
    decisions: [],
    reasons: [],
    endTurn: null,
    envelope: null,
    fields: [],
    badOutputProceeds: true,
    badOutputSpoilsRefusal: false,
    blockToldAs: null,
  },
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: { order: 'configuration', pace: 'one-by-one', afterBlock: 'stop', duplicates: 'run', background: 'with-the-rest', lateContext: 'discard', rewake: false },
  faultIds: {},
  bounds: { keepWorking: 10, retryTurn: 10 },
  debugLines: false,
};
