import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../model/json.ts';
import { compilePermissionRule } from './permission-rule.ts';
import { prepareToolRules } from './tool-rule.ts';

beforeAll(prepareToolRules);

const asks = (rule: string, toolName: string | null, toolInput: Json = {}) =>
  compilePermissionRule(rule).matcher.test({
    text: 'the subject',
    toolName,
    toolInput,
    project: '/home/ana/app',
    cwd: '/home/ana/app/web',
    home: '/home/ana',
  });

const bash = (pattern: string, command: string): boolean => asks(`Bash(${pattern})`, 'Bash', { command }).matches;
const write = (pattern: string, path: string): boolean =>
  asks(`Write(${pattern})`, 'Write', { file_path: path }).matches;

describe('the tool of a permission rule', () => {
  it.each([
    ['Bash', 'Bash', true],
    ['Bash', 'BashOutput', false],
    ['Edit', 'Write', false],
    ['mcp__git', 'mcp__git__push', true],
    ['mcp__git__*', 'mcp__git__push', true],
    ['mcp__git__push', 'mcp__git__push', true],
    ['mcp__git__push', 'mcp__git__push__all', false],
    ['mcp__git', 'mcp__github__push', false],
  ])('%s, for a call of %s: %s', (rule, tool, fits) => {
    expect(asks(rule, tool).matches).toBe(fits);
    expect(compilePermissionRule(rule).matcher.couldAccept?.({ text: tool, toolName: tool })).toBe(fits);
  });

  it.each(['*', 'Bash(rm *', 'Bash rm', '(rm)', 'Bash|Edit'])('%s is no rule: it never fits, and says so', (rule) => {
    expect(asks(rule, 'Bash', { command: 'rm x' }).matches).toBe(false);
    expect(compilePermissionRule(rule).problems).toMatchObject([{ severity: 'error' }]);
  });

  it('never fits an event about no tool, or a call without the argument', () => {
    expect(asks('Bash', null).matches).toBe(false);
    expect(asks('Bash(rm *)', 'Bash', {}).matches).toBe(false);
  });
});

describe('a rule about a Bash command', () => {
  it.each([
    ['git *', 'git push', true],
    ['git *', 'git', true],
    ['git *', 'gitk', false],
    ['git:*', 'git push', true],
    ['git:*', 'gitk', false],
    ['git*', 'gitk', true],
    ['git push', 'git push', true],
    ['git push', 'git push --force', false],
    ['*', 'anything at all', true],
    ['rm *', 'FOO=1 rm -f x', true],
    ['rm *', 'echo a && rm x', true],
    ['rm *', 'ls | rm x', true],
    ['rm *', 'if true; then rm x; fi', true],
    ['rm *', 'rm x &', true],
    ['rm *', 'ls\nrm x', true],
    ['rm *', 'r""m x', true],
    ['rm *', '\\rm x', true],
    ['rm *', 'ls | xargs rm', true],
    ['rm *', 'ls | xargs -n 1 -0 rm -f', true],
    ['rm *', 'xargs -I', false],
    ['rm *', 'env rm x', false],
    ['rm *', 'timeout 5 rm x', false],
    ['rm *', 'sudo rm x', false],
    ['rm *', 'bash -c "rm x"', false],
    ['rm *', '/bin/rm x', false],
    ['/bin/rm *', '/bin/rm x', true],
    ['echo [ab]?', 'echo a1', false],
    ['echo {a,b}', 'echo {a,b}', true],
    ['ls', 'FOO=1', false],
  ])('%s, for %j: %s', (pattern, command, fits) => {
    expect(bash(pattern, command)).toBe(fits);
  });

  it.each([
    ['a command substitution', 'echo $(date)'],
    ['a command substitution', 'echo `date`'],
    ['a process substitution', 'diff <(ls) x'],
    ['a here-document', 'cat <<END\nx\nEND'],
    ['a subshell', '(ls)'],
    ['a loop', 'for f in *; do echo $f; done'],
    ['a loop', 'while read x; do echo $x; done'],
    ['cannot be parsed', 'echo "open'],
  ])('runs whatever the pattern where the command has %s', (why, command) => {
    const result = asks('Bash(git push *)', 'Bash', { command });
    expect(result).toMatchObject({ matches: true });
    expect(result.why).toContain(why);
    expect(asks('Read(*)', 'Bash', { command }).matches).toBe(false);
  });
});

describe('a rule about a file', () => {
  it.each([
    ['*.ts', '/home/ana/app/web/src/a.ts', true],
    ['*.ts', '/tmp/a.ts', true],
    ['*.js', '/home/ana/app/web/src/a.ts', false],
    ['.env', '/home/ana/app/web/deep/.env', true],
    ['src', '/home/ana/app/web/src/a.ts', true],
    ['src/**', '/home/ana/app/web/src/deep/a.ts', true],
    ['src/', '/home/ana/app/web/src/a.ts', true],
    ['./src/**', '/home/ana/app/web/src/a.ts', true],
    ['src/**', 'src/a.ts', true],
    ['src/**', '/home/ana/app/web/lib/src/a.ts', false],
    ['src/**', '/home/ana/app/src/a.ts', false],
    ['**/src/**', '/home/ana/app/web/lib/src/a.ts', true],
    ['**/src/**', '/home/ana/app/web/src/a.ts', true],
    ['/src/**', '/home/ana/app/src/a.ts', true],
    ['/src/**', '/home/ana/app/web/src/a.ts', false],
    ['//home/ana/app/**', '/home/ana/app/x', true],
    ['//etc/*', '/etc/passwd', true],
    ['/etc/*', '/etc/passwd', false],
    ['/home/ana/app/**', '/home/ana/app/x', false],
    ['~/.ssh/**', '/home/ana/.ssh/id', true],
    ['~/.ssh/**', '/home/bob/.ssh/id', false],
    ['[', '/home/ana/app/x', true],
  ])('%s, for %s: %s', (pattern, path, fits) => {
    expect(write(pattern, path)).toBe(fits);
  });

  it('looks at a symlink by its own name and by its target', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-rule-')));
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    const fits = (pattern: string): boolean =>
      compilePermissionRule(`Write(${pattern})`).matcher.test({
        text: '',
        toolName: 'Write',
        toolInput: { file_path: join(root, 'link/a') },
        project: root,
        cwd: root,
      }).matches;
    expect([fits('link/**'), fits('real/**'), fits('other/**')]).toEqual([true, true, false]);
  });
});

it('a rule about an address may name its host', () => {
  const fetching = (pattern: string): boolean =>
    asks(`WebFetch(${pattern})`, 'WebFetch', { url: 'https://example.com/a' }).matches;
  expect([
    fetching('domain:example.com'),
    fetching('domain:*.org'),
    fetching('https://example.com/*'),
    fetching('http://*'),
  ]).toEqual([true, false, true, false]);
});

it('a rule that is too long fits every call, and says so', () => {
  const { matcher, problems } = compilePermissionRule(`Bash(${'x'.repeat(5000)})`);
  expect(problems).toMatchObject([{ severity: 'warning', isCostly: true }]);
  expect(matcher.test({ text: '', toolName: 'Bash', toolInput: {}, project: '/' }).matches).toBe(true);
});
