import type { BaseFolder, Dialect } from '../../model/index.ts';
import { EVENTS } from './events.ts';

const CONFIG_FOLDER: readonly BaseFolder[] = [
  { from: 'variable', name: 'KIMI_CODE_HOME', path: '' },
  { from: 'home', path: '.kimi-code' },
];

const OWN = 'hookSpecificOutput';
const DENY = `${OWN}.permissionDecision`;
const REASON = `${OWN}.permissionDecisionReason`;

/** Kimi Code: a flat list in the user's own settings, three events that can be refused, all others only observed. */
export const kimi: Dialect = {
  id: 'kimi',
  title: 'Kimi Code',
  source: {
    title: 'Kimi Code, its guide and the program itself',
    documents: ['the guide to hooks of Kimi Code, 22 August 2026', 'its public source of the same day'],
    tested: { program: 'Kimi Code 2.1.0', day: '2026-11-19' },
  },
  locations: [
    { scope: 'user', bases: CONFIG_FOLDER, path: 'config.toml', format: 'toml' },
    {
      scope: 'plugin',
      bases: [{ from: 'plugin' }],
      path: 'kimi.plugin.json',
      orPath: '.kimi-plugin/plugin.json',
      badEntry: 'entry',
      plugin: { data: { bases: CONFIG_FOLDER, path: '' }, shared: true },
    },
  ],
  shape: {
    kind: 'entry-list',
    section: 'hooks',
    keys: {
      event: { type: 'text', required: true, about: 'One of the events of the system.' },
      matcher: { type: 'text', about: 'Regular expression, searched in the subject of the event.' },
      command: { type: 'text', length: [1, 1_000_000], required: true, about: 'Text for /bin/sh.' },
      timeout: {
        type: 'positive-integer',
        range: [1, 600],
        default: 30,
        about: 'Seconds after which the hook is ended.',
      },
    },
    timeoutMs: 30_000,
    merge: 'concatenate',
  },
  match: 'valid-regex',
  condition: 'none',
  tools: {
    Bash: { names: ['Bash'], fields: { timeout: { at: 'timeout', as: 'seconds' } }, known: 'documented' },
    Read: { names: ['Read'], fields: { file_path: 'path' }, known: 'documented' },
    Write: { names: ['Write'], fields: { file_path: 'path' }, known: 'documented' },
    Edit: { names: ['Edit'], fields: { file_path: 'path' }, known: 'documented' },
    WebFetch: { names: ['FetchURL'], known: 'documented' },
    TodoWrite: { names: ['TodoList'], known: 'documented' },
  },
  seesTools: 'own',
  aliases: {},
  commonFields: [
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'session_id', from: ['session_id'] },
    { name: 'cwd', is: 'cwd' },
    { name: 'client_type', constant: 'kimi_code_cli' },
    { name: 'session_title', from: ['session_title'] },
  ],
  json: 'compact',
  stdinEnd: '',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    sets: [
      { name: 'KIMI_PLUGIN_ROOT', is: 'hook-folder' },
      { name: 'KIMI_CODE_HOME', is: 'plugin-data' },
    ],
  },
  cwd: 'project',
  cwdByScope: { plugin: 'hook-folder' },
  programsFrom: 'cwd',
  expandsTilde: false,
  placeholders: [],
  shell: 'sh',
  missingScript: 'started',
  atTimeout: 'term',
  killGraceMs: 100,
  answer: {
    exits: { zero: 'read', two: 'block', other: 'fault' },
    exitReasons: ['stderr'],
    answerReasons: [],
    readsBlockingExit: false,
    defaultReason: { exit: 'Blocked by {event} hook', answer: 'Blocked by {event} hook' },
    style: 'keys',
    text: 'by-event',
    brokenObject: 'text',
    unknownKeys: 'ignored',
    decisions: [
      {
        key: DENY,
        words: { deny: 'block' },
        takes: 'word',
        unknownWord: 'ignored',
        on: ['PreToolUse', 'Stop'],
        reasons: [REASON],
      },
      {
        key: DENY,
        words: { deny: 'block' },
        takes: 'word',
        unknownWord: 'ignored',
        on: ['UserPromptSubmit'],
        reasons: ['message', `${OWN}.message`, REASON],
      },
    ],
    severalDecisions: 'strictest',
    reasons: [REASON],
    reasonTakes: 'trimmed-text',
    endTurn: null,
    envelope: null,
    fields: [
      { key: `${OWN}.message`, gives: 'context', takes: 'trimmed-scalar', on: ['UserPromptSubmit'], wrongType: 'ignored' },
      { key: 'message', gives: 'context', takes: 'trimmed-scalar', on: ['UserPromptSubmit'], wrongType: 'ignored' },
    ],
    badOutputProceeds: false,
    badOutputSpoilsRefusal: true,
    failureGoesTo: 'log',
    blockToldAs: null,
  },
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: {
    order: 'configuration',
    pace: 'parallel-unless-sequential',
    afterBlock: 'go-on',
    duplicates: 'identical-commands-run-once',
    background: 'with-the-rest',
    lateContext: 'discard',
    rewake: false,
    reasons: 'first',
    contextBesideBlock: 'dropped',
  },
  faultIds: {},
  bounds: { keepWorking: 1, retryTurn: null },
  debugLines: false,
};
