import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needs } from '../../../../../test/support/programs.ts';
import { compilePythonRegex } from './python-regex.ts';
import { tries } from '../../../../../test/support/tier.ts';

interface Case {
  readonly pattern: string;
  readonly subject: string;
  readonly covers: 'whole' | 'search';
}

const PYTHON = `
import json, re, sys, warnings
warnings.simplefilter('ignore')
def answer(case):
    try:
        compiled = re.compile(case['pattern'])
    except Exception:
        return None
    return bool((compiled.fullmatch if case['covers'] == 'whole' else compiled.search)(case['subject']))
json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)
`;

/** What Python says to each case: true, false, or null for a pattern that it refuses. */
const askPython = (cases: readonly Case[]): readonly (boolean | null)[] => {
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
};

/** What we say: true, false, or the reason for which the pattern is refused. */
const ask = ({ pattern, subject, covers }: Case): boolean | string => {
  const key = `${covers} ${pattern}`;
  const compiled = COMPILED.get(key) ?? compilePythonRegex(pattern, covers);
  COMPILED.set(key, compiled);
  if (!('search' in compiled)) return compiled.problem.message;
  return compiled.search([subject]) === 'accepts';
};

/** Matchers share the time that they may hold the event loop: others must have their turn now and then. */
async function askAll(cases: readonly Case[]): Promise<readonly (boolean | string)[]> {
  const answers: (boolean | string)[] = [];
  for (const [index, each] of cases.entries()) {
    if (index % 20 === 0) await new Promise((resolve) => void setImmediate(resolve));
    answers.push(ask(each));
  }
  return answers;
}

const COMPILED = new Map<string, ReturnType<typeof compilePythonRegex>>();

const PATTERNS = String.raw`
mcp__.*
.*b
.*?b
.*^b
.*a|b
(?s).*b
a|bc
a|ab
(?P<x>a)b(?P=x)
(?P<x>a|b)(?P=x)
(a)\1
(a|b)(c)\2\1
\Aab
ab\Z
^a$
a$
a$\n
(?i)abc
(?i)[a-c]+
(?s)a.b
(?m)^b$
(?ms)^a.*b$
(?x) a b # c
(?x)a\ b[ ]
(?i)(?s)A.B
(?#note)(?i)ABC
a(?#note)*b
a(?#note)b
a.b
\w+
\W
\d+
\D
\s
\S+
[\w-]+
[^\w]
[\W]
[^\W]
[\d_]
[\s]
[^\s]+
\bab\b
a\Bb
(?a)\w+
(?a)\d
(?a)\bé
(?a:\w)\w
(?s:.)b
(?m:^)b
(?-s:.)b
(?s)(?-s:.)b
a{2}
a{2,}
a{,2}
a{,}
a{1,2}?b
a{
a{,
a{x}
a{}
a{2
{
}
]
a]
[]]
[^]]
[]a]+
[a\]b]
[a-]
[-a]
[a-c-e]
[.*+?^{}$()|]+
[[a]
[a&&b]
[a--b]
[~~]
[\n\t\x41\u00e9\101]+
[\b]
\x41
\u00e9
\U0001F600
\101
\0
\07
\n
\a\f\v\r\t
\.
\-
\/
\é
\_
/
a/b
(?=a)a
(?!a)b
(?<=a)b
(?<!a)b
(?<=ab|cd)e
(?:(?=a))*a
(?=a)*b
(?:a|b)*c
(?:)*
()
(|a)+
(a*)*
(a*)+b
a*?b
a+?
a??b
😀
[😀-😂]
.😀
^^a
a$$
$
^
^$
\A\Z
(?:^a)
x*
[A-z]
(?i)ß
(?i)É
(?i)[^a]
(a)|b
(?:a(b))c
a\
(
)
a)
[
[a
[b-a]
[\d-a]
[a-\d]
*
+a
?
a**
a{2}{3}
^*
\b+
(?P<1a>x)
(?P<a>x)(?P<a>y)
(?P=nope)
\1
(a\1)
\8
\400
\777
\q
\xg
\u12
\U00110000
[\A]
[\8]
(?<=a*)b
(?<=a|bc)d
(?z)
(?P>a)
(?R)
(?
(?#
(?P
(?L)a
a(?i)b
(?i
$*
$+a
(?:$)*a
\A*
(?#ab)a
(?#ims)ABC
(?#a)(?#bc)(?i)ABC
a(?#b)
a(?:b)(?i)
b(?#c)a
(?:a|b)+c
(?:ab|ac){2}
(?:ab)?c
(?<=a.c)e
(?<=a{2})b
(?<=(?:ab){1})e
(?<=a(?:b|c))e
(?<=\d\w)b
(?<=(a)\1)b
(?<=a(?=b))b
(?<=^a)b
(?x)a\tb
(?x)a#b
(?x)#
(?x)a # b
(?x: a ) b
(?x)(?-x: )a
(?x)a + b
(?-x:a b)
(?x)[ #]
(?a)\s
(?a)\S
(?a)[\s]
(?a)\W
(?a:\d)
(?a:\s)
(?u)\w
(?u:\w)
(?a)(?s:\w)
(?s:\w)
(?a:[\w])
\b
\B
a\Bb\b
(?a)\B
(?a)\Bé
\Bb
\B.
\377
\376
[\377]
[\37]
[\1]
\U0010FFFF
\U0010ffff
[a-a]
[\x41-\x41]
\cA
[\c]
b\b
(?P<x>a)(?P<y>b)(?P=x)
(?P<x>a)(?P<y>b)(?P=y)
(?P<a1>a)(?P=a1)
(?P<é>a)(?P=é)
(?P<a b>a)
(?P<x>a)(b)\1\2
(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10
(a)\11
(a)\18
(a)+\1
(a){1}\1
(a){1,}\1
(a){2,3}\1
(?:(a)b|c)d
a{2,3}?
a{2}?
a{10}
a{1,10}b
(?<=a{1,2})b
(?<=(?:a|b))c
(?<=(?:a|bc))d
(?<=(?:a*))c
(?<=)a
(?<=|)a
(?<!)a
(?=a|b)b
(?=)
(?!)
(?s-m:a.b)
(?ms-x:^a.b)
(?m-s:^a.b)
(?si)a
(?-)a
(?s-)a
(?s-:a)
(?s-s:a)
(?is-s:a)
(?ms-im:a)
(?au)a
(?a)(?u)a
(?au:a)
(?ua:a)
(?<=(?P<x>a)(?P=x))b
(a)(?<=\1)b
(a)(?<=\1(b))c
(a)(?<=(b)\1)c
(?<=(?<=(a))\1)b
(?<=(?=(a)\1))b
(?=(a)\1)a
(?!(a)\1)a
\é
[\é]
[é-ê]
\\
[\\]
\^\$\*\+\?\(\)\[\]\{\}\|
{2}
x{2}{
a{2}b{,2}c
`
  .split('\n')
  .slice(1, -1);

