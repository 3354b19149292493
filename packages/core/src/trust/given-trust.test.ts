import { describe, expect, it } from 'vitest';
import { givenNow, hasPerson, parseGiven } from './given-trust.ts';
import type { LineProcess } from '../process/process-line.ts';

/** Nearest first: `name@terminal`, or `name` without one. */
const line = (...names: readonly string[]): readonly LineProcess[] =>
  names.map((each, index) => {
    const [name = '', terminal = ''] = each.split('@');
    return { pid: 100 - index, parent: 99 - index, name, start: 1, terminal };
  });

describe('a person has a terminal', () => {
  it.each([
    ['of a login over the network', line('bash@1', 'sshd-session', 'sshd', 'systemd')],
    ['of a terminal program', line('npm@1', 'zsh@1', 'gnome-terminal-', 'systemd')],
    ['of a multiplexer', line('bash@1', 'tmux: server', 'systemd')],
    ['of the machine itself', line('bash@1', 'login@1', 'systemd')],
    ['that was opened from outside of a container', line('bash@1')],
  ])('%s', (_of, above) => {
    expect(hasPerson({ terminal: '1' }, above)).toBe(true);
  });

  it.each([
    ['not without one', '', line('bash', 'node', 'systemd')],
    ['not in one that script has opened', '2', line('sh@2', 'script', 'sh', 'systemd')],
    ['not in one that a python program has opened, below a real one', '2', line('sh@2', 'python3@1', 'bash@1', 'sshd')],
    ['not in one whose owner has ended', '1', line('systemd')],
  ])('%s', (_not, terminal, above) => {
    expect(hasPerson({ terminal }, above)).toBe(false);
  });
});

describe('who gave trust', () => {
  it('is told with the time and the programs, nearest first', () => {
    const given = givenNow(new Date('2026-11-16T12:00:00Z'));
    expect(given.at).toBe('2026-11-16T12:00:00.000Z');
    expect(given.by).toMatch(/, started by .+ < /);
    expect(parseGiven(JSON.parse(JSON.stringify({ ...given, more: 1 })))).toEqual(given);
  });

  it.each([null, 1, {}, { at: 'x', by: 'y' }, { at: 1, by: 'y', terminal: true }])('is not read from %j', (value) => {
    expect(parseGiven(value)).toBeNull();
  });
});
