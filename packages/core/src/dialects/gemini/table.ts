import type { Dialect, NativeTool, PayloadField } from '../../model/index.ts';
import { ANSWER } from './answer.ts';
import { LOCATIONS, SHAPE } from './configuration.ts';
import { EVENTS } from './events.ts';

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash:     { names: ['run_shell_command'], known: 'shown' },
  Read:     { names: ['read_file'], known: 'shown' },
  Write:    { names: ['write_file'], known: 'shown' },
  Edit:     { names: ['replace'], known: 'shown' },
  Glob:     { names: ['glob'], known: 'shown' },
  Grep:     { names: ['grep_search'], known: 'shown' },
  WebFetch: { names: ['web_fetch'], known: 'shown' },
  Agent:    { names: ['invoke_agent'], known: 'shown' },
  WebSearch:       { names: ['google_web_search'], known: 'shown' },
  TodoWrite:       { names: ['write_todos'], known: 'shown' },
  AskUserQuestion: { names: ['ask_user'], known: 'shown' },
  Skill:           { names: ['activate_skill'], fields: { skill: 'name' }, known: 'chosen' },
};

/** Known to hooks by the environment, and replaced in the text of a command before its shell reads it. */
const NAMES: readonly PayloadField[] = [
  { name: 'GEMINI_PROJECT_DIR', is: 'cwd' },
  { name: 'GEMINI_CWD', is: 'cwd' },
  { name: 'GEMINI_SESSION_ID', from: ['session_id'] },
  { name: 'CLAUDE_PROJECT_DIR', is: 'cwd' },
];

/** Gemini CLI: grouped JSON in settings files, hooks at once unless one group wants a sequence, answers at every exit. */
export const gemini: Dialect = {
  id: 'gemini',
  title: 'Gemini CLI',
  source: {
    title: 'Gemini CLI, its documents and the program itself',
    documents: ['the pages about hooks inside the package of Gemini CLI, version 0.61.0', 'the source in the same package'],
    tested: { program: 'Gemini CLI 0.61.0', day: '2026-11-19' },
  },
  locations: LOCATIONS,
  fileOrder: 'as-listed',
  shape: SHAPE,
  edits: 'on-reload',
  match: 'searched-regex',
  condition: 'none',
  tools: TOOLS,
  otherTools: [
    'list_directory', 'enter_plan_mode', 'update_topic', 'list_background_processes', 'read_background_output',
  ],
  serverTools: 'mcp_{server}_{tool}',
  seesTools: 'own',
  aliases: {},
  commonFields: [
    { name: 'session_id',      from: ['session_id'], or: null },
    { name: 'transcript_path', from: ['transcript_path'], or: '' },
    { name: 'cwd',             is: 'cwd' },
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'timestamp',       from: ['timestamp'], as: 'utc-time' },
  ],
  json: 'compact',
  stdinEnd: '',
  events: EVENTS,
  environment: { inherits: 'everything', sets: NAMES },
  cwd: 'event',
  programsFrom: 'cwd-then-project',
  expandsTilde: false,
  placeholders: [],
  namesInText: NAMES,
  shell: 'bash',
  missingScript: 'started',
  atTimeout: 'term',
  answer: ANSWER,
  model: { placeholders: [], appendPrompt: null, appendAgent: null, reply: 'whole-object', maxTurns: null },
  schedule: {
    order: 'configuration', pace: 'parallel-unless-sequential', afterBlock: 'go-on', duplicates: 'first-of-name-and-handler-runs',
    sequence: [
      { on: ['BeforeTool'], field: 'tool_input', takes: 'input' },
      { on: ['BeforeAgent'], field: 'prompt', takes: 'context' },
      { on: ['BeforeModel'], field: 'llm_request', takes: 'llmRequest' },
    ],
    background: 'with-the-rest', lateContext: 'discard', rewake: false,
  },
  faultIds: {},
  bounds: { keepWorking: 8, retryTurn: null },
  debugLines: false,
};
