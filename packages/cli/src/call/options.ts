/** What the shell may offer for the value of an option or for a plain word: paths, names that the core knows, or these words. */
export type Completion = 'files' | 'folders' | 'dialects' | 'dialectsOrAll' | 'events' | readonly string[];

/** One option of the command line; without `value` it is a switch. */
export interface OptionRow {
  readonly name: string;
  /** What the help calls the value. */
  readonly value?: string;
  readonly repeatable?: true;
  readonly completes?: Completion;
  readonly about: string;
}

/** Every option that several commands have; one that only one command has is in that command's file. */
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
    about: 'Folder of a plugin of Qoder or Claude Code. Repeatable.',
  },

  settings: {
    name: 'settings',
    value: 'FILE|JSON',
    completes: 'files',
    about: 'Settings for this call, for the systems that take such: a file, or JSON.',
  },
  settingSources: {
    name: 'setting-sources',
    value: 'LIST',
    completes: ['user', 'project', 'local', 'user,project', 'user,project,local'],
    about: 'Which hook files count, of user, project and local; all by default.',
  },

  trustHooks: { name: 'trust-hooks', about: 'Trust the hooks of the project first, and record that.' },
  debug: { name: 'debug', about: 'Show debug lines, and what hooks printed, on stderr.' },

  unattended: {
    name: 'unattended',
    about:
      'Allow the call without a terminal, as in a service; inside a hook or a tool call of an agent it stays refused.',
  },

  since: { name: 'since', value: 'TIME', about: 'Only what is newer than this: 15m, 2h, 3d, or a date.' },
  ofSession: { name: 'session', value: 'ID', about: 'Only this session.' },
  ofEvent: { name: 'event', value: 'NAME', completes: 'events', about: 'Only this event.' },

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
  model: {
    name: 'model',
    value: 'PROVIDER/NAME',
    completes: ['anthropic/', 'openai/', 'openai-compatible/', 'scripted'],
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
    completes: ['default', 'acceptEdits', 'plan', 'bypass'],
    about: 'What may be done without asking: default, acceptEdits, plan or bypass.',
  },
  maxTurns: { name: 'max-turns', value: 'N', about: 'Model turns that one prompt may take (default 100).' },
  contextLength: {
    name: 'context-length',
    value: 'N',
    about: 'Tokens that the model can hold (default 200000); compaction starts at four fifths of it.',
  },
  resume: { name: 'resume', value: 'ID', about: 'Continue an earlier session; last is the newest.' },

  newDialect: {
    name: 'dialect',
    value: 'ID',
    repeatable: true,
    completes: 'dialectsOrAll',
    about: 'The system that the hook is written for, or all. Repeatable.',
  },
  forUser: { name: 'user', about: 'Write it to your own configuration, for all projects, instead of to this project.' },
  dryRun: { name: 'dry-run', about: 'Show what would be written; write nothing.' },
  yes: { name: 'yes', about: 'Write without asking first.' },
  noInput: { name: 'no-input', about: 'Ask no question; what is missing is an error.' },
} as const satisfies Record<string, OptionRow>;

/** The name of an option that two commands have. */
export type OptionName = (typeof OPTIONS)[keyof typeof OPTIONS]['name'];

/** The options that say which event is meant. */
export const EVENT = [OPTIONS.event, OPTIONS.tool, OPTIONS.input, OPTIONS.prompt, OPTIONS.session, OPTIONS.set];

/** The options that say which hooks are meant, but for the project. */
export const HOOKS = [
  OPTIONS.dialect,
  OPTIONS.home,
  OPTIONS.stateDir,
  OPTIONS.plugin,
  OPTIONS.settings,
  OPTIONS.settingSources,
];

/** The options that say which hooks are meant. */
export const PLACE = [OPTIONS.project, ...HOOKS];

/** The same for a command that takes an event, which says where it happened. */
export const EVENT_PLACE = [OPTIONS.projectOfEvent, ...HOOKS];

export const LAST = [OPTIONS.json, OPTIONS.help];

/** What every command that writes hooks ends with, after the options that say whether it asks. */
export const WRITE_PLACE = [OPTIONS.noInput, OPTIONS.project, OPTIONS.home, OPTIONS.stateDir, ...LAST];

/** The same with the usual options that say whether it asks. */
export const WRITE = [OPTIONS.dryRun, OPTIONS.yes, ...WRITE_PLACE];

/** The options of the reference agent. */
export const AGENT = [
  OPTIONS.model,
  OPTIONS.baseUrl,
  OPTIONS.script,
  OPTIONS.slot,
  OPTIONS.permissionMode,
  OPTIONS.maxTurns,
  OPTIONS.contextLength,
  OPTIONS.resume,
  OPTIONS.workIn,
  OPTIONS.dialect,
  OPTIONS.home,
  OPTIONS.stateDir,
  OPTIONS.plugin,
  OPTIONS.settings,
  OPTIONS.settingSources,
  OPTIONS.trustProject,
  OPTIONS.debugAgent,
];
