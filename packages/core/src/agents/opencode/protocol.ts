import type { AnswerTable, Dialect, EventRow, PayloadField } from '../../model/index.ts';

const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));

const OPEN = { onFault: 'proceed', waits: true, subject: { from: 'nothing' } } as const;
const ABOUT_TOOL = { ...OPEN, subject: { from: 'field', field: 'tool_name' } } as const;
const OBSERVED = { ...OPEN, block: null, answers: 'ignored', context: 'dropped' } as const;
const CALL = given('tool_name', 'tool_input', 'tool_use_id');

const EVENTS: Readonly<Record<string, EventRow>> = {
  'session.created': { ...OBSERVED, means: ['SessionStart'], fields: given('source') },
  'chat.message': { ...OPEN, means: ['UserPromptSubmit'], block: 'reject_prompt', fields: given('prompt') },
  'tool.execute.before': { ...ABOUT_TOOL, means: ['PreToolUse'], block: 'deny_tool', fields: CALL },
  'tool.execute.after': {
    ...ABOUT_TOOL,
    means: ['PostToolUse'],
    block: 'withhold_output',
    fields: [...CALL, ...given('tool_response')],
  },
  'experimental.session.compacting': { ...OPEN, means: ['PreCompact'], block: null, fields: given('trigger') },
  'session.compacted': { ...OBSERVED, means: ['PostCompact'], fields: [] },
  'session.idle': { ...OBSERVED, means: ['Stop'], fields: [] },
  'session.error': { ...OBSERVED, means: ['StopFailure'], fields: given('error') },
  'session.deleted': { ...OBSERVED, means: ['SessionEnd'], fields: given('reason') },
};

const ANSWERED = [
  'chat.message',
  'tool.execute.before',
  'tool.execute.after',
  'experimental.session.compacting',
] as const;
const LENIENT = { wrongType: 'bad_output' } as const;

const ANSWER: AnswerTable = {
  exits: { zero: 'read', two: 'block', other: 'fault' },
  exitReasons: ['stderr'],
  answerReasons: [],
  defaultReason: 'refused by a hook, without a reason',
  readsBlockingExit: false,
  style: 'keys',
  text: 'bad_output',
  unknownKeys: 'ignored',
  decisions: [{ key: 'decision', words: { block: 'block' }, takes: 'word', unknownWord: 'bad_output' }],
  reasons: ['reason'],
  endTurn: null,
  envelope: null,
  fields: [
    { key: 'message', gives: 'message', takes: 'text', ...LENIENT, on: ANSWERED, besideBlock: true },
    { key: 'updatedInput', gives: 'updatedInput', takes: 'object', ...LENIENT, on: ['tool.execute.before'] },
    { key: 'updatedPrompt', gives: 'updatedPrompt', takes: 'text', ...LENIENT, on: ['chat.message'] },
    { key: 'updatedToolOutput', gives: 'updatedToolOutput', takes: 'json', ...LENIENT, on: ['tool.execute.after'] },
    { key: 'context', gives: 'context', takes: 'text', ...LENIENT, on: ANSWERED },
  ],
  badOutputProceeds: false,
  badOutputSpoilsRefusal: false,
  blockToldAs: null,
};

/** What the plugin writes and reads: a program of opencode's own has no words for that, so they are ours. No file is read by it. */
export const PROTOCOL: Dialect = {
  id: 'opencode',
  title: 'opencode',
  locations: [],
  shape: {
    kind: 'flat-json',
    keys: {},
    handlerKeys: {},
    negation: '',
    timeoutMs: 60_000,
    merge: 'concatenate-less-negated',
  },
  match: 'everything',
  condition: 'none',
  events: EVENTS,
  tools: {
    Bash: { names: ['bash'], known: 'shown' },
    Read: { names: ['read'], fields: { file_path: 'filePath' }, known: 'documented' },
    Write: { names: ['write'], fields: { file_path: 'filePath' }, known: 'documented' },
    Edit: {
      names: ['edit'],
      fields: {
        file_path: 'filePath',
        old_string: 'oldString',
        new_string: 'newString',
        replace_all: 'replaceAll',
      },
      known: 'documented',
    },
    Glob: { names: ['glob'], known: 'documented' },
    Grep: { names: ['grep'], known: 'documented' },
    WebFetch: { names: ['webfetch'], known: 'documented' },
    WebSearch: { names: ['websearch'], known: 'documented' },
    TodoWrite: { names: ['todowrite'], known: 'documented' },
    Agent: { names: ['task'], known: 'documented' },
  },
  aliases: {},
  commonFields: [
    { name: 'session_id', from: ['session_id'] },
    { name: 'cwd', is: 'cwd' },
    { name: 'hook_event_name', is: 'native-event' },
  ],
  json: 'compact',
  environment: { inherits: 'everything', sets: [] },
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
    afterBlock: 'stop',
    duplicates: 'run',
    background: 'with-the-rest',
    lateContext: 'discard',
    rewake: false,
  },
  faultIds: {},
  bounds: { keepWorking: 0, retryTurn: null },
  debugLines: false,
};
