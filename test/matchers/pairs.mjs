// Pairs of a matcher and what it is asked about, the same for the same seed.

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// prettier-ignore
const ATOMS = [
  'a', 'b', 'c', 'B', '.', '\\w', '\\d', '\\s', '\\W', '\\D', '\\S', '[ab]', '[^a]', '[\\w-]', '[^\\W\\d]', '[a-c]', '\\n', 'é', 'ß', '_', ' ', '1',
  '^', '$', '\\b', '\\B', '\\A', '\\Z', '-', '/', '\\.', '\\x41', '٣', '😀', 'K', 'ſ', 'İ', '\\u00e9', 'rm', 'sh', '(?P<n>a)(?P=n)', '(b)\\1',
  '(?=a)', '(?!b)', '(?<=a)', '(?<!\\w)', '(?=a+b)', '(?<!ab)',
];
const COUNTS = ['', '', '', '', '*', '+', '?', '{2}', '{,1}', '{1,2}', '*?', '+?', '??', '{2,}'];
const FLAGS = ['', '', '', '', '(?i)', '(?s)', '(?m)', '(?x)', '(?a)', '(?ims)'];
const GROUPS = ['(', '(?:', '(?s:', '(?m:', '(?a:'];
const CHARACTERS = [
  'a',
  'b',
  'c',
  'A',
  'B',
  'K',
  'k',
  ' ',
  '\n',
  'é',
  'É',
  'ß',
  '1',
  '_',
  '-',
  '/',
  '.',
  '\r',
  '٣',
  '😀',
  'ſ',
  's',
  'İ',
  'i',
  'rm',
  'sh',
  '\u2028',
  '\x1c',
];

/** Patterns of real guards. */
const GUARDS = [
  'rm -rf /|mkfs|dd if=/dev/zero',
  'deploy.*prod|kubectl.*production',
  '(curl|wget)\\s+[^|]*\\|\\s*(ba)?sh',
  '\\beval\\s*\\(',
  'https?://[^\\s]+\\.onion',
  '\\.env(\\.\\w+)?$',
  '(?i)password\\s*[=:]\\s*\\S+',
  '(?i)\\bdrop\\s+(table|database)\\b',
  'git\\s+push\\s+(-f|--force)\\b',
  'chmod\\s+(-R\\s+)?0?777',
  '(?m)^sudo\\s',
  '>\\s*/dev/sd[a-z]',
  'AKIA[0-9A-Z]{16}',
  '(?:[A-Za-z0-9+/]{4}){10,}={0,2}',
  '\\b\\d{3}-\\d{2}-\\d{4}\\b',
  'rm(?!dir)\\s+-r',
  '(\\w+)\\s+\\1\\b',
  '(?<!\\.)\\.\\./',
  '"command": "ls',
  '\\w+@\\w+\\.(com|org)',
];
const WORDS = [
  'rm -rf /',
  'deploy',
  'to',
  'prod',
  'kubectl',
  'curl',
  'http://x.onion',
  '|',
  'sh',
  'eval (',
  'password=',
  'größe',
  '— done',
  'git push',
  '--force',
  'sudo',
  '../',
  '.env',
  'a@b.com',
  'production',
  'table',
  '\n',
  '\n\n',
  '"command"',
  '123-45-6789',
];
const NAMES = [
  'Bash',
  'Read',
  'Shell',
  'WriteFile',
  'mcp__files__write',
  'mcp__a',
  'Task',
  'Bash|Read',
  'Ba.h',
  'mcp__.*',
  '(?i)bash',
  '^Wr',
  'Write(File)?',
  '',
  '*',
  ' Bash ',
  'mcp__(files|git)__\\w+',
];

/** So many pairs: what a Kolega matcher is held against, and what an Agent Hooks pattern is searched in. */
export function pairsOf(count, seed) {
  const random = randomFrom(seed);
  const below = (limit) => Math.floor(random() * limit);
  const one = (list) => list[below(list.length)];
  const some = (make, most) => Array.from({ length: below(most + 1) }, make);
  const term = (depth) => {
    if (depth > 0 && random() < 0.3) return `${one(GROUPS)}${expression(depth - 1)})`;
    return random() < 0.12 ? `${one(ATOMS)}|${one(ATOMS)}` : one(ATOMS);
  };
  const expression = (depth) => some(() => `${term(depth)}${one(COUNTS)}`, 4).join('');
  const line = () => some(() => one(WORDS), 12).join(' ');
  // Python itself would need years for some random patterns in longer ones.
  const shortText = () => some(() => one(CHARACTERS), 8).join('');
  const longText = () => {
    const lines = Array.from({ length: 20 + below(40) }, line).join('\n');
    return lines.repeat(1 + below(random() < 0.05 ? 60 : 6)).slice(0, 60_000);
  };
  const input = (text, other) => ({ command: text, count: below(100), flags: [random() < 0.5, null, other] });
  const makers = [
    [0.25, () => ({ rule: 'kolega', pattern: `${one(FLAGS)}${expression(2)}`, text: shortText() })],
    [0.1, () => ({ rule: 'kolega', pattern: one(NAMES), text: one(NAMES) })],
    [
      0.25,
      () => ({ rule: 'agent-hooks', pattern: `${one(FLAGS)}${expression(2)}`, input: input(shortText(), shortText()) }),
    ],
    [0.37, () => ({ rule: 'agent-hooks', pattern: one(GUARDS), input: input(line(), line()) })],
    [0.03, () => ({ rule: 'agent-hooks', pattern: one(GUARDS), input: input(longText(), line()) })],
  ];
  return Array.from({ length: count }, () => {
    let at = random();
    for (const [share, make] of makers) if ((at -= share) < 0) return make();
    return makers[0][1]();
  });
}
