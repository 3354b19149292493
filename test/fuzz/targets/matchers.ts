import type { MatchRule } from '../../../packages/core/src/model/event-row.ts';
import type { Matcher, MatchResult } from '../../../packages/core/src/model/hook.ts';
import { compileMatcher } from '../../../packages/core/src/engine/rules/compile-matcher.ts';
import { compileToolRule, prepareToolRules } from '../../../packages/core/src/engine/rules/tool-rule.ts';
import { mutate } from '../mutate.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';

/** Shapes that keep an engine busy which goes back and tries again. */
const PATTERNS: readonly string[] = [
  [
    '(a+)+$',
    '(a|a)*b',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(x+x+)+y',
    '(a*)*b',
    '(.*a){20}',
    '\\s+$',
    '(?:a?){40}a{40}',
  ],
  [
    '(.*)(.*)(.*)x$',
    '(a+)\\1+b',
    '(?=(a+))a*b\\1',
    '(?<=a*)b',
    '(?:(?=a*b)a)*c',
    '(?:a{1,1000}){1,1000}b',
    'a{65535}b',
    '((((a{1,9}){1,9}){1,9}){1,9}){1,9}b',
  ],
  [
    'mcp__.*',
    'Bash|Write',
    '.*\\.(js|ts|tsx)$',
    '(?P<x>a)(?P=x)',
    '(?i)rm\\s+-rf',
    '\\brm\\b.*-[rf]{1,2}',
    '[^\\W\\d_]+',
    '\\p{L}+',
  ],
  [
    'Bash(git *)',
    'Bash(git commit:*)',
    'Read(src/**/*.{ts,js})',
    'WebFetch(*{a,b}*)',
    'mcp__*',
    '**/*.py',
    '[!a-z]?*',
    '{a,{b,c}}*',
    'a**b**c**d',
  ],
  Array.from({ length: 120 }, (_, index) => `tool${index}[0-9]`).join('|'),
].flat();

const SUBJECTS: readonly string[] = [
  ['Bash', 'Write', 'mcp__server__tool', '', 'git status', 'rm -rf /', 'a b c', 'src/a/b.ts', 'x'.repeat(60)],
  [
    `${'a'.repeat(60)}!`,
    `${'a'.repeat(4000)}!`,
    ' '.repeat(3000),
    'ab'.repeat(2000),
    '\n'.repeat(500),
    'é漢😀'.repeat(100),
  ],
  ['$(rm -rf /)', 'if true; then rm -rf /; fi', '((((((((((', '{'.repeat(300), '"'.repeat(301), 'cat <<A\n'.repeat(50)],
].flat();

const RULES: readonly MatchRule[] = [
  'names-or-full-regex',
  'names-or-searched-regex',
  'basenames-or-searched-regex',
  'segment-glob',
  'tool-and-content-regex',
];

type RuleName = MatchRule | 'if';

interface Case {
  readonly rule: RuleName;
  readonly pattern: string;
  readonly subject: string;
  readonly tool: string;
}

/** Every kind of matcher: it decides within 100 ms of the processor, and an alternative more never takes a match away. */
const matchers: Target = {
  name: 'matchers',
  weight: 10,
  limitMs: 100,
  seeds: PATTERNS,
  input: (random, corpus) => JSON.stringify(caseOf(random, corpus)),
  run: async (input) => {
    await othersHaveTheirTurn();
    const given = caseIn(input);
    const matcher = compiled(given.rule, given.pattern);
    const { matches, why } = test(matcher, given);
    // One that was out of time counts as a match, and says nothing about another.
    return matches && !/could not decide|counts as met/.test(why) ? lostByAlternative(given) : null;
  },
};

/** Matchers share the time that they may hold the event loop. */
const othersHaveTheirTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function caseOf(random: Random, corpus: readonly string[]): Case {
  const kept = caseIn(random.pick(corpus)).pattern;
  const pattern = random.chance(0.8) ? mutate(kept, random, corpus) : kept;
  const subject = random.pick(SUBJECTS);
  return {
    rule: random.pick<RuleName>([...RULES, 'if']),
    pattern,
    subject: random.chance(0.3) ? mutate(subject, random, SUBJECTS) : subject,
    tool: random.pick(['Bash', 'Read', 'WebFetch', 'Write', 'mcp__a__b']),
  };
}

function caseIn(text: string): Case {
  try {
    const value = JSON.parse(text) as Case;
    if (typeof value.pattern === 'string' && typeof value.subject === 'string') return value;
  } catch {
    // a pattern as it is
  }
  return { rule: 'names-or-searched-regex', pattern: text, subject: 'Bash', tool: 'Bash' };
}

function compiled(rule: RuleName, pattern: string): Matcher {
  if (rule === 'if') return compileToolRule(pattern, 'names-or-searched-regex').matcher;
  const written = rule === 'tool-and-content-regex' ? { content: pattern } : { pattern };
  return compileMatcher(rule, written).matcher;
}

const test = (matcher: Matcher, { subject, tool, rule }: Case): MatchResult =>
  matcher.test({
    text: rule === 'if' ? tool : subject,
    toolName: tool,
    toolInput: { command: subject, file_path: subject, url: subject },
    project: '/project',
  });

function lostByAlternative(given: Case): string | null {
  const wider = widened(given);
  if (wider === null) return null;
  return test(compiled(given.rule, wider), given).matches
    ? null
    : `${given.rule} ${given.pattern} matches, ${wider} does not`;
}

/** The same with a choice more; null where that cannot be written, or would mean something else. */
function widened({ rule, pattern }: Case): string | null {
  if (rule === 'names-or-searched-regex' && /^[\w|]+$/.test(pattern)) return `${pattern}|zzz`;
  if (rule === 'names-or-full-regex' && /^\w+$/.test(pattern.trim())) return `${pattern.trim()}|zzz`;
  if (rule !== 'names-or-searched-regex' || compileMatcher(rule, { pattern }).problems.length > 0) return null;
  const wider = `(?:${pattern})|zzz`;
  return pattern === '*' ||
    pattern.trim() === '' ||
    wider.length > 4000 ||
    compileMatcher(rule, { pattern: wider }).problems.length > 0
    ? null
    : wider;
}

/** A rule about Bash: what stands behind a command on lines of its own never hides it. */
const bashRules: Target = {
  name: 'bash-rules',
  weight: 5,
  limitMs: 100,
  seeds: SUBJECTS,
  input: (random, corpus) => mutate(random.pick(corpus), random, corpus),
  run: async (input) => {
    await prepareToolRules();
    await othersHaveTheirTurn();
    for (const line of [`rm -rf /\n${input}`, `true && rm -rf / ;\n${input}`]) {
      const { matches, why } = GUARD.test({
        text: 'Bash',
        toolName: 'Bash',
        toolInput: { command: line },
        project: '/p',
      });
      if (!matches) return `${JSON.stringify(line.slice(0, 200))} is not seen: ${why}`;
    }
    return null;
  },
};

const GUARD = compileToolRule('Bash(rm *)', 'names-or-searched-regex').matcher;

/** Matchers, globs and rules. */
export const patterns: readonly Target[] = [matchers, bashRules];
