import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchRule } from '../../model/event-row.ts';
import type { MatchSubject, SlowSearches } from '../../model/hook.ts';
import type { Json } from '../../model/json.ts';
import { compileMatcher, type WrittenMatcher } from './compile-matcher.ts';

/** For a look that must be quick: what is slow stays open. */
const NOT_NOW: SlowSearches = { known: () => null, find: () => 'pending', mayTake: (steps) => steps <= 200_000 };

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

  it('cuts a long subject in its words, not in its test', () => {
    const { matcher } = compileMatcher('names-or-full-regex', { pattern: 'a+b' });
    expect(matcher.test(on('a'.repeat(80)))).toEqual({
      matches: false,
      why: `matcher "a+b" does not accept "${'a'.repeat(80)}"`,
    });
    expect(matcher.test(on(`${'a'.repeat(80)}b`))).toEqual({
      matches: true,
      why: `matcher "a+b" accepts "${'a'.repeat(80)}…"`,
    });
  });

  it('answers the same however many texts it was asked about before', () => {
    const { matcher } = compileMatcher('names-or-searched-regex', { pattern: '^a1?$' });
    const texts = ['a', ...Array.from({ length: 40 }, (_, index) => `a${index}`), 'a'.repeat(300)];
    const ask = () => texts.filter((text) => matcher.test(on(text)).matches);
    expect([ask(), ask()]).toEqual([
      ['a', 'a1'],
      ['a', 'a1'],
    ]);
  });

  it('everything takes no notice of what is written', () => {
    const { matcher, problems: told } = compileMatcher('everything', { pattern: '(' });
    expect([matcher, told]).toEqual([{ text: '(', names: null, test: expect.any(Function), looksAt: 'names' }, []]);
    expect(matcher.test(on('Bash'))).toEqual({ matches: true, why: 'matches everything' });
  });

  it('says what every subject begins with that it accepts, where that can be told', () => {
    const known = (name: MatchRule, pattern: string) => compileMatcher(name, { pattern });
    const found = (text: string, prefix: string) => ({
      matcher: { text, names: null, test: expect.any(Function), prefix, looksAt: 'names' },
      problems: [],
    });
    expect(known('names-or-full-regex', 'mcp__.*')).toEqual(found('mcp__.*', 'mcp__'));
    expect(known('names-or-searched-regex', '^mcp__')).toEqual(found('^mcp__', 'mcp__'));
    expect(known('names-or-searched-regex', 'mcp__.')).toEqual(found('mcp__.', ''));
    expect(known('basenames-or-searched-regex', '^a\\.ts')).toEqual(found('^a\\.ts', 'a.ts'));
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
    expect(problems(rule, { pattern: 'Edit|' })).toEqual([]);
    expect(problems(rule, { pattern: '|' })).toEqual([
      {
        severity: 'warning',
        message: 'matcher "|" names nothing and never matches',
        hint: 'leave the matcher out to match everything',
      },
    ]);
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
    const why = '"(" cannot be used as a regular expression: a ( is not closed (at position 1)';
    const { matcher, problems: told } = compileMatcher(rule, { pattern: ' ( ' });
    expect(told).toEqual([{ severity: 'error', message: why, hint: 'the syntax is that of Python’s re module' }]);
    expect(matcher).toEqual({ text: '(', names: null, test: expect.any(Function), looksAt: 'names' });
    expect(matcher.test(on('('))).toEqual({ matches: false, why: `never matches: ${why}` });
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
    expect(problems(rule, { pattern: 'a(' })).toEqual([
      {
        severity: 'error',
        message: expect.stringMatching(
          /^matcher "a\(" is not a valid regular expression \(.*a\(.*\); it is compared literally$/,
        ),
        hint: 'escape characters that are meant literally with a backslash, or correct the expression',
      },
    ]);
    expect(compileMatcher(rule, { pattern: 'a(' }).matcher.names).toEqual(['a(']);
    expect(['a(', 'xa(', 'a'].map((name) => matches(rule, 'a(', name))).toEqual([true, false, false]);
  });

  it('is ignored on an event without subject', () => {
    expect(compileMatcher(rule, { pattern: 'Bash' }).matcher.test(on(null))).toEqual({
      matches: true,
      why: 'the event has no subject: the matcher is ignored',
    });
    for (const pattern of ['Bash', 'mcp__.*', 'a(']) expect(matches(rule, pattern, null)).toBe(true);
    for (const pattern of ['Bash', 'mcp__.*', 'a(']) expect(matches(rule, pattern, '')).toBe(false);
    expect(matches('basenames-or-searched-regex', '.env', null)).toBe(true);
  });
});

