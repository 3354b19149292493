// Steps of the scripted model that many scenes share.

/** Says that it is done and calls no tool. */
export const DONE = { text: 'Done.' };

/** Calls Bash once for each command. */
export const bash = (...commands: readonly string[]): unknown => ({
  calls: commands.map((command) => ({ name: 'Bash', input: { command } })),
});

/** Hands a task to a sub-agent. */
export const DELEGATE = {
  calls: [
    {
      name: 'Agent',
      input: { description: 'count files', prompt: 'Count the files.', subagent_type: 'general-purpose' },
    },
  ],
};

/** What the sub-agent says in the end. */
export const REPORT = { for: 'subagent', text: 'There are 3 files.' };

/** The answer after which the context of `NARROW` is nearly full. */
export const LONG_WORK = { text: 'Reading.', calls: [{ name: 'Glob', input: { pattern: '*' } }], inputTokens: 900 };

/** The summary that takes the place of the conversation. */
export const SUMMARY = { for: 'compaction', text: 'The user wants it done.' };

/** Lets every tool run unasked. */
export const BYPASS = ['--permission-mode', 'bypass'];

/** A model that holds little. */
export const NARROW = ['--context-length', '1000'];
