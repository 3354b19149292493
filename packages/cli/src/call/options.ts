import { AUTHOR_OPTIONS } from './author-options.ts';
import { PROVE_OPTIONS } from './prove-options.ts';
import { REPLAY_OPTIONS } from './replay-options.ts';

/** What the shell may offer for the value of an option or for a plain word. */
export type Completion =
  | 'files'
  | 'folders'
  | 'nothing'
  | 'dialects'
  | 'dialectsOrAll'
  | 'events'
  | 'shells'
  | 'reporters'
  | 'providers'
  | 'stresses'
  | 'modes'
  | 'failures'
  | 'caseReporters'
  | 'languages'
  | 'guards';

/** One option of the command line; without `value` it is a switch. */
export interface OptionRow {
  readonly name: string;
  /** What the help calls the value. */
  readonly value?: string;
  readonly repeatable?: true;
  readonly completes?: Completion;
  readonly about: string;
}

/** Words that a value is chosen from and that are known without asking the core. */
export const KNOWN_WORDS = {
  shells: ['bash', 'zsh', 'fish'],
  reporters: ['pretty', 'json', 'github'],
  providers: ['anthropic/', 'openai/', 'openai-compatible/', 'scripted'],
  modes: ['default', 'acceptEdits', 'plan', 'bypass'],
  stresses: [
    'program-missing',
    'timeout',
    'empty-path',
    'no-jq',
    'other-cwd',
    'big-event',
    'slow-disk',
    'bare-env',
    'read-only-home',
    'full-tmp',
    'few-files',
  ],
  failures: ['flips', 'loosened'],
  caseReporters: ['pretty', 'json', 'junit', 'github'],
  languages: ['bash', 'python', 'node'],
  guards: [
    'dangerous-commands',
    'secrets',
    'protected-files',
    'format-after-edit',
    'tests-before-stop',
    'desktop-notification',
  ],
} as const;

/** Every option that a command may take. */
export const OPTIONS = {
  json: { name: 'json', about: 'Print JSON on stdout.' },
  help: { name: 'help', about: 'Show this help.' },

  event: { name: 'event', value: 'NAME', completes: 'events', about: 'Name of the event, such as PreToolUse.' },
  tool: { name: 'tool', value: 'NAME', about: 'Name of the tool (tool_name).' },
  input: { name: 'input', value: 'JSON', about: 'Input of the tool, a JSON object (tool_input).' },
  prompt: { name: 'prompt', value: 'TEXT', about: 'What the user wrote (prompt).' },
  session: { name: 'session', value: 'ID', about: 'Session of the event (session_id).' },
  set: {
    name: 'set',
    value: 'FIELD=VALUE',
    repeatable: true,
    about: 'Any other field of the event; a VALUE that is not JSON is taken as text. Repeatable.',
  },

  project: {
    name: 'project',
    value: 'DIR',
    completes: 'folders',
    about: 'Folder of the project; by default the working directory.',
  },
  projectOfEvent: {
    name: 'project',
    value: 'DIR',
    completes: 'folders',
    about: "Folder of the project; by default the event's cwd, else the working directory.",
  },
  dialect: {
    name: 'dialect',
    value: 'ID',
    repeatable: true,
    completes: 'dialects',
    about: 'Only the hooks of this system. Repeatable; all by default.',
  },
  home: { name: 'home', value: 'DIR', completes: 'folders', about: 'Home folder, instead of HOME.' },
  stateDir: {
    name: 'state-dir',
    value: 'DIR',
    completes: 'folders',
    about: "Kolega's state folder, which holds your own hooks for it.",
  },
  plugin: {
    name: 'plugin',
    value: 'DIR',
    repeatable: true,
    completes: 'folders',
    about: 'Folder of a Qoder plugin. Repeatable.',
  },

  trustHooks: { name: 'trust-hooks', about: 'Trust the hooks of the project first, and record that.' },
  wait: { name: 'wait', about: 'Wait for background hooks, and report them.' },
  debug: { name: 'debug', about: 'Show debug lines, and what hooks printed, on stderr.' },

  reporter: {
    name: 'reporter',
    value: 'NAME',
    completes: 'reporters',
    about: 'How problems are printed: pretty, json or github.',
  },
  list: { name: 'list', about: 'Show every trusted project.' },
  show: { name: 'show', about: 'Show what trust covers, what has changed and what it does; trust nothing.' },
  also: {
    name: 'also',
    about: 'Keep what was trusted before beside it: for a project that you work on in several branches.',
  },
  unattended: {
    name: 'unattended',
    about:
      'Allow the call without a terminal, as in a service; inside a hook or a tool call of an agent it stays refused.',
  },

  socket: { name: 'socket', about: 'Listen on a socket that only you can reach; this is the default.' },
  idle: { name: 'idle', value: 'SECONDS', about: 'End after this long without a call (default 900).' },
  background: {
    name: 'background',
    about: 'Run the server in the background, and return as soon as it can be reached.',
  },
  output: {
    name: 'output',
    value: 'FILE',
    completes: 'files',
    about: 'Write the script to this file, and make it executable.',
  },

  follow: { name: 'follow', about: 'Keep running, and show new decisions as they are made.' },
  since: { name: 'since', value: 'TIME', about: 'Only what is newer than this: 15m, 2h, 3d, or a date.' },
  ofSession: { name: 'session', value: 'ID', about: 'Only this session.' },
  ofEvent: { name: 'event', value: 'NAME', completes: 'events', about: 'Only this event.' },
  verify: { name: 'verify', about: 'Check that nothing in the record was edited, removed or moved.' },
  limit: { name: 'limit', value: 'N', about: 'Only the newest N decisions (default 50).' },

  workIn: {
    name: 'project',
    value: 'DIR',
    completes: 'folders',
    about: 'Folder that the agent works in; by default the working directory.',
  },
  trustProject: {
    name: 'trust-hooks',
    about: 'Trust the hooks and MCP servers of the project first, and record that.',
  },
  debugAgent: { name: 'debug', about: 'Show debug lines on stderr.' },
  jsonLines: { name: 'json', about: 'Print one JSON object per line on stdout for all that happens.' },
  model: {
    name: 'model',
    value: 'PROVIDER/NAME',
    completes: 'providers',
    about: 'The language model: anthropic/NAME, openai/NAME, openai-compatible/NAME or scripted.',
  },
  baseUrl: { name: 'base-url', value: 'URL', about: 'Where the provider is reached, instead of its usual address.' },
  script: {
    name: 'script',
    value: 'FILE',
    completes: 'files',
    about: 'Steps of the scripted model: a JSON array of texts and tool calls.',
  },
  slot: {
    name: 'slot',
    value: 'SLOT=PROVIDER/NAME',
    repeatable: true,
    about: 'Model for prompt hooks that ask for a fast, long or thinking one. Repeatable.',
  },
  permissionMode: {
    name: 'permission-mode',
    value: 'MODE',
    completes: 'modes',
    about: 'What may be done without asking: default, acceptEdits, plan or bypass.',
  },
  maxTurns: { name: 'max-turns', value: 'N', about: 'Model turns that one prompt may take (default 100).' },
  contextLength: {
    name: 'context-length',
    value: 'N',
    about: 'Tokens that the model can hold (default 200000); compaction starts at four fifths of it.',
  },
  resume: { name: 'resume', value: 'ID', about: 'Continue an earlier session; last is the newest.' },
} as const satisfies Record<string, OptionRow>;

