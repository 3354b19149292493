import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpLines } from '../chat/slash.ts';
import { loadCommands } from './index.ts';

const COMMANDS = await loadCommands();
const page = readFileSync(new URL('../../../../docs/reference/commands/ask-and-chat.md', import.meta.url), 'utf8');

describe('the page about ask and chat', () => {
  it('names every option of both', () => {
    const options = COMMANDS.filter(({ name }) => name === 'ask' || name === 'chat').flatMap((row) => [...row.options]);
    const missing = options.map(({ name }) => `--${name}`).filter((name) => !page.includes(name));
    expect(missing).toEqual(['--help', '--help']);
  });

  it('names every slash command', () => {
    const commands = helpLines().flatMap((line) => /^(\/\w+)/.exec(line)?.[1] ?? []);
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });
});
