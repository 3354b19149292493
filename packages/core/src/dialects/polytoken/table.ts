import type { Dialect, EventRow, NativeField, NativeTool, OutcomeField, OutcomeRow, PayloadField } from '../../model/index.ts';

const TOOL: readonly PayloadField[] = [
  { name: 'tool_name', from: ['tool_name'],  or: null },
  { name: 'input',     from: ['tool_input'], or: null },
];
const SUBAGENT: readonly PayloadField[] = [{ name: 'subagent_type', from: ['agent_type'], or: null }];
const TRIGGER: PayloadField = { name: 'trigger', from: ['trigger'], or: null };

const REASON: OutcomeField = { required: true, gives: 'reason' };
const CAPTURED: Readonly<Record<string, OutcomeField>> = {
  stdout: { required: false, gives: 'record' },
  stderr: { required: false, gives: 'record' },
};
const CONTEXT: Readonly<Record<string, OutcomeField>> = { additional_context: { required: false, gives: 'context' } };

const PROCEED: OutcomeRow = { does: 'proceed', fields: {} };
const PROCEED_WITH_CONTEXT: OutcomeRow = { does: 'proceed', fields: CONTEXT };
const STOP: OutcomeRow = { does: 'stop', fields: { reason: REASON, ...CAPTURED } };
const QUIET_REASON: Readonly<Record<string, OutcomeField>> = { reason: { required: false, gives: 'reason' } };

const ABOUT_TOOL  = { subject: { from: 'field', field: 'tool_name' } } as const;
const ABOUT_AGENT = { subject: { from: 'field', field: 'agent_type' } } as const;
const ABOUT_ITSELF = { subject: { from: 'event-name' } } as const;
const UNAWAITED = { block: null, onFault: 'proceed', waits: false, outcomes: { acknowledged: PROCEED } } as const;

const EVENTS: Readonly<Record<string, EventRow>> = {
  pre_tool_use: {
    ...ABOUT_TOOL, means: ['PreToolUse'], fields: TOOL, block: 'deny_tool', onFault: 'block', waits: true,
    outcomes: { allow: PROCEED, deny: STOP },
  },
  pre_user_prompt: {
    ...ABOUT_ITSELF, means: ['UserPromptSubmit'], fields: [{ name: 'prompt', from: ['prompt'], or: null }], block: 'reject_prompt', onFault: 'proceed', waits: true,
    outcomes: { accept: PROCEED_WITH_CONTEXT, reject: STOP },
  },
  pre_model_turn: {
    ...ABOUT_ITSELF, means: ['PreModelTurn'], fields: [], block: 'retry_turn', onFault: 'block', waits: true,
    outcomes: { proceed: PROCEED_WITH_CONTEXT, retry: STOP },
  },
  stop: {
    ...ABOUT_ITSELF, means: ['Stop'], fields: [{ name: 'last_assistant_message', from: ['last_assistant_message'], or: null }], block: 'keep_working', onFault: 'block', waits: true,
    outcomes: { stop: PROCEED, continue: STOP },
  },
  pre_compaction: {
    ...ABOUT_ITSELF, means: ['PreCompact'], fields: [TRIGGER], block: 'cancel_compaction', onFault: 'block', waits: true,
    outcomes: {
      allow: { does: 'proceed', fields: { prepend_to_prompt: { required: false, gives: 'prependToPrompt' } } },
      cancel: { does: 'stop', fields: { reason: REASON } },
      suppress: { does: 'suppress', effect: 'suppress_compaction', fields: QUIET_REASON },
    },
  },
  session_start: {
    ...ABOUT_ITSELF, means: ['SessionStart'], fields: [], block: null, onFault: 'proceed', waits: true,
    outcomes: { allow: PROCEED_WITH_CONTEXT },
  },
  post_compaction: {
    ...ABOUT_ITSELF, means: ['PostCompact'], fields: [TRIGGER, { name: 'summary', from: ['compact_summary'], or: null }], block: null, onFault: 'proceed', waits: true,
    outcomes: { allow: { does: 'proceed', fields: { append_to_output: { required: false, gives: 'appendToOutput' } } } },
  },
  notification: {
    ...ABOUT_ITSELF, means: ['Notification'], block: null, onFault: 'proceed', waits: true,
    fields: [{ name: 'notification_type', from: ['notification_type'], or: null }, { name: 'message', from: ['message'], or: null }],
    outcomes: { allow: PROCEED, suppress: { does: 'suppress', effect: 'suppress_notification', fields: QUIET_REASON } },
  },
  post_model_turn: { ...UNAWAITED, ...ABOUT_ITSELF, means: ['PostModelTurn'], fields: [] },
  post_tool_use: { ...UNAWAITED, ...ABOUT_TOOL, means: ['PostToolUse'], fields: [...TOOL, { name: 'output', from: ['tool_response'], or: null }] },
  post_tool_use_failure: { ...UNAWAITED, ...ABOUT_TOOL, means: ['PostToolUseFailure'], fields: [...TOOL, { name: 'error', from: ['error'], or: null }] },
  facet_switch: {
    ...UNAWAITED, ...ABOUT_ITSELF, means: ['FacetSwitch'],
    fields: [{ name: 'from_facet', from: ['from_facet'], or: null }, { name: 'to_facet', from: ['to_facet'], or: null }],
  },
  subagent_start: { ...UNAWAITED, ...ABOUT_AGENT, means: ['SubagentStart'], fields: SUBAGENT },
  subagent_stop:  { ...UNAWAITED, ...ABOUT_AGENT, means: ['SubagentStop'],  fields: SUBAGENT },
};

