// What is not the loop: a project with hooks of two systems, a model that knows its lines, and a person who says no.
import { exec } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const answer = (said) => `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } })}'`;

const FILES = {
  '.polytoken/hooks.json': [
    {
      name: 'no-rm',
      event: 'pre_tool_use',
      matcher: 'shell_exec', // its own system's name for what the loop calls Bash
      handler: { bash: "grep -q 'rm -rf' && { echo 'use git clean'; exit 2; }; exit 0" },
    },
    { name: 'report', event: 'stop', handler: { bash: "grep -q clean && exit 0; echo 'Say what you did.'; exit 2" } },
  ],
  '.qoder/settings.json': {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              if: 'Bash(git push *)',
              command: answer({ permissionDecision: 'ask', permissionDecisionReason: 'others see it' }),
            },
            { type: 'command', if: 'Bash(make *)', command: answer({ updatedInput: { command: 'echo cleaned' } }) },
            { type: 'comand', command: 'true' },
          ],
        },
      ],
    },
  },
};

const bash = (command) => ({ name: 'Bash', input: { command } });
const LINES = [
  { text: 'I delete the build.', calls: [bash('rm -rf build')] },
  { text: 'Then as root.', calls: [bash('sudo rm build')] },
  { text: 'Another way.', calls: [bash('make clean')] },
  { text: 'And I publish it.', calls: [bash('git push origin main')] },
  { text: 'Done.', calls: [] },
  { text: 'All clean.', calls: [] },
];

/** Stands for a language model: it gets the conversation and says its next line. */
export function makeModel() {
  let spoken = 0;
  return async (_conversation, _signal) => LINES[spoken++] ?? { text: 'Nothing to add.', calls: [] };
}

const run = promisify(exec);

/** The one tool of this agent. */
export const commandRunner = (cwd) => async (input, signal) => (await run(input.command, { cwd, signal })).stdout;

export async function makeProject() {
  const path = await mkdtemp(join(tmpdir(), 'hookline-embed-'));
  for (const [file, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), JSON.stringify(content));
  }
  return { path, env: { PATH: process.env.PATH, HOME: path }, remove: () => rm(path, { recursive: true }) };
}