/** The options of the commands for hook authors. */
export const TOOLBOX_OPTIONS = {
  ...AUTHOR_OPTIONS,
  dryRun: { name: 'dry-run', about: 'Show what would be written; write nothing.' },
  ...PROVE_OPTIONS,
  off: { name: 'off', about: 'Let the hook decide again.' },
  listShadows: { name: 'list', about: 'Show every hook in shadow.' },
  ...REPLAY_OPTIONS,
  order: {
    name: 'order',
    about:
      'Check that the outcome does not depend on which hook ends first, and look for conflicts; an event that is not from the record runs its hooks.',
  },

  from: { name: 'from', value: 'ID', completes: 'dialects', about: 'The system whose hooks are read.' },
  to: { name: 'to', value: 'ID', completes: 'dialects', about: 'The system whose hooks are written.' },
  ofUser: { name: 'user', about: 'Your own hooks, of all projects, instead of those of the project.' },
  outputFolder: {
    name: 'output',
    value: 'DIR',
    completes: 'folders',
    about: 'Write below this folder, as if it were the project (with --user: your home).',
  },
  givenTools: {
    name: 'same-tools',
    about: 'Both systems use the same tool names; by default each has its own.',
  },
  listGuards: { name: 'list', about: 'Show every guard, its options and where it can be installed.' },
  guardOption: {
    name: 'option',
    value: 'NAME=VALUE',
    repeatable: true,
    about: 'A setting of the guard; --list shows them. Repeatable.',
  },
  withPacks: {
    name: 'with',
    value: 'PACKS',
    repeatable: true,
    about: 'Further rules of the guard, such as cloud,databases; --list shows them. Repeatable.',
  },
  updateGuards: { name: 'update', about: 'Replace the program of the guards if it is another version.' },
  strictLoss: { name: 'strict', about: 'Write nothing and fail when something is lost that a hook is seen to use.' },
} as const satisfies Record<string, OptionRow>;

type Named<Rows extends Record<string, OptionRow>> = Rows[keyof Rows]['name'];

export type OptionName = Named<typeof OPTIONS> | Named<typeof TOOLBOX_OPTIONS>;
