import { prepareBashParser } from '@hookline/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRule, readRules, type Rule, type RuledCall, ruleForAlways, ruleText } from './rules.ts';

const bash = (command: string): RuledCall => ({ tool: 'Bash', input: { command }, file: null, project: '/p' });
const edit = (file: string): RuledCall => ({ tool: 'Edit', input: { file_path: file }, file, project: '/p' });
const rule = (tool: string, content: string | null, behavior: Rule['behavior']): Rule => ({ tool, content, behavior });

beforeAll(prepareBashParser);

describe('rules', () => {
  it('the strictest rule that applies counts, in whatever order they were given', () => {
    const rules = [rule('Bash', null, 'allow'), rule('Bash', 'rm:*', 'deny'), rule('Bash', 'git push:*', 'ask')];
    expect(findRule(rules, bash('ls'))?.behavior).toBe('allow');
    expect(findRule(rules, bash('git push origin'))?.behavior).toBe('ask');
    expect(findRule(rules.toReversed(), bash('rm x'))?.behavior).toBe('deny');
    expect(findRule(rules, edit('/p/a'))).toBeNull();
  });

  it.each([
    ['git status', true],
    ['git', true],
    ['gitk', false],
    ['git status; rm -rf x', false],
    ['git status && rm x', false],
    ['git status | sh', false],
    ['git $(rm x)', false],
    ['git `rm x`', false],
    ['git status > /etc/passwd', false],
    ['git status\nrm x', false],
  ])('an allow rule with a prefix covers one plain command only: %j is %s', (command, covered) => {
    expect(findRule([rule('Bash', 'git:*', 'allow')], bash(command)) !== null).toBe(covered);
  });

  it.each([
    'rm -rf x',
    'ls; rm x',
    'ls && rm x',
    'ls | rm x',
    'echo $(rm x)',
    '(rm x)',
    'ls\nrm x',
    'A=1 rm x',
    '"rm" x',
    '\\rm x',
    'rm\tx',
    'if true; then rm x; fi',
    'echo "unfinished',
  ])('a deny rule finds its command in any part of the line: %j', (command) => {
    expect(findRule([rule('Bash', 'rm:*', 'deny')], bash(command))?.behavior).toBe('deny');
  });

  it.each([
    ['src/*.ts', '/p/src/a.ts', true],
    ['src/**', '/p/src/deep/a.ts', true],
    ['src/*.ts', '/p/test/a.ts', false],
    ['notes.md', '/p/notes.md', true],
    ['/etc/hosts', '/etc/hosts', true],
  ])('a file rule %j covers %j: %s', (content, file, covered) => {
    expect(findRule([rule('Edit', content, 'allow')], edit(file)) !== null).toBe(covered);
  });

  it('"always" means this very command, this very file, or the tool', () => {
    expect(ruleText(ruleForAlways(bash('npm test')))).toBe('Bash(npm test)');
    expect(ruleText(ruleForAlways(edit('/p/src/a.ts')))).toBe('Edit(src/a.ts)');
    expect(ruleText(ruleForAlways({ tool: 'mcp__a__b', input: {}, file: null, project: '/p' }))).toBe('mcp__a__b');
  });

  it('nothing in what "always" adds is a pattern', () => {
    const star = ruleForAlways(edit('/p/**'));
    expect(findRule([star], edit('/p/**'))).toEqual(star);
    expect(findRule([star], edit('/p/a'))).toBeNull();
    expect(findRule([ruleForAlways(bash('rm:*'))], bash('rm x'))).toBeNull();
  });

  it('rules of a hook that cannot be read are left out', () => {
    const value = [{ toolName: 'Bash', ruleContent: 'ls' }, { toolName: 'Read' }, { toolName: 7 }, 'Bash', null];
    expect(readRules(value, 'allow')).toEqual([rule('Bash', 'ls', 'allow'), rule('Read', null, 'allow')]);
    expect(readRules('Bash', 'allow')).toEqual([]);
  });
});
