import { describe, expect, it } from 'vitest';
import { programRunner } from './program-runners.ts';
import { quietGitArgs, quietGitEnv } from './quiet-git.ts';

describe('programs that run programs', () => {
  it('are known by their names, and by those with a version', () => {
    expect(programRunner('env', 'ask')?.ways.map(({ takes }) => takes)).toEqual(['words-of-option', 'rest']);
    expect(programRunner('python3.12', 'ask')).toBe(programRunner('python', 'ask'));
    for (const name of ['ls', 'constructor', '__proto__', '']) expect(programRunner(name, 'ask')).toBeNull();
  });

  it.each([
    ['sudo', 'rest'],
    ['bash', 'shell'],
    ['ssh', 'rest-as-line'],
    ['ssh', 'line-of-option'],
    ['xargs', 'items'],
    ['find', 'each-file'],
    ['at', 'stdin'],
    ['perl', 'code'],
    ['sqlite3', 'line-of-operand'],
  ])('%s takes them as %s', (name, takes) => {
    expect(programRunner(name, 'ask')?.ways.map((way) => way.takes)).toContain(takes);
  });
});

describe('git as we start it', () => {
  it('runs no hook, monitor, pager or diff program of the repository', () => {
    const args = quietGitArgs(['diff', 'HEAD']);
    expect(args).toEqual(expect.arrayContaining(['core.fsmonitor=false', 'core.pager=cat', '--no-pager']));
    expect(args.slice(-4)).toEqual(['diff', '--no-ext-diff', '--no-textconv', 'HEAD']);
    expect(args.some((word) => word.startsWith('core.hooksPath='))).toBe(true);
    expect(quietGitArgs(['status']).at(-1)).toBe('status');
  });

  it('does not inherit what points it elsewhere or names a program', () => {
    const env = quietGitEnv({ HOME: '/h', GIT_DIR: '/x', GIT_EXTERNAL_DIFF: 'x', GIT_CONFIG_COUNT: '1', PAGER: 'x' });
    expect(env).toEqual({ HOME: '/h', LC_ALL: 'C.UTF-8', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' });
  });
});
