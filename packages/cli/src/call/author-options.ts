/** The options of new, init and test. */
export const AUTHOR_OPTIONS = {
  exampleOf: {
    name: 'example',
    value: 'EVENT',
    completes: 'events',
    about: 'Print a ready-made event, as the system of --dialect sends it if one is given; run nothing.',
  },
  exampleTool: { name: 'tool', value: 'NAME', about: 'Tool of the ready-made event, such as Write (default Bash).' },
  watch: { name: 'watch', about: 'Run again whenever hooks, scripts or cases change, until interrupted.' },
  update: {
    name: 'update',
    about: 'Write the actual results into the case files: new snapshots, and what has changed.',
  },
  filter: { name: 'filter', value: 'TEXT', about: 'Only cases whose file or name contains TEXT, or matches /TEXT/.' },
  caseReporter: {
    name: 'reporter',
    value: 'NAME',
    completes: 'caseReporters',
    about: 'How results are printed: pretty, json, junit or github.',
  },
  recordCases: { name: 'record', about: 'Also write the runs into the record; by default nothing is recorded.' },
  casesAtOnce: {
    name: 'jobs',
    value: 'N',
    about: 'Cases that run at the same time (default: one for each processor).',
  },

  newEvent: {
    name: 'event',
    value: 'NAME',
    completes: 'events',
    about: 'The event that the hook waits for: neutral, such as PreToolUse, or native.',
  },
  newDialect: {
    name: 'dialect',
    value: 'ID',
    repeatable: true,
    completes: 'dialectsOrAll',
    about: 'The system that the hook is written for, or all. Repeatable.',
  },
  blocks: {
    name: 'blocks',
    value: 'COMMAND',
    repeatable: true,
    about: "A command that the hook shall refuse, such as 'git push --force'. Repeatable.",
  },
  language: { name: 'language', value: 'NAME', completes: 'languages', about: 'bash, python or node (default bash).' },
  newName: { name: 'name', value: 'NAME', about: 'Name of the hook and of its files.' },
  forUser: { name: 'user', about: 'Write it to your own configuration, for all projects, instead of to this project.' },
  noInput: { name: 'no-input', about: 'Ask no question; what is missing is an error.' },
  yes: { name: 'yes', about: 'Write without asking first.' },
} as const;
