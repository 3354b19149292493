import type { EventRow, NativeWords, PayloadField } from '../../model/index.ts';

const OPEN = { onFault: 'proceed', waits: true } as const;
const about = (field: string) => ({ subject: { from: 'field', field } }) as const;
const ABOUT_NOTHING = { subject: { from: 'nothing' } } as const;
/** By its name, which is its kind where it has no other. */
const ABOUT_SUBAGENT = { subject: { from: 'field', field: 'agent_name', orField: 'agent_type' } } as const;

/** The name under which a hook is registered picks its payload, its matcher and its answer. */
type Casing = 'camel' | 'pascal';

const inSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const spelled = (casing: Casing, name: string): string => (casing === 'camel' ? name : inSnake(name));

/** A field that is sent only when the event has it, by its name in camelCase; the neutral one is its snake_case. */
const given = (casing: Casing, name: string, ...from: readonly string[]): PayloadField => ({
  name: spelled(casing, name),
  from: from.length === 0 ? [inSnake(name)] : from,
});
/** A field that is sent in any case. */
const always = (casing: Casing, name: string, ...from: readonly string[]): PayloadField => ({
  ...given(casing, name, ...from),
  or: null,
});

const STOP_ACTIVE: PayloadField = { name: 'stop_hook_active', from: ['stop_hook_active'], or: false };
const stopFields = (casing: Casing): readonly PayloadField[] => [
  { ...given(casing, 'stopReason'), or: 'end_turn' },
  STOP_ACTIVE,
];
const subagentFields = (casing: Casing): readonly PayloadField[] => [
  given(casing, 'transcriptPath', 'agent_transcript_path', 'transcript_path'),
  { ...always(casing, 'agentName', 'agent_name', 'name', 'agent_type'), as: 'text' },
  given(casing, 'agentDisplayName'),
  given(casing, 'agentDescription'),
];
const callFields = (casing: Casing): readonly PayloadField[] => [
  always(casing, 'toolName'),
  { ...always(casing, 'toolArgs', 'tool_input'), name: casing === 'camel' ? 'toolArgs' : 'tool_input' },
];

const START_WORDS: NativeWords = { field: 'source', words: { startup: 'new', clear: 'new' } };
const END_WORDS: NativeWords = {
  field: 'reason',
  words: { other: 'complete', prompt_input_exit: 'user_exit', clear: 'user_exit', logout: 'user_exit' },
};

/** Tools under the names of Claude Code, which many know; the inputs stay the program's own. */
const CLAUDE_LIKE = { toolNames: 'neutral', match: 'aliases-or-whole-regex' } as const;
const tools = (casing: Casing): Pick<EventRow, 'toolNames' | 'match'> => (casing === 'camel' ? {} : CLAUDE_LIKE);

type Rows = Readonly<Record<string, EventRow>>;

const sessionRows = (casing: Casing) =>
  ({
    SessionStart: {
      ...OPEN, ...ABOUT_NOTHING, means: ['SessionStart'], block: null, words: START_WORDS,
      fields: [always(casing, 'source'), given(casing, 'initialPrompt')],
    },
    SessionEnd: { ...OPEN, ...ABOUT_NOTHING, means: ['SessionEnd'], block: null, context: 'dropped', words: END_WORDS, fields: [always(casing, 'reason')] },
    UserPromptSubmit: {
      ...OPEN, ...ABOUT_NOTHING, means: ['UserPromptSubmit'], block: 'reject_prompt', fold: 'laid-over', fields: [always(casing, 'prompt')],
    },
  }) as const satisfies Rows;

const callRows = (casing: Casing) =>
  ({
    PreToolUse: {
      ...about('tool_name'), ...tools(casing), means: ['PreToolUse'], block: 'deny_tool', waits: true, onFault: 'block', onTimeout: 'proceed',
      faultReason: 'Denied by preToolUse hook from "{file}" (hook errored)',
      exits: { two: 'block' },
      reasonKeys: [...(casing === 'camel' ? [] : ['hookSpecificOutput.permissionDecisionReason']), 'permissionDecisionReason'],
      fields: callFields(casing),
      blockText: { text: 'Denied by preToolUse hook: {reason}' },
    },
    PostToolUse: {
      ...OPEN, ...about('tool_name'), ...tools(casing), means: ['PostToolUse'], block: 'withhold_output',
      fields: [
        ...callFields(casing),
        {
          name: spelled(casing, 'toolResult'), from: ['tool_response'], or: null,
          as: casing === 'camel' ? 'text-result' : 'text-result-in-snake-case',
        },
      ],
      blockText: { text: 'Tool result blocked: {reason}' },
    },
    PostToolUseFailure: {
      ...OPEN, ...ABOUT_NOTHING, ...(casing === 'camel' ? {} : { toolNames: 'neutral' }), means: ['PostToolUseFailure'], block: null,
      exits: { two: 'stderr-is-context' },
      fields: [...callFields(casing), always(casing, 'error')],
    },
  }) as const satisfies Rows;

