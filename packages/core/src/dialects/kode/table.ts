import type { Dialect, NativeTool } from '../../model/index.ts';

const EVERY = { subject: { from: 'nothing' }, onFault: 'block', waits: true } as const;

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash:     { names: ['shell'], known: 'documented' },
  Read:     { names: ['read_file'],  fields: { file_path: 'path' }, known: 'chosen' },
  Write:    { names: ['write_file'], fields: { file_path: 'path' }, known: 'chosen' },
  Edit:     { names: ['edit_file'],  fields: { file_path: 'path' }, known: 'chosen' },
  Glob:     { names: ['glob'],       known: 'chosen' },
  Grep:     { names: ['grep'],       known: 'chosen' },
  WebFetch: { names: ['web_fetch'],  known: 'chosen' },
  Agent:    { names: ['agent'],      known: 'chosen' },
};

/** Kode: YAML or JSON configuration, argv commands with an environment of their own, failures refuse the action. */
export const kode: Dialect = {
  id: 'kode',
  title: 'Kode (Koder)',
  source: { title: 'Kode Hooks Contract, a specification of Kode', copied: '2026-11-15' },
  locations: [
    { scope: 'user', bases: [{ from: 'variable', name: 'XDG_CONFIG_HOME', path: '' }, { from: 'home', path: '.config' }], path: 'kode/config.yaml' },
    { scope: 'project', bases: [{ from: 'project' }], path: '.kode/config.yaml' },
  ],
  shape: {
    kind: 'yaml-config',
    keys: {
      exec:       { type: 'text-or-texts', required: true, about: 'Command line split into words, or a list of words; no shell.' },
      timeout_ms: { type: 'positive-number', default: 5000, about: 'Milliseconds after which the hook is killed, which counts as a refusal.' },
    },
    timeoutMs: 5000,
    merge: 'later-list-replaces',
  },
  match: 'everything',
  condition: 'none',
  tools: TOOLS,
  aliases: {},
  commonFields: [
    { name: 'event', is: 'native-event' },
    { name: 'session_id', from: ['session_id'], or: null },
  ],
  json: 'compact',
  events: {
    session_start: {
      ...EVERY, means: ['SessionStart'], block: 'abort_session',
      fields: [{ name: 'work_dir', is: 'work-dir' }, { name: 'provider', from: ['provider'], or: null }, { name: 'model', from: ['model'], or: null }],
    },
    user_prompt_submit: {
      ...EVERY, means: ['UserPromptSubmit'], block: 'reject_prompt',
      fields: [{ name: 'prompt', from: ['prompt'], or: null }, { name: 'attachments', from: ['attachments'], or: [] }],
    },
    tool_call_pre: {
      ...EVERY, means: ['PreToolUse'], block: 'deny_tool',
      fields: [{ name: 'tool', from: ['tool_name'], or: null }, { name: 'input', from: ['tool_input'], or: null }, { name: 'auto_approve', from: ['auto_approve'], or: false }],
    },
    tool_call_post: {
      ...EVERY, means: ['PostToolUse', 'PostToolUseFailure'], block: 'withhold_output',
      fields: [
        { name: 'tool', from: ['tool_name'], or: null },
        { name: 'exit_code', from: ['exit_code'], as: 'exit-code' },
        { name: 'output', from: ['tool_response', 'error'], as: 'text', or: null },
        { name: 'duration_ms', from: ['duration_ms'], or: null },
      ],
    },
    session_end: {
      ...EVERY, means: ['SessionEnd'], block: null,
      words: { field: 'reason', words: { ask_complete: 'user_exit', other: 'user_exit', sighup: 'sigterm' } },
      fields: [{ name: 'reason', from: ['reason'], or: null }, { name: 'turns', from: ['turns'], or: null }],
    },
  },
  environment: {
    inherits: ['PATH'],
    sets: [
      { name: 'KODE_HOOK_EVENT', is: 'native-event' },
      { name: 'KODE_SESSION_ID', from: ['session_id'], or: '' },
      { name: 'KODE_WORK_DIR',   is: 'work-dir' },
    ],
  },
  cwd: 'work-dir',
  programsFrom: 'project',
  expandsTilde: true,
  placeholders: [],
  atTimeout: 'kill',
  answer: {
    exits: { zero: 'read', two: 'block', other: 'block' },
    exitReasons: ['stderr'],
    answerReasons: ['stderr'],
    readsBlockingExit: true,
    defaultReason: 'hook "{name}" refused the action',
    style: 'keys',
    text: 'bad_output',
    unknownKeys: 'warned-once',
    decisions: [{ key: 'block', words: { true: 'block', false: 'none' }, takes: 'boolean', unknownWord: 'bad_output' }],
    reasons: ['annotation'],
    endTurn: null,
    envelope: null,
    fields: [
      { key: 'annotation',         gives: 'message',       takes: 'non-empty-text', wrongType: 'bad_output', level: 'info', besideBlock: true },
      { key: 'replace_prompt',     gives: 'updatedPrompt', takes: 'text',   wrongType: 'bad_output', on: ['user_prompt_submit'], elsewhere: 'warned' },
      { key: 'replace_tool_input', gives: 'updatedInput',  takes: 'object', wrongType: 'bad_output', on: ['tool_call_pre'],      elsewhere: 'warned' },
    ],
    badOutputProceeds: true,
    badOutputSpoilsRefusal: true,
    blockToldAs: 'exit',
  },
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: { order: 'configuration', pace: 'one-by-one', afterBlock: 'stop', duplicates: 'run', background: 'with-the-rest', lateContext: 'discard', rewake: false },
  faultIds: {
    timeout:     { id: 'KODE-HOOK-001', advice: 'Make the hook faster or raise its timeout_ms.' },
    exit:        { id: 'KODE-HOOK-002', advice: 'Do what the hook asks for, or change the hook.' },
    killed:      { id: 'KODE-HOOK-002', advice: 'Find out what killed the hook: it must end by itself with exit 0.' },
    no_power:    { id: 'KODE-HOOK-002', advice: 'The end of a session cannot be stopped: let the hook exit with 0.' },
    bad_output:  { id: 'KODE-HOOK-003', advice: 'Let the hook print one JSON object with the known keys, or nothing.' },
    not_started: { id: 'KODE-HOOK-004', advice: 'Correct exec in the configuration, or install the program.' },
  },
  bounds: { keepWorking: 0, retryTurn: null },
  debugLines: false,
};