describe('names-or-valid-regex', () => {
  const rule = 'names-or-valid-regex';

  it('lists exact names between bars and commas, and searches anything else', () => {
    expect(['Edit', 'MultiEdit', 'two words'].map((name) => matches(rule, 'Edit, two words', name))).toEqual([
      true,
      false,
      true,
    ]);
    expect(['mcp__a__x', 'mcp__a'].map((name) => matches(rule, 'mcp__a__.*', name))).toEqual([true, false]);
    expect(['Edit', 'MultiEdit'].map((name) => matches(rule, '.*Edit', name))).toEqual([true, true]);
    for (const pattern of ['', '*']) expect(matches(rule, pattern, 'anything')).toBe(true);
  });

  it('an invalid expression is an error and matches nothing, but is ignored on an event without subject', () => {
    for (const pattern of ['Bash(', '*Bash', '[']) {
      expect(problems(rule, { pattern })).toMatchObject([
        { severity: 'error', message: expect.stringMatching(/matches nothing$/) },
      ]);
      for (const name of ['Bash', pattern, '']) expect(matches(rule, pattern, name)).toBe(false);
      expect(matches(rule, pattern, null)).toBe(true);
    }
  });
});

describe('words-or-valid-regex', () => {
  const rule = 'words-or-valid-regex';

  it('takes only words for a list: anything else is searched', () => {
    expect(['rate_limit', 'rate_limits'].map((name) => matches(rule, 'rate_limit|overloaded', name))).toEqual([
      true,
      false,
    ]);
    expect(['.env', 'x.env.local', 'env'].map((name) => matches(rule, '.env', name))).toEqual([true, true, false]);
    expect(['a, b', 'a'].map((name) => matches(rule, 'a, b', name))).toEqual([true, false]);
    expect(matches(rule, '[', '[')).toBe(false);
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
    for (const pattern of ['a\\.', '^a', 'a$', 'a*', 'a+', 'a?', '(a', 'a)', '[a', 'a]', '{a', 'a}'])
      expect(compileMatcher(rule, { pattern }).matcher.text).toBe(pattern);
    expect(['ab', 'b', 'a'].map((name) => matches(rule, 'a+b', name))).toEqual([true, false, false]);
    expect(['a b', 'a', ' a b'].map((name) => matches(rule, ' a b | c ', name))).toEqual([true, false, false]);
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

  it('content that is about JSON is searched in the JSON text of the input, with its blanks', () => {
    const input = { command: 'ls', count: 3, on: [true, null] };
    const ofJson = [
      '"command": "ls"',
      '"ls", "count": 3',
      '^\\{',
      '\\{.*count',
      'null\\]\\}$',
      '(?i)"LS"',
      'never|"on": \\[true',
    ];
    expect(ofJson.filter((content) => !accepts({ content }, 'X', input))).toEqual([]);
    expect(accepts({ content: '"command":"ls"' }, 'X', input)).toBe(false);
    expect(accepts({ content: '^[A-Z]' }, 'X', {})).toBe(false);
  });

  it('content is searched in numbers and words of the input, and in the names of its fields', () => {
    const input = { command: 'ls', count: 3, on: [true, null] };
    expect(accepts({ content: '' }, 'X', {})).toBe(true);
    expect(
      ['3', '\\btrue\\b', 'null', 'comm', '^rm|count'].filter((one) => !accepts({ content: one }, 'X', input)),
    ).toEqual([]);
  });

  it('numbers, words and names of fields stand within the JSON text: no end of a text is there', () => {
    const input = { command: 'deploy --dry-run', count: 3, on: [true, null], 'a/.env': 0 };
    const atEnds = [
      '^3$',
      '^true',
      'null$',
      '^command$',
      '\\Acommand',
      '^(?!.*--dry-run)',
      '^(rm|count)',
      '(^|x)on(y|$)',
    ];
    expect(atEnds.filter((content) => accepts({ content }, 'X', input))).toEqual([]);
    expect(['(^|/)\\.env', 'count(?!er)'].filter((content) => !accepts({ content }, 'X', input))).toEqual([]);
  });

  it('content that needs a quote beside it is about JSON too', () => {
    const within = (path: string) => accepts({ content: '(?<="path": ")/etc' }, 'X', { path });
    expect([within('/etc/passwd'), within('/srv/etc')]).toEqual([true, false]);
  });

  it('content about values is not found across the lines and values that JSON puts on one line', () => {
    const input = { command: 'echo deploy\necho "prod" ${\n', note: 'x' };
    for (const content of ['deploy.*prod', 'echo.*x', '\\$\\{.*\\}', 'never|deploy.*prod|"y"'])
      expect(accepts({ content }, 'X', input)).toBe(false);
  });

  it('an input without values is not empty: what asks for no text is found in its JSON text, an empty text is not', () => {
    const inputs = [{}, { count: 3 }, { on: [true, null] }];
    for (const input of inputs) {
      for (const content of ['.*', 'x?', '^(?!.*rm)']) expect(accepts({ content }, 'X', input)).toBe(true);
      for (const content of ['^$', '\\A\\Z', '^\\s*$']) expect(accepts({ content }, 'X', input)).toBe(false);
    }
    expect(accepts({ content: '^(?!.*dry)' }, 'X', { dry: true })).toBe(false);
    expect(accepts({ content: '^$' }, 'X', { command: '' })).toBe(true);
  });

  it('both must match', () => {
    const written = { tool: 'Shell', content: 'curl' };
    expect(accepts(written, 'Shell', { command: 'wget x' })).toBe(false);
    expect(accepts(written, 'Fetch', { command: 'curl x' })).toBe(false);
    expect(accepts(written, 'Shell', { command: 'curl x' })).toBe(true);
  });

  it('says why in words, for each of the two', () => {
    const { matcher, problems: told } = compileMatcher(rule, { tool: 'Shell', content: 'curl' });
    expect([matcher, told]).toEqual([
      {
        text: 'tool "Shell", pattern "curl"',
        names: null,
        test: expect.any(Function),
        couldAccept: expect.any(Function),
        written: { tool: 'Shell', content: 'curl' },
      },
      [],
    ]);
    const ask = (tool: string | null, command: string) => matcher.test(on(tool, { command }));
    expect([ask('Shell', 'curl x'), ask('Fetch', 'curl x'), ask('Shell', 'wget'), ask(null, '')]).toEqual([
      {
        matches: true,
        why: 'tool "Shell" accepts "Shell"; pattern "curl" accepts "curl x"',
      },
      { matches: false, why: 'tool "Shell" does not accept "Fetch"' },
      { matches: false, why: 'pattern "curl" does not accept "wget"' },
      { matches: true, why: 'the event is about no tool: the matcher does not apply' },
    ]);
    expect(compileMatcher(rule, { content: 'a' }).matcher.text).toBe('pattern "a"');
    expect(compileMatcher(rule, { tool: '(', content: 'a' }).matcher.text).toBe('tool "(", pattern "a"');
  });

  it('can be ruled out by the name of the tool alone', () => {
    const could = (written: WrittenMatcher) =>
      ['Shell', 'Fetch', null].map((tool) => compileMatcher(rule, written).matcher.couldAccept?.(on(tool)));
    expect(could({ tool: 'Shell', content: 'never' })).toEqual([true, false, true]);
    expect(could({ content: 'never' })).toEqual([true, true, true]);
    const slow = compileMatcher(rule, { tool: '^(?:(a+)+\\1)+$' }).matcher;
    expect(slow.couldAccept?.({ ...on(`${'a'.repeat(50)}!`), slow: NOT_NOW })).toBe(true);
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

  it('an input that is too deep to be written lets the hook run', ({ skip }) => {
    let deep: Json = 'x';
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    if (canWrite(deep)) return skip('this Node writes JSON of any depth');
    expect(compileMatcher(rule, { content: '"never"' }).matcher.test(on('X', deep))).toEqual({
      matches: true,
      why: 'pattern "\\"never\\"" could not decide about "x" within its budget: taken as a match',
      undecided: 'ever',
    });
  });
});

function canWrite(value: Json): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

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
    ['[^a]', ['^', 'b'], ['a', '/', '']],
    ['{a,b}*', ['{a,b}', '{a,b}c'], ['a', 'b']],
    ['a\\*', ['a*'], ['a', 'a\\', 'a\\b', 'ab']],
    ['[\\]a-]\\[', ['][', 'a[', '-['], ['\\[', 'b[']],
    ['a\\', ['a\\'], ['a']],
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
      { severity: 'error', message: expect.stringContaining('not a valid glob') },
    ]);
    expect(matches(rule, pattern, pattern)).toBe(false);
  });

  it('says what every name begins with that it accepts', () => {
    const prefixOf = (pattern: string) => compileMatcher(rule, { pattern }).matcher.prefix;
    expect(['mcp/*', 'a?b*', 'file_[0-9]', '*x', '**'].map(prefixOf)).toEqual(['mcp/', 'a', 'file_', '', '']);
    expect(compileMatcher(rule, { pattern: 'mcp/*' })).toEqual({
      matcher: { text: 'mcp/*', names: null, test: expect.any(Function), prefix: 'mcp/', looksAt: 'names' },
      problems: [],
    });
  });

  it('a reversed range is told with what to write instead', () => {
    expect(problems(rule, { pattern: 'a[z-a]' })).toEqual([
      {
        severity: 'error',
        message: 'matcher "a[z-a]" is not a valid glob: the range z-a is reversed',
        hint: 'write a range as in [a-z], and a literal bracket as [[]',
      },
    ]);
  });

  it('an event without subject has the empty text', () => {
    expect(['*', '**', 'a*', 'file_read'].map((pattern) => matches(rule, pattern, null))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('an empty glob matches nothing, with a warning', () => {
    expect(matches(rule, '', 'a')).toBe(false);
    expect(problems(rule, { pattern: '' })).toMatchObject([{ severity: 'warning' }]);
  });
});

describe('valid-regex', () => {
  it('searches, also for what looks like a name, and takes case as it is', () => {
    expect(matches('valid-regex', 'Bash', 'BashOutput')).toBe(true);
    expect(matches('valid-regex', 'Bash|Edit', 'MultiEdit')).toBe(true);
    expect(matches('valid-regex', 'bash', 'Bash')).toBe(false);
    expect(matches('valid-regex', '^(?!Bash)', 'Bash')).toBe(false);
  });

  it('matches everything where it is empty, and nothing where it is broken', () => {
    expect(matches('valid-regex', '', 'Bash')).toBe(true);
    for (const broken of ['*', 'Bash(', '[']) {
      expect(matches('valid-regex', broken, 'Bash')).toBe(false);
      expect(problems('valid-regex', { pattern: broken })).toMatchObject([{ severity: 'error' }]);
    }
  });
});
