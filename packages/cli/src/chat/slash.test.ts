import { describe, expect, it } from 'vitest';
import { helpLines, readSlash } from './slash.ts';

describe('readSlash', () => {
  it.each([
    ['/compact', { does: 'compact', instructions: null }],
    ['/compact keep the\nfile names', { does: 'compact', instructions: 'keep the\nfile names' }],
    [' /clear ', { does: 'clear' }],
    ['/mode', { does: 'show-mode' }],
    ['/mode plan', { does: 'switch-mode', mode: 'plan' }],
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
    ['/', 'unknown command /; expected /compact, /clear, /resume, /mode, /hooks, /reload, /help, /exit'],
  ])('says what is wrong with %s', (line, problem) => {
    expect(readSlash(line)).toEqual({ does: 'nothing', problem });
  });

  it.each(['hello', '/usr/bin/env is where?', 'a /clear'])('leaves "%s" to the model', (line) => {
    expect(readSlash(line)).toBeNull();
  });

  it('tells of each in the help', () => {
    const help = helpLines().join('\n');
    for (const name of ['/compact', '/clear', '/mode', '/hooks', '/help', '/exit', 'Ctrl-C'])
      expect(help).toContain(name);
  });
});
