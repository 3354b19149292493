import type { Dialect, NativeTool } from '../../model/index.ts';
import { ANSWER } from './answer.ts';
import { LOCATIONS, SHAPE } from './configuration.ts';
import { EVENTS } from './events.ts';

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Bash:  { names: ['Shell'], known: 'documented' },
  Read:  { names: ['Read'], known: 'documented' },
  Write: { names: ['Write'], known: 'documented' },
  Edit:  { names: ['Write'], toldBy: 'old_string', known: 'documented', elsewhere: 'unknown' },
  Grep:  { names: ['Grep'], known: 'documented' },
  Agent: { names: ['Task'], known: 'documented', elsewhere: 'unknown' },
};

/** Cursor, from its documents only, never run: entries by event in JSON, one after another, all of them. */
export const cursor: Dialect = {
  id: 'cursor',
  title: 'Cursor',
  source: {
    title: 'Cursor, its documents only: never run',
    documents: ['the page about hooks of Cursor, in two states of 2026; the newer counts'],
    tested: null,
  },
  locations: LOCATIONS,
  fileOrder: 'as-listed',
  shape: SHAPE,
  match: 'valid-regex',
  condition: 'none',
  tools: TOOLS,
  otherTools: ['Delete'],
  serverTools: 'MCP:{tool}',
  seesTools: 'only-own',
  aliases: {},
  commonFields: [
    { name: 'conversation_id', from: ['session_id'], or: '' },
    { name: 'generation_id',   from: ['generation_id'], or: '' },
    { name: 'model',           from: ['model'] },
    { name: 'hook_event_name', is: 'native-event' },
    { name: 'cursor_version',  from: ['cursor_version'] },
    { name: 'workspace_roots', is: 'projects' },
    { name: 'user_email',      constant: null },
    { name: 'transcript_path', from: ['transcript_path'], or: null },
  ],
  json: 'compact',
  events: EVENTS,
  environment: {
    inherits: 'everything',
    leavesOut: ['CURSOR_USER_EMAIL'],
    fromSession: { on: 'sessionStart', key: 'env' },
    sets: [
      { name: 'CURSOR_PROJECT_DIR', is: 'project' },
      { name: 'CLAUDE_PROJECT_DIR', is: 'project' },
      { name: 'CURSOR_TRANSCRIPT_PATH', from: ['transcript_path'] },
    ],
  },
  cwd: 'project',
  cwdByScope: { user: 'file-folder', managed: 'file-folder' },
  programsFrom: 'cwd',
  expandsTilde: false,
  placeholders: [],
  shell: 'sh',
  missingScript: 'started',
  atTimeout: 'kill',
  answer: ANSWER,
  model: { placeholders: ['$ARGUMENTS'], appendPrompt: '\n\n', appendAgent: null, reply: 'one-object', maxTurns: null },
  schedule: {
    order: 'configuration', pace: 'one-by-one', afterBlock: 'go-on', duplicates: 'run',
    background: 'with-the-rest', lateContext: 'next-turn-from-json', rewake: false,
  },
  faultIds: {},
  bounds: { keepWorking: 5, retryTurn: null },
  debugLines: false,
};