// prettier-ignore
const SUBJECTS = [
  '', 'a', 'b', 'ab', 'aab', 'aba', 'abc', 'ABC', 'aBc', 'ac', 'bc', 'aa', 'aaa', 'a\n', 'a\nb', 'ab\n', '\n', 'a\n\n',
  'b\na', 'a\rb', 'a\u2028b', '\u2028', 'mcp__x', 'xmcp__a', 'mcp__a\nb', 'é', 'É', 'aé', '٣', '1', '_', '-', 'a-b', ' ',
  'a b', 'ab ', '\u00a0', '\u0085', '\u001c', '\ufeff', '😀', 'a😀', '😁', '{', 'a{', 'a{x}', 'a{}', 'a{2', 'a{,', '}', ']',
  'a]', '[', '^', '.*', '\b', '\0', '\u0007', 'A', 'e', 'abe', 'cde', '/', 'a/b', '.', 'ß', 'ẞ', '²', 'Ⅷ', '一', 'x', 'acca',
  '&', '&&', '~', '#', '\u0007\f\v\r\t', 'ſ', 'K', 'bb', 'abb', 'a\tb', 'a#b', 'aabb', 'abacc', 'ababac', 'acace', 'abcdefghijj', 'a\t',
  'aaaaaaaaaa', '\u00ff', '\u00fe', '\u001f', '\u0001', '\u{10ffff}', 'é b', 'ab a', 'bab', 'aaab', 'acd', 'abd', 'abbb', '\\', 'ababe', 'abae',
];

