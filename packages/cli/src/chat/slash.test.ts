import { describe, expect, it } from 'vitest';
import { helpLines, readSlash } from './slash.ts';

describe('readSlash', () => {
  it.each([
    ['/compact', { does: 'compact', instructions: null }],
    ['/compact keep the\nfile names', { does: 'compact', instructions: 'keep the\nfile names' }],
    [' /clear ', { does: 'clear' }],
    ['/mode', { does: 'show-mode' }],
    ['/mode plan', { does: 'switch-mode', mode: 'plan' }],
    ['/model', { does: 'show-model' }],
    ['/model openai/gpt-5', { does: 'switch-model', name: 'openai/gpt-5' }],
    ['/add-dir ../docs and more', { does: 'add-folder', path: '../docs and more' }],
    ['/setup', { does: 'set-up' }],
    ['/hooks', { does: 'hooks' }],
    ['/hooks reload', { does: 'reload-hooks' }],
    ['/reload', { does: 'reload-hooks' }],
    ['/help', { does: 'help' }],
    ['/exit', { does: 'exit' }],
  ])('reads %s', (line, slash) => {
    expect(readSlash(line)).toEqual(slash);
  });

  it.each([
    ['/compct', 'unknown command /compct; did you mean /compact?'],
    ['/mode pln', 'unknown mode pln; did you mean plan?'],
    ['/mode xyzzy', 'unknown mode xyzzy; expected default, acceptEdits, plan, bypass'],
    ['/reload now', '/reload takes no arguments'],
    ['/hooks relaod', 'unknown word relaod; did you mean reload?'],
    ['/clear all', '/clear takes no arguments'],
    ['/add-dir', '/add-dir needs a folder'],
    ['/setup now', '/setup takes no arguments'],
    ['/toString', expect.stringContaining('unknown command /toString')],
    [
      '/',
      'unknown command /; expected /compact, /clear, /resume, /mode, /model, /add-dir, /setup, /hooks, /reload, /help, /exit',
    ],
  ])('says what is wrong with %s', (line, problem) => {
    expect(readSlash(line)).toEqual({ does: 'nothing', problem });
  });

  it.each(['hello', '/usr/bin/env is where?', 'a /clear'])('leaves "%s" to the model', (line) => {
    expect(readSlash(line)).toBeNull();
  });

  const OWN = [
    { name: 'review', about: 'Reads a change.' },
    { name: 'clear', about: 'Never reached.' },
  ];

  it("leaves the agent's own commands to the agent, unless the chat has one of that name", () => {
    expect(readSlash('/review src', OWN)).toBeNull();
    expect(readSlash('/clear', OWN)).toEqual({ does: 'clear' });
    expect(readSlash('/reviw', OWN)).toEqual({
      does: 'nothing',
      problem: 'unknown command /reviw; did you mean /review?',
    });
    expect(helpLines(OWN).filter((line) => line.startsWith('/review'))).toEqual([expect.stringContaining('Reads a')]);
    expect(helpLines(OWN).join('\n')).not.toContain('Never reached');
  });

  it('tells of each in the help', () => {
    const help = helpLines().join('\n');
    for (const name of ['/compact', '/clear', '/mode', '/hooks', '/help', '/exit', 'Ctrl-C'])
      expect(help).toContain(name);
  });
});
