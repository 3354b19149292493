import { describe, expect, it } from 'vitest';
import { loadCommands } from '../commands/index.ts';
import { type CommandRow, isGiven, parseArguments, valueOf, valuesOf } from './arguments.ts';

const COMMANDS = await loadCommands();
const row = (name: string): CommandRow => {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return command;
};

const parse = (name: string, ...rest: string[]) => parseArguments(row(name), rest);

describe('parseArguments', () => {
  it('reads switches, values in both spellings, repeated options and plain words', () => {
    const given = parse('fire', '-', '--json', '--project', 'a b', '--dialect=kode', '--dialect', 'qoder');
    expect(given.words).toEqual(['-']);
    expect(isGiven(given, 'json')).toBe(true);
    expect(isGiven(given, 'debug')).toBe(false);
    expect(valueOf(given, 'project')).toBe('a b');
    expect(valuesOf(given, 'dialect')).toEqual(['kode', 'qoder']);
  });

  it('takes the last of several values', () => {
    expect(valueOf(parse('fire', '--tool', 'a', '--tool', 'b'), 'tool')).toBe('b');
  });

  it('keeps an empty value and one that holds an equals sign', () => {
    const given = parse('fire', '--prompt=', '--set', 'a=b=c');
    expect(valueOf(given, 'prompt')).toBe('');
    expect(valueOf(given, 'set')).toBe('a=b=c');
  });

  it('takes a value that begins with a dash, but not an option of the same command', () => {
    expect(valueOf(parse('fire', '--prompt', '--please'), 'prompt')).toBe('--please');
    expect(() => parse('fire', '--prompt', '--json')).toThrow('option --prompt needs a value: TEXT');
    expect(() => parse('fire', '--prompt')).toThrow('option --prompt needs a value: TEXT');
  });

  it('reads everything after -- as plain words', () => {
    expect(parse('validate', '--json', '--', '--odd-file.json', '-x').words).toEqual(['--odd-file.json', '-x']);
  });

  it('names the option that was probably meant', () => {
    expect(() => parse('fire', '--jsn')).toThrow('unknown option --jsn');
    expect(() => parse('fire', '--trusthooks')).toThrow('unknown option --trusthooks');
    expect(() => parse('list', '--quite-different')).toThrow('unknown option --quite-different');
    expect(() => parse('list', '-j')).toThrow('unknown option -j');
  });

  it('refuses a value for a switch, too many words and too few', () => {
    expect(() => parse('fire', '--json=yes')).toThrow('option --json takes no value');
    expect(() => parse('fire', 'a', 'b')).toThrow('unexpected word "b"; see hookline fire --help');
    expect(() => parse('completion')).toThrow('completion needs bash|zsh|fish');
    expect(() => parse('ask', 'fix', 'it')).toThrow('unexpected word "it"; put the prompt in quotes');
    expect(() => parse('chat', 'hello')).toThrow('unexpected word "hello"; see hookline chat --help');
    expect(() => parse('chat', '--json')).toThrow('unknown option --json');
  });

  it('asks for nothing when help is asked for', () => {
    expect(isGiven(parse('completion', '--help'), 'help')).toBe(true);
    expect(isGiven(parse('completion', '-h'), 'help')).toBe(true);
  });
});