describe('a Python regular expression', () => {
  it('accepts what Python accepts, over patterns × texts', needs('python3'), async () => {
    const cases = PATTERNS.flatMap((pattern) =>
      SUBJECTS.flatMap((subject) => [
        { pattern, subject, covers: 'whole' as const },
        { pattern, subject, covers: 'search' as const },
      ]),
    );
    const answers = await askAll(cases);
    const differing = askPython(cases).flatMap((expected, index) => {
      const each = cases[index] as Case;
      // Pythons disagree on whether \\B is found in the empty text.
      if (each.pattern.includes('\\B') && each.subject === '') return [];
      const actual = answers[index] ?? '';
      return (typeof actual === 'string' ? null : actual) === expected ? [] : [{ ...each, expected, actual }];
    });
    expect(differing).toEqual([]);
  });

  it('accepts what Python accepts, at random', { ...needs('python3'), timeout: 120_000 }, async () => {
    const cases = fc.sample(randomCase, { numRuns: tries(8000), seed: 42 });
    const answers = await askAll(cases);
    const results = askPython(cases).map((expected, index) => ({
      ...(cases[index] as Case),
      expected,
      actual: answers[index] ?? '',
    }));
    const differing = results.filter(({ expected, actual }) => typeof actual === 'boolean' && actual !== expected);
    expect(differing).toEqual([]);
    const refused = results.filter(({ expected, actual }) => typeof actual === 'string' && expected !== null);
    const known = /may not have matched here|optional parts in a row/;
    expect(refused.filter(({ actual }) => !known.test(String(actual)))).toEqual([]);
    expect(results.filter(({ actual }) => typeof actual === 'boolean').length).toBeGreaterThan(cases.length * 0.4);
  });

  it.each([
    ['a++', 'possessive'],
    ['a{2}+', 'possessive'],
    ['(?>a)', 'atomic'],
    ['(a)?(?(1)b|c)', 'conditional'],
    ['(?i:a)', 'flags of (?i:…)'],
    ['(?i)a(?-i:b)', 'flags of (?-i:…)'],
    ['\\N{DIGIT ONE}', 'escape \\N'],
    ['(?<n>a)', 'not a Python group'],
    ['(a)?\\1', 'may not have matched'],
    ['(?:(a)|b)\\1', 'may not have matched'],
    ['a(?i)', 'not at the start'],
    ['(?R)', 'no group that is known'],
    ['(', 'not closed'],
  ])('%s is refused with a reason', (pattern, reason) => {
    const compiled = compilePythonRegex(pattern, 'whole');
    expect('problem' in compiled && compiled.problem).toMatchObject({
      severity: 'error',
      message: expect.stringContaining(reason),
      hint: expect.any(String),
    });
  });

  it.each([
    [
      `(?=ab)${'a?'.repeat(17)}`,
      'beside a look-around or a back-reference it has too many classes, or optional parts in a row',
    ],
    ['a'.repeat(9000), 'it is longer than 8192 characters'],
    [`${'('.repeat(200)}${')'.repeat(200)}`, 'groups are nested too deeply (at position 101)'],
  ])('%.20s is valid, and too costly', (pattern, why) => {
    const compiled = compilePythonRegex(pattern, 'whole');
    expect('problem' in compiled && compiled.problem).toEqual({
      severity: 'warning',
      message: expect.stringMatching(/^".*" is too costly to search: /),
      hint: 'write it shorter or simpler, or write several hooks',
      isCostly: true,
    });
    expect('problem' in compiled && compiled.problem.message).toContain(`: ${why}; the hook runs for every subject`);
  });

  it('knows letters of all languages again where (?u:…) says so', () => {
    const compiled = compilePythonRegex('(?a)(?u:\\w)', 'whole');
    expect('search' in compiled && ['é', 'a', '-'].map((text) => compiled.search([text]))).toEqual([
      'accepts',
      'accepts',
      'refuses',
    ]);
  });

  it('that begins with .* searches long lines as quickly as without it', () => {
    for (const pattern of ['.*secret', '(?s).*secret', '.*?secret|other']) {
      const compiled = compilePythonRegex(pattern, 'search');
      expect('search' in compiled && compiled.search(['a '.repeat(20_000)])).toBe('refuses');
      expect('search' in compiled && compiled.search([`${'a '.repeat(20_000)}secret`])).toBe('accepts');
    }
  });

  it('throws for no pattern', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('whole' as const, 'search' as const),
        (pattern, covers) => {
          compilePythonRegex(pattern, covers);
        },
      ),
    );
  });
});

// prettier-ignore
const atom = fc.constantFrom(
  'a', 'b', 'c', '.', '\\w', '\\d', '\\s', '\\W', '\\D', '\\S', '[ab]', '[^a]', '[\\w-]', '[^\\W\\d]', '[a-c]', '\\n', 'é', '_', ' ', '1',
  '^', '$', '\\b', '\\A', '\\Z', '\\1', '(?P=n)', '{', '-',
);
const quantifier = fc.constantFrom('', '', '', '', '*', '+', '?', '{2}', '{,1}', '{1,2}', '*?', '+?', '??');
// prettier-ignore
const wrapper = fc.constantFrom<readonly [string, string]>(
  ['(', ')'], ['(?:', ')'], ['(?=', ')'], ['(?!', ')'], ['(?<=', ')'], ['(?<!', ')'], ['(?P<n>', ')'], ['(?s:', ')'], ['(?m:', ')'], ['', '|a'],
);

const { pattern: randomPattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc.tuple(wrapper, tie('pattern')).map(([[open, close], inner]) => open + inner + close),
  ),
  pattern: fc
    .array(fc.tuple(tie('term'), quantifier), { maxLength: 4 })
    .map((terms) => terms.map(([term, count]) => term + count).join('')),
}));

const randomCase: fc.Arbitrary<Case> = fc.record({
  pattern: fc
    .tuple(fc.constantFrom('', '', '', '(?i)', '(?s)', '(?m)', '(?x)', '(?a)', '(?ims)'), randomPattern)
    .map(([flags, rest]) => flags + rest),
  subject: fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'B', ' ', '\n', 'é', '1', '_', '-', '{', '\r', '٣'),
    maxLength: 6,
  }),
  covers: fc.constantFrom('whole', 'search'),
});
