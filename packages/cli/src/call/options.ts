import { AUTHOR_OPTIONS } from './author-options.ts';

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
    about: 'Any other field of the event; a VALUE that is no JSON is text. Repeatable.',
  },

  project: {
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
  stateDir: { name: 'state-dir', value: 'DIR', completes: 'folders', about: "Kolega's state folder." },
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
  unattended: {
    name: 'unattended',
    about: 'Do it although nobody stands behind the call, as in a service; never inside a hook or a tool call.',
  },

  socket: { name: 'socket', about: 'Listen where only you can reach it; this is what serve does, and the default.' },
  idle: { name: 'idle', value: 'SECONDS', about: 'End when nobody has called for so long (default 900).' },
  background: { name: 'background', about: 'Return as soon as the server can be reached, and let it run on.' },
  output: { name: 'output', value: 'FILE', completes: 'files', about: 'Write the script to a file that can be run.' },

  follow: { name: 'follow', about: 'Go on with what is decided from now on.' },
  since: { name: 'since', value: 'TIME', about: 'Only what is newer: 15m, 2h, 3d, or a date.' },
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
  resume: { name: 'resume', value: 'ID', about: 'Go on with an earlier session; last is the newest.' },
} as const satisfies Record<string, OptionRow>;

/** The options of the commands for hook authors. */
export const TOOLBOX_OPTIONS = {
  ...AUTHOR_OPTIONS,
  dryRun: { name: 'dry-run', about: 'Show what would be written; write nothing.' },
  stress: {
    name: 'stress',
    value: 'NAME',
    repeatable: true,
    completes: 'stresses',
    about:
      'Only this stress: program-missing, timeout, empty-path, no-jq, other-cwd, big-event, slow-disk, bare-env, read-only-home, full-tmp or few-files. Repeatable; all by default.',
  },
  noStress: { name: 'no-stress', about: 'Only as things are, without any stress.' },
  strictProof: {
    name: 'strict',
    about: 'Fail also when the system of a hook lets the action go on while the hook cannot run at all.',
  },

  off: { name: 'off', about: 'Let the hook decide again.' },
  listShadows: { name: 'list', about: 'Show every hook in shadow.' },
  failOn: {
    name: 'fail-on',
    value: 'WHAT',
    completes: 'failures',
    about: 'Exit with 1 on flips (any other decision) or on loosened (a weaker one).',
  },
  sample: { name: 'sample', value: 'N|P%', about: 'Only N events, or P % of them; always the same ones for a seed.' },
  seed: { name: 'seed', value: 'N', about: 'Which sample is taken (default 1).' },
  newest: { name: 'limit', value: 'N', about: 'Only the newest N events.' },
  cut: { name: 'cut', about: 'Also run events whose long texts the record has cut.' },
  jobs: { name: 'jobs', value: 'N', about: 'Events that run at the same time (default: one for each processor).' },
  withBackground: { name: 'with-background', about: 'Also run background hooks, which decide nothing.' },
  replayLines: {
    name: 'json',
    about: 'Print JSON lines: one for each event that is decided otherwise, then the summary.',
  },
  order: {
    name: 'order',
    about:
      'Check that no order of finishing changes the outcome, and look for conflicts; runs the hooks of a live event.',
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
    about: 'Both systems call tools alike; by default each is taken to use its own names.',
  },
  listGuards: { name: 'list', about: 'Show every guard, its options and where it can be installed.' },
  guardOption: {
    name: 'option',
    value: 'NAME=VALUE',
    repeatable: true,
    about: 'A setting of the guard; --list shows them. Repeatable.',
  },
  updateGuards: { name: 'update', about: 'Replace the program of the guards when it is of another version.' },
  strictLoss: { name: 'strict', about: 'Write nothing and fail when anything is lost.' },
} as const satisfies Record<string, OptionRow>;

type Named<Rows extends Record<string, OptionRow>> = Rows[keyof Rows]['name'];

export type OptionName = Named<typeof OPTIONS> | Named<typeof TOOLBOX_OPTIONS>;
