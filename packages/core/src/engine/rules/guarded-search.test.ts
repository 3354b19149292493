import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compileMatcher } from './compile-matcher.ts';
import type { Finding } from './compiled-matcher.ts';
import { compileGuardedRegex, type GuardedSearch } from './guarded-regex.ts';
import { runDirectly, startEvent } from './time-limit.ts';
import type { MatchResult } from '../../model/hook.ts';

beforeEach(startEvent);

const search = (source: string, flags = ''): GuardedSearch => {
  const compiled = compileGuardedRegex(source, flags);
  if ('why' in compiled) throw new Error(compiled.why);
  return compiled.search;
};

/** Uses up exactly so much of the time of the event. */
function use(ms: number): void {
  const clock = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: ms * 1000, system: 0 });
  const work = (): null => {
    for (const start = performance.now(); performance.now() - start < ms + 0.5;);
    return null;
  };
  try {
    runDirectly('user', 1e6, work, { tooLong: null, noTime: null });
  } finally {
    clock.mockRestore();
  }
}

describe('the effort of making an expression ready', () => {
  it.each([
    ['\\p{L}', 'v', 256],
    ['\\P{L}', 'v', 256],
    ['\\p{L}', 'iv', 96],
    ['(?:a)', '', 630],
  ])('%s with the flags "%s" may stand there %i times', (piece, flags, most) => {
    expect(compileGuardedRegex(piece.repeat(most), flags)).toHaveProperty('search');
    expect(compileGuardedRegex(piece.repeat(most + 1), flags)).toEqual({
      refused: 'costly',
      why: 'it has too many groups and classes of characters',
    });
  });

  it('is spent at the first two uses: with little time left they are put off, a third use is not', () => {
    const source = `[x]${'y'.repeat(4000)}`;
    const asked = (uses: number): Finding => {
      const own = search(source);
      startEvent();
      for (let count = 0; count < uses; count += 1) {
        own(['y'.repeat(4000)], 50);
        startEvent();
      }
      use(45);
      return own(['y'.repeat(4000)], 50);
    };
    expect([0, 1, 2, 3].map(asked)).toEqual(['postponed', 'postponed', 'refuses', 'refuses']);
  });

  it('is not spent where a text lacks what it needs', () => {
    use(45);
    expect(search(`[x]${'y'.repeat(4000)}`)(['z'], 50)).toBe('refuses');
  });

  it('leaves a known expression for later when the event has no time at all', () => {
    const known = search('[x]y');
    for (let uses = 0; uses < 2; uses += 1) known(['zy'], 50);
    use(49.5);
    expect(known(['zy'], 50)).toBe('postponed');
  });
});

describe('a mistake in the syntax', () => {
  it('is told with the expression as it is written', () => {
    expect(compileGuardedRegex('\\p{L}(', '')).toEqual({
      refused: 'invalid',
      why: expect.stringMatching(/^Invalid regular expression: \/\\p\{L\}\(\/: /),
    });
  });

  it('is none where a class by a property is repeated', () => {
    expect([search('^\\p{Lu}+$', 'v')(['ÄÖ'], 50), search('^\\P{Lu}+$', 'v')(['ÄÖ'], 50)]).toEqual([
      'accepts',
      'refuses',
    ]);
  });
});

describe('a search that is surely quick needs no timer', () => {
  const a = (length: number): string => 'a'.repeat(length);

  it.each<readonly [source: string, text: string, finding: Finding]>([
    ['[b]c', 'abc', 'accepts'],
    ['[b]c', `c${a(1e6)}`, 'refuses'],
    ['a?b?', a(7_499_998), 'accepts'],
    ['a?b?', a(7_499_999), 'undecided'],
    ['a+b?', a(498), 'accepts'],
    ['a+b?', a(499), 'undecided'],
    ['(a+)+', 'a', 'undecided'],
  ])('%s in a text without any time for the others', (source, text, finding) => {
    expect(search(source)([text], 0)).toBe(finding);
  });

  it.each<readonly [source: string, length: number]>([
    ['a.|b.', 15_000_000],
    ['a+b?', 1_000_000],
  ])('and %s is not begun in more than %i characters, since it could not be stopped', (source, most) => {
    const text = (length: number): readonly string[] => ['ab', a(length - 2)];
    const settled = (length: number): Finding => {
      let finding: Finding = 'postponed';
      const own = search(source);
      for (let attempt = 0; attempt < 50 && finding !== 'accepts'; attempt += 1) {
        startEvent();
        finding = own(text(length), 50);
      }
      return finding;
    };
    expect(settled(most)).toBe('accepts');
    expect(search(source)(text(most + 1), 50)).toBe('undecided');
  });
});

describe('the two expressions of a content matcher', () => {
  const settled = (written: { tool: string; content: string }, text: string, input: string): MatchResult => {
    const { matcher } = compileMatcher('tool-and-content-regex', written);
    const ask = (toolName: string, toolInput: string): MatchResult => {
      startEvent();
      return matcher.test({ text: toolName, toolName, toolInput, project: '/' });
    };
    // Both are made ready before.
    for (let uses = 0; uses < 2; uses += 1) ask('a', 'a');
    let result = ask(text, input);
    for (let attempt = 0; attempt < 50 && result.undecided === 'this-time'; attempt += 1) result = ask(text, input);
    return result;
  };
  const slow = `${'a'.repeat(50)}!`;

  it('share one limit: what the first has used up the second lacks for ever', () => {
    expect(settled({ tool: '^(a+)+$', content: '^(a+)+$' }, slow, slow)).toEqual({
      matches: true,
      why: [
        `tool "^(a+)+$" could not decide about "${slow}" within 50 ms: taken as a match`,
        `pattern "^(a+)+$" could not decide about "\\"${slow}\\"" within 50 ms: taken as a match`,
      ].join('; '),
      undecided: 'ever',
    });
  });

  it('leave the second its time when the first is quick', () => {
    expect(settled({ tool: 'Sh.ll', content: '^(x+)+$' }, 'Shell', 'xxx')).toEqual({
      matches: true,
      why: 'tool "Sh.ll" accepts "Shell"; pattern "^(x+)+$" accepts "\\"xxx\\""',
    });
  });

  it.each([
    [{ tool: '(' }, 'tool "("'],
    [{ tool: 'Sh.ll', content: '[' }, 'tool "Sh.ll", pattern "["'],
  ])('never match when one of them is invalid: %j', (written, text) => {
    const { matcher } = compileMatcher('tool-and-content-regex', written);
    const subject = { text: 'Shell', toolName: 'Shell', toolInput: {}, project: '/' };
    expect([matcher.text, matcher.test(subject).matches, matcher.test(subject).why.slice(0, 15)]).toEqual([
      text,
      false,
      'never matches: ',
    ]);
  });

  it('keep their words when the only one is too costly', () => {
    const { matcher } = compileMatcher('tool-and-content-regex', { content: 'x'.repeat(9000) });
    expect([matcher.text, matcher.names]).toEqual([`pattern "${'x'.repeat(80)}…"`, null]);
  });
});

it('a list of names looks at names alone', () => {
  expect(compileMatcher('names-or-full-regex', { pattern: 'Bash|Read' })).toStrictEqual({
    matcher: { text: 'Bash|Read', names: ['Bash', 'Read'], test: expect.any(Function), looksAt: 'names' },
    problems: [],
  });
});
