import type { Command } from '../call/arguments.ts';
import { AGENT, OPTIONS } from '../call/options.ts';

export const CHAT: Command = {
  name: 'chat',
  about: 'Talk to the reference agent in the terminal.',
  options: [...AGENT, OPTIONS.help],
  examples: [
    { does: 'a conversation about this project', line: 'hookline chat --model anthropic/claude-sonnet-4-5' },
    { does: 'look, but change nothing', line: 'hookline chat --model openai/gpt-5 --permission-mode plan' },
    { does: 'go on with a session', line: 'hookline chat --model openai/gpt-5 --resume ID' },
  ],
  // The agent is large: it is loaded when it is talked to.
  run: async (given) => (await import('../chat/run.ts')).chat(given),
};
