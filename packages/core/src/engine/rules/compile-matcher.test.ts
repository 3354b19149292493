import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchRule } from '../../model/dialect.ts';
import type { MatchSubject } from '../../model/hook.ts';
import type { Json } from '../../model/json.ts';
import { compileMatcher, type WrittenMatcher } from './compile-matcher.ts';

const on = (text: string | null, toolInput: Json = {}): MatchSubject => ({
  text,
  toolName: text,
  toolInput,
  project: '/project',
});

const matches = (rule: MatchRule, pattern: string | null | undefined, text: string | null): boolean =>
  compileMatcher(rule, pattern === undefined ? {} : { pattern }).matcher.test(on(text)).matches;

const problems = (rule: MatchRule, written: WrittenMatcher) => compileMatcher(rule, written).problems;

describe('every rule', () => {
  it.each<MatchRule>([
    'names-or-full-regex',
    'names-or-searched-regex',
    'basenames-or-searched-regex',
    'tool-and-content-regex',
    'segment-glob',
    'everything',
  ])('%s matches everything when the matcher is missing', (rule) => {
    expect(matches(rule, undefined, 'Bash')).toBe(true);
    expect(matches(rule, null, 'Bash')).toBe(true);
    expect(compileMatcher(rule, {}).matcher).toMatchObject({ text: null, names: null });
  });

  it('says why in words', () => {
    const { matcher } = compileMatcher('names-or-full-regex', { pattern: 'Write|Edit' });
    expect(matcher.test(on('Bash'))).toEqual({
      matches: false,
      why: 'matcher "Write|Edit" does not accept "Bash"',
    });
    expect(matcher.test(on('Edit'))).toEqual({ matches: true, why: 'matcher "Write|Edit" accepts "Edit"' });
    const all = compileMatcher('names-or-full-regex', { pattern: '*' }).matcher;
    expect(all.test(on('Bash'))).toEqual({ matches: true, why: 'matches everything' });
  });

  it('never throws and never takes longer than 100 ms', () => {
    const rules = fc.constantFrom<MatchRule>(
      'names-or-full-regex',
      'names-or-searched-regex',
      'basenames-or-searched-regex',
      'tool-and-content-regex',
      'segment-glob',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'a b | * + ? ( ) [ ] { } \\ ^ $ . - , / ! 2'.split(' ')) }),
    );
    fc.assert(
      fc.property(rules, text, text, fc.jsonValue(), (rule, pattern, subject, input) => {
        const start = process.cpuUsage();
        const { matcher } = compileMatcher(rule, { pattern, tool: pattern, content: pattern });
        matcher.test(on(subject, input as Json));
        matcher.test(on(null, input as Json));
        expect(process.cpuUsage(start).user / 1000).toBeLessThan(100);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('names-or-full-regex', () => {
  const rule = 'names-or-full-regex';

  it('"" and "*" match everything, blanks around do not count', () => {
    for (const pattern of ['', '*', '  ', ' * ']) {
      expect(matches(rule, pattern, 'any-tool.at_all')).toBe(true);
      expect(matches(rule, pattern, null)).toBe(true);
    }
  });

  it('letters, digits, _ and | are an exact, case-sensitive OR list', () => {
    expect(
      ['Edit', 'Write', 'MultiEdit', 'write', 'Edit|Write'].map((name) => matches(rule, 'Edit|Write', name)),
    ).toEqual([true, true, false, false, false]);
    expect(matches(rule, ' Edit ', 'Edit')).toBe(true);
    expect(compileMatcher(rule, { pattern: 'Edit|Write' }).matcher.names).toEqual(['Edit', 'Write']);
  });

  it('a list does not match the empty subject of an event that has none', () => {
    for (const pattern of ['Edit', 'Edit|', '|']) {
      expect(matches(rule, pattern, null)).toBe(false);
      expect(matches(rule, pattern, '')).toBe(false);
    }
    expect(problems(rule, { pattern: '|' })).toMatchObject([{ severity: 'warning' }]);
  });

  it('anything else is a regular expression that must match the whole subject', () => {
    expect(['mcp__a', 'xmcp__a', 'mcp_', 'mcp__a\nb'].map((name) => matches(rule, 'mcp__.*', name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(['a-b', 'cd', 'a-bd', 'xcd'].map((name) => matches(rule, 'a-b|cd', name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(matches(rule, '.*', null)).toBe(true);
    expect(matches(rule, '.+', null)).toBe(false);
  });

  it('an invalid expression is an error and never matches', () => {
    expect(problems(rule, { pattern: '(' })).toMatchObject([{ severity: 'error' }]);
    expect(matches(rule, '(', '(')).toBe(false);
  });
});

describe('names-or-searched-regex', () => {
  const rule = 'names-or-searched-regex';

  it('plain names are compared exactly; | and , separate them and blanks around do not count', () => {
    const pattern = 'Write | Edit,my-tool, two words';
    expect(
      ['Write', 'Edit', 'my-tool', 'two words', 'MultiEdit', 'edit', ''].map((name) => matches(rule, pattern, name)),
    ).toEqual([true, true, true, true, false, false, false]);
    expect(compileMatcher(rule, { pattern }).matcher.names).toEqual(['Write', 'Edit', 'my-tool', 'two words']);
  });

  it('anything else is searched, case-sensitive', () => {
    expect(['MultiEdit', 'Edit', 'multiedit'].map((name) => matches(rule, 'Ed.t', name))).toEqual([true, true, false]);
    expect(['MultiEdit', 'Edit'].map((name) => matches(rule, '^Edit$', name))).toEqual([false, true]);
  });

  it('an invalid expression is an error, and compared literally', () => {
    expect(problems(rule, { pattern: 'a(' })).toMatchObject([
      { severity: 'error', message: expect.stringContaining('compared literally') },
    ]);
    expect(['a(', 'xa(', 'a'].map((name) => matches(rule, 'a(', name))).toEqual([true, false, false]);
  });

  it('is ignored on an event without subject', () => {
    for (const pattern of ['Bash', 'mcp__.*', 'a(']) expect(matches(rule, pattern, null)).toBe(true);
    for (const pattern of ['Bash', 'mcp__.*', 'a(']) expect(matches(rule, pattern, '')).toBe(false);
  });
});

describe('basenames-or-searched-regex', () => {
  const rule = 'basenames-or-searched-regex';

  it('a dot in a list of names is a dot', () => {
    expect(['.env', '.envrc', 'xenv', 'a.env'].map((name) => matches(rule, '.env|.envrc', name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(compileMatcher(rule, { pattern: '.env|.envrc' }).matcher.names).toEqual(['.env', '.envrc']);
  });

  it('other characters of regular expressions make it one, which is searched', () => {
    expect(['package.json', 'package-json'].map((name) => matches(rule, '^package\\.json$', name))).toEqual([
      true,
      false,
    ]);
    expect(matches(rule, '.*\\.ts', 'a.tsx')).toBe(true);
  });
});

describe('tool-and-content-regex', () => {
  const rule = 'tool-and-content-regex';
  const accepts = (written: WrittenMatcher, tool: string | null, input: Json = {}): boolean =>
    compileMatcher(rule, written).matcher.test(on(tool, input)).matches;

  it('tool is searched in the tool name, case-sensitive', () => {
    expect(
      ['WriteFile', 'writefile', 'RemoteShell', 'Shell'].map((name) => accepts({ tool: 'File|^Shell$' }, name)),
    ).toEqual([true, false, false, true]);
  });

  it('content is searched in each string value at any depth, so $ is the end of a value', () => {
    const call = (path: string): Json => ({ edits: [{ path: 'a.ts' }, { path }], dry: true });
    expect(accepts({ content: '\\.env$' }, 'X', call('deploy/.env'))).toBe(true);
    expect(accepts({ content: '\\.env$' }, 'X', call('deploy/.env.sample'))).toBe(false);
  });

  it('content is searched in the JSON text of the input, with its blanks', () => {
    const input = { command: 'ls', count: 3, on: [true, null] };
    for (const content of ['"command": "ls"', '"ls", "count": 3', '\\[true, null\\]', '^\\{"command"']) {
      expect(accepts({ content }, 'X', input)).toBe(true);
    }
    expect(accepts({ content: '"command":"ls"' }, 'X', input)).toBe(false);
  });

  it('both must match', () => {
    const written = { tool: 'Shell', content: 'curl' };
    expect(accepts(written, 'Shell', { command: 'wget x' })).toBe(false);
    expect(accepts(written, 'Fetch', { command: 'curl x' })).toBe(false);
    expect(accepts(written, 'Shell', { command: 'curl x' })).toBe(true);
  });

  it('does not apply to an event about no tool', () => {
    expect(accepts({ tool: 'Shell', content: 'x' }, null)).toBe(true);
  });

  it('an invalid expression in either is an error', () => {
    expect(problems(rule, { tool: '(' })).toMatchObject([{ severity: 'error' }]);
    expect(problems(rule, { tool: 'a', content: '[' })).toMatchObject([{ severity: 'error' }]);
    expect(problems(rule, { tool: 'a', content: 'b' })).toEqual([]);
  });

  it('reads Python’s syntax', () => {
    expect(accepts({ content: '(?i)RM -RF' }, 'X', { command: 'rm -rf /' })).toBe(true);
    expect(accepts({ content: '(?P<c>rm) (?P=c)' }, 'X', { command: 'rm rm' })).toBe(true);
  });

  it('an input that is too deep to be written lets the hook run', () => {
    let deep: Json = 'x';
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    expect(accepts({ content: 'never' }, 'X', deep)).toBe(true);
  });
});

describe('segment-glob', () => {
  const rule = 'segment-glob';
  const accepted = (pattern: string, names: readonly string[]): readonly string[] =>
    names.filter((name) => matches(rule, pattern, name));

  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['*', ['a', '.a', 'a_b', ''], ['a/b', '/']],
    ['**', ['a', 'a/b/c', '', '/'], []],
    ['mcp/*', ['mcp/a', 'mcp/'], ['mcp/a/b', 'mcp', 'xmcp/a']],
    ['mcp/**', ['mcp/a', 'mcp/a/b', 'mcp/'], ['mcp', 'xmcp/a']],
    ['**/x', ['x', 'a/x', 'a/b/x'], ['ax', 'x/a']],
    ['a/**/b', ['a/b', 'a/c/b', 'a/c/d/b'], ['ab', 'a/cb', 'a/b/c']],
    ['a**b', ['ab', 'axb', 'a/x/b'], ['a', 'abc']],
    ['*/create_*', ['github/create_issue'], ['a/github/create_issue', 'create_issue']],
    ['file_read?', ['file_read2', 'file_reads', 'file_read😀'], ['file_read', 'file_read22', 'file_read/']],
    ['file_[0-9]', ['file_1'], ['file_a', 'file_', 'file_12']],
    ['[!a]b', ['bb', '!b'], ['ab', '/b', 'b']],
    ['[]]', [']'], ['[', '']],
    ['[!]]', ['a'], [']']],
    ['[a-]', ['a', '-'], ['b']],
    ['[^a]', ['^', 'a'], ['b']],
    ['{a,b}*', ['{a,b}', '{a,b}c'], ['a', 'b']],
    ['a\\*', ['a\\', 'a\\b'], ['a*', 'ab']],
    ['File_*', ['File_x'], ['file_x']],
    ['a.c*', ['a.c'], ['abc']],
  ])('%s', (pattern, fitting, others) => {
    expect(accepted(pattern, [...fitting, ...others])).toEqual(fitting);
  });

  it('a plain text is the name itself', () => {
    expect(compileMatcher(rule, { pattern: 'file_read' }).matcher.names).toEqual(['file_read']);
    expect(accepted('file_read', ['file_read', 'file_read2', 'xfile_read'])).toEqual(['file_read']);
  });

  it.each(['[z-a]', 'file_[a-z', '[', 'a[]', '[!]'])('%s is an error and never matches', (pattern) => {
    expect(problems(rule, { pattern })).toMatchObject([
      { severity: 'error', message: expect.stringContaining('no valid glob') },
    ]);
    expect(matches(rule, pattern, pattern)).toBe(false);
  });

  it('an empty glob matches nothing, with a warning', () => {
    expect(matches(rule, '', 'a')).toBe(false);
    expect(problems(rule, { pattern: '' })).toMatchObject([{ severity: 'warning' }]);
  });
});
