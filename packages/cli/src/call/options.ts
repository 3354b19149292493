/** What the shell may offer for the value of an option or for a plain word. */
export type Completion =
  | 'files'
  | 'folders'
  | 'nothing'
  | 'dialects'
  | 'events'
  | 'shells'
  | 'reporters'
  | 'providers'
  | 'modes';

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

  socket: { name: 'socket', about: 'Listen where only you can reach it; this is what serve does, and the default.' },
  idle: { name: 'idle', value: 'SECONDS', about: 'End when nobody has called for so long (default 900).' },
  background: { name: 'background', about: 'Return as soon as the server can be reached, and let it run on.' },
  output: { name: 'output', value: 'FILE', completes: 'files', about: 'Write the script to a file that can be run.' },

  follow: { name: 'follow', about: 'Go on with what is decided from now on.' },
  since: { name: 'since', value: 'TIME', about: 'Only what is newer: 15m, 2h, 3d, or a date.' },
  ofSession: { name: 'session', value: 'ID', about: 'Only this session.' },
  ofEvent: { name: 'event', value: 'NAME', completes: 'events', about: 'Only this event.' },
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

export type OptionName = (typeof OPTIONS)[keyof typeof OPTIONS]['name'];