// A guard that compares the path with a name in the project must see it so, however the model wrote it.
const PATH: NativeField = { at: 'path', as: 'project-path' };

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash:     { names: ['shell_exec'], known: 'shown' },
  Read:     { names: ['file_read'],  fields: { file_path: PATH }, known: 'documented' },
  Write:    { names: ['file_write'], fields: { file_path: PATH }, known: 'shown' },
  Edit:     { names: ['file_edit_search_replace'], fields: { file_path: PATH }, known: 'documented' },
  Glob:     { names: ['glob'],       fields: { path: PATH }, known: 'shown' },
  Grep:     { names: ['grep'],       fields: { path: PATH }, known: 'shown' },
  WebFetch: { names: ['web_fetch'],  known: 'shown' },
  Agent:    { names: ['subagent'],   known: 'shown' },
};

/** Polytoken: a strict JSON array of bash scripts that answer by a tagged outcome; guarded actions fail closed. */
export const polytoken: Dialect = {
  id: 'polytoken',
  title: 'Polytoken',
  source: { title: 'Hooks, the manual of Polytoken', copied: '2026-11-15' },
  locations: [
    {
      scope: 'user',
      bases: [
        { from: 'variable', name: 'POLYTOKEN_CONFIG_DIR', path: '' },
        { from: 'variable', name: 'XDG_CONFIG_HOME', path: 'polytoken' },
        { from: 'home', path: '.config/polytoken' },
      ],
      path: 'hooks.json',
    },
    { scope: 'project', bases: [{ from: 'project' }], path: '.polytoken/hooks.json' },
  ],
  shape: {
    kind: 'flat-json',
    keys: {
      name:    { type: 'filled-text', required: true, about: 'Identifies the hook in logs and negations.' },
      event:   { type: 'filled-text', required: true, about: 'The event that fires the hook.' },
      matcher: { type: 'text', about: 'Glob over the subject of the event.' },
      handler: { type: 'object', required: true, about: 'The code to run.' },
    },
    handlerKeys: { bash: { type: 'text', required: true, about: 'Bash script.' } },
    negation: '!',
    timeoutMs: 30_000,
    merge: 'concatenate-less-negated',
  },
  edits: 'on-reload',
  match: 'segment-glob',
  condition: 'none',
  tools: TOOLS,
  aliases: {},
  commonFields: [
    { name: 'event', is: 'native-event' },
    { name: 'matcher_subject', is: 'subject', or: null },
  ],
  json: 'compact',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    sets: [
      { name: 'POLYTOKEN_HOOK_EVENT',           is: 'native-event' },
      { name: 'POLYTOKEN_HANDLER_NAME',         is: 'hook-name' },
      { name: 'POLYTOKEN_HOOK_MATCHER_SUBJECT', is: 'subject', or: '' },
      { name: 'POLYTOKEN_NON_INTERACTIVE',      is: 'non-interactive' },
      { name: 'POLYTOKEN_SESSION_ID',           from: ['session_id'] },
      { name: 'POLYTOKEN_PROJECT_DIR',          is: 'project' },
      { name: 'POLYTOKEN_PROJECT_PATH',         is: 'project' },
      { name: 'POLYTOKEN_PROJECT_PATH',         from: ['project_path'] },
    ],
  },
  cwd: 'project',
  programsFrom: 'project',
  expandsTilde: false,
  placeholders: [],
  atTimeout: 'term',
  answer: {
    exits: { zero: 'read', two: 'block', other: 'fault' },
    exitReasons: ['stdout', 'stderr'],
    answerReasons: [],
    readsBlockingExit: false,
    defaultReason: 'hook "{name}" exited 2',
    style: 'tagged-outcome',
    text: 'bad_output',
    unknownKeys: 'ignored',
    decisions: [],
    reasons: [],
    endTurn: null,
    envelope: null,
    fields: [],
    badOutputProceeds: false,
    badOutputSpoilsRefusal: false,
    blockToldAs: null,
  },
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: { order: 'configuration', pace: 'one-by-one', afterBlock: 'stop', duplicates: 'run', background: 'with-the-rest', lateContext: 'discard', rewake: false },
  faultIds: {},
  bounds: { keepWorking: 10, retryTurn: 10 },
  debugLines: false,
};
