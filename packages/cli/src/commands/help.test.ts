import { describe, expect, it } from 'vitest';
import { type CommandRow, parseArguments } from '../call/arguments.ts';
import { helpOf, overviewOf } from './help.ts';
import { loadCommand, loadCommands } from './index.ts';

const COMMANDS = await loadCommands();
const visible = COMMANDS.filter(({ hidden }) => hidden !== true);

describe('help', () => {
  it('shows each command under the name that it is called by', async () => {
    for (const command of COMMANDS) expect(await loadCommand(command.name)).toMatchObject({ name: command.name });
    expect(await loadCommand('constructor')).toBeUndefined();
  });

  it('names every command but the hidden ones', () => {
    for (const { name } of visible) expect(overviewOf(COMMANDS)).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(overviewOf(COMMANDS)).not.toContain('__background');
  });

  it.each(visible.map((command) => [command.name, command] as const))(
    'of %s names every option and an example',
    (_name, command: CommandRow) => {
      const text = helpOf(command);
      for (const option of command.options) expect(text).toContain(`--${option.name}`);
      expect(text).toContain(`hookline ${command.name}`);
      expect(command.examples.length).toBeGreaterThan(0);
    },
  );

  it('speaks of the folder of an event only where a command takes an event', () => {
    const speaking = visible.filter((command) => helpOf(command).includes("the event's cwd"));
    expect(speaking.map(({ name }) => name)).toEqual(['fire', 'explain']);
  });

  it('puts what exit statuses mean below each other, however long they are', () => {
    const prove = visible.find(({ name }) => name === 'prove');
    expect(prove === undefined ? '' : helpOf(prove)).toMatch(
      /\n {2}0 {4}\S.*\n {2}1 {4}\S.*\n {2}130 {2}interrupted\n/,
    );
  });

  it('says plainly what is meant', () => {
    const texts = [overviewOf(COMMANDS), ...visible.map((command) => helpOf(command))].join('\n');
    expect(texts).not.toMatch(/\bmend|nobody|behind your back|further ado|own word|is no /i);
  });

  it('shows examples that the parser accepts', () => {
    for (const command of visible) {
      for (const { line } of command.examples) {
        const words = line.match(/'[^']*'|[^\s<>()]+/g)?.map((word) => word.replaceAll("'", '')) ?? [];
        const rest = words.slice(words.indexOf(command.name) + 1).filter((word) => !word.startsWith('~'));
        expect(() => parseArguments(command, rest), line).not.toThrow();
      }
    }
  });
});
