import type { Command } from '../../call/arguments.ts';
import { AGENT, OPTIONS } from '../../call/options.ts';

const JSON_LINES = { ...OPTIONS.json, about: 'Print one JSON object per line on stdout for all that happens.' };

export const ASK: Command = {
  name: 'ask',
  about: 'Let the reference agent carry out one prompt, with the hooks of the project.',
  words: { usage: 'PROMPT|-', min: 1, max: 1, completes: [], advice: 'put the prompt in quotes' },
  options: [...AGENT, JSON_LINES, OPTIONS.help],
  examples: [
    {
      does: 'one task for a model of a provider',
      line: `hookline ask --model anthropic/claude-sonnet-4-5 'Fix the failing test'`,
    },
    {
      does: 'a model on this machine',
      line: `hookline ask --model openai-compatible/qwen3 --base-url http://localhost:11434/v1 'What is in here?'`,
    },
    {
      does: 'offline, with the steps of a file, and JSON for a program',
      line: `hookline ask --script steps.json --json 'Go'`,
    },
    { does: 'a long prompt', line: 'cat prompt.md | hookline ask --model openai/gpt-5 -' },
  ],
  exits: {
    0: 'done',
    1: 'an error: a wrong call, a failed turn, too many turns, or a hook that did not let the session start',
    2: 'a hook rejected the prompt; the reason is on stderr',
    130: 'interrupted',
  },
  // The agent is large: it is loaded when it is asked.
  run: async (given) => (await import('./run.ts')).ask(given),
};