const permissionRow = (casing: Casing) =>
  ({
    PermissionRequest: {
      ...about('tool_name'), ...(casing === 'camel' ? {} : { ...CLAUDE_LIKE, toolNames: 'neutral-in-matchers' }), means: ['PermissionRequest'], block: null,
      refusal: 'denied-permission', unexplained: 'without-reason', fold: 'laid-over', waits: true, onFault: 'block', onTimeout: 'proceed', context: 'dropped',
      faultReason: 'Permission request hook failed',
      exits: { two: 'block' },
      reasonKeys: ['message'],
      // The same payload under either name.
      fields: [
        always('camel', 'toolName'),
        always('camel', 'toolInput'),
        { ...given('camel', 'permissionSuggestions'), or: [] },
      ],
    },
  }) as const satisfies Rows;

const stopRows = (casing: Casing) =>
  ({
    Stop: {
      ...OPEN, ...ABOUT_NOTHING, means: ['Stop'], block: 'keep_working', fold: 'laid-over', context: 'dropped',
      fields: [given(casing, 'transcriptPath'), ...stopFields(casing)],
    },
    SubagentStart: { ...OPEN, ...ABOUT_SUBAGENT, means: ['SubagentStart'], block: null, fields: subagentFields(casing) },
    SubagentStop: {
      ...OPEN, ...ABOUT_NOTHING, means: ['SubagentStop'], block: 'keep_working', fold: 'laid-over', context: 'dropped',
      fields: [
        ...subagentFields(casing),
        { name: casing === 'camel' ? 'response' : 'last_assistant_message', from: ['last_assistant_message', 'result'], or: '' },
        ...stopFields(casing),
      ],
    },
  }) as const satisfies Rows;

const otherRows = (casing: Casing) =>
  ({
    ErrorOccurred: {
      ...OPEN, ...ABOUT_NOTHING, means: ['StopFailure'], block: null, context: 'dropped',
      fields: [
        { ...given(casing, 'error'), as: 'error-object', or: null },
        { ...given(casing, 'errorContext'), or: 'model_call' },
        { ...given(casing, 'recoverable'), or: false },
      ],
    },
    PreCompact: {
      ...OPEN, ...about('trigger'), means: ['PreCompact'], block: null, context: 'dropped',
      fields: [given(casing, 'transcriptPath'), always(casing, 'trigger'), { ...given(casing, 'customInstructions'), or: '' }],
    },
    Notification: {
      ...about('notification_type'), means: ['Notification'], block: null, onFault: 'proceed', waits: false,
      fields: [
        always('camel', 'message'),
        given('camel', 'title'),
        { name: 'hook_event_name', constant: 'Notification' },
        { name: 'notification_type', from: ['notification_type'], or: null },
      ],
    },
  }) as const satisfies Rows;

/** All events that have two names, in one of the two casings. */
const rowsIn = (casing: Casing) => ({
  ...sessionRows(casing),
  ...callRows(casing),
  ...permissionRow(casing),
  ...stopRows(casing),
  ...otherRows(casing),
});

const CAMEL = rowsIn('camel');
const PASCAL = rowsIn('pascal');

/** The name in camelCase of each event that has two. */
const CAMEL_NAMES = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  PermissionRequest: 'permissionRequest',
  Stop: 'agentStop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  ErrorOccurred: 'errorOccurred',
  PreCompact: 'preCompact',
  Notification: 'notification',
} as const satisfies Readonly<Record<keyof typeof PASCAL, string>>;

type DoubledEvent = keyof typeof CAMEL_NAMES;
const DOUBLED = Object.keys(CAMEL_NAMES) as readonly DoubledEvent[];

const TRANSFORMED: EventRow = {
  ...OPEN, ...ABOUT_NOTHING, means: ['UserPromptTransformed'], block: null, fold: 'laid-over', context: 'dropped',
  fields: [always('camel', 'prompt'), always('camel', 'transformedPrompt')],
};

/** The native events under both of their names, the one in camelCase first. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  ...Object.fromEntries(DOUBLED.map((name) => [CAMEL_NAMES[name], CAMEL[name]])),
  userPromptTransformed: TRANSFORMED,
  ...Object.fromEntries(DOUBLED.map((name) => [name, { ...PASCAL[name], spellingOf: CAMEL_NAMES[name] }])),
};

/** Both names of these events. */
export const bothNames = (...names: readonly DoubledEvent[]): readonly string[] =>
  names.flatMap((name) => [CAMEL_NAMES[name], name]);

/** Events whose payload is in camelCase: all of that spelling, and two under either name. */
const IN_CAMEL: readonly string[] = [
  ...Object.values(CAMEL_NAMES), 'userPromptTransformed', 'PermissionRequest', 'Notification',
];
const IN_SNAKE: readonly string[] = DOUBLED.filter((name) => !IN_CAMEL.includes(name));

const commonIn = (casing: Casing, on: readonly string[]): readonly PayloadField[] => [
  { ...always(casing, 'sessionId'), on },
  { name: 'timestamp', from: ['timestamp'], as: casing === 'camel' ? 'epoch-ms' : 'utc-time', on },
  { name: 'cwd', is: 'cwd', on },
  { ...given(casing, 'agentId'), on },
  { ...given(casing, 'agentType'), on },
  { ...given(casing, 'parentAgentId'), on },
];

export const COMMON_FIELDS: readonly PayloadField[] = [
  { name: 'hookName', constant: 'permissionRequest', on: bothNames('PermissionRequest') },
  ...commonIn('camel', IN_CAMEL),
  { name: 'hook_event_name', is: 'native-event', on: IN_SNAKE },
  ...commonIn('pascal', IN_SNAKE),
];
