import type { Random } from './random.ts';

/** A text that has been damaged in one to four places; sometimes by a very long run. */
export function mutate(text: string, random: Random, others: readonly string[]): string {
  let changed = text;
  for (let left = 1 + random.below(4); left > 0; left -= 1) changed = random.pick(MUTATIONS)(changed, random, others);
  return random.chance(LONG_SHARE) ? lengthen(changed, random) : changed;
}

type Mutation = (text: string, random: Random, others: readonly string[]) => string;

const LONG_SHARE = 0.006;
const LONG_RUN = 40_000;

/** What means something to one reader or another, and what means something to none. */
export const TOKENS: readonly string[] = [
  '{}[]():,;|&<>"\'`\\/#$*?!~%@=+-_ .0aZ\n\r\t\0'.split(''),
  ['\uFEFF', '\u0085', '\u009b', '\u2028', '\u202e', '\u200b', '\ud800', '\udfff', '😀', '\u001b[2J', '\u{e0041}'],
  ['"__proto__"', '"constructor"', 'null', 'true', 'false', '1e999', '-0', '""', '{}', '[]', '\\u0000', '\\ud800'],
  ['"allow"', '"deny"', '"block"', '"ask"', '"approve"', 'allow', 'deny', '"decision"', '"outcome"', '"ok"'],
  ['"hookSpecificOutput"', '"permissionDecision"', '"hookEventName"', '"continue"', '"reason"', '"behavior"'],
  ['```json\n', '\n```', '---\n', '- ', '  ', '&a ', '*a', '<<: ', '!!js ', '|\n', '>-\n', '%YAML 1.1\n', '? '],
  ['(a+)+', '(?:a|a)*', '.*', '\\1', '(?=', '(?<!', '{1,9}', '{65535}', '[^', '**/', '{a,b}', '$(', '<<EOF\n'],
  ['<system-reminder>', '</system-reminder>', '\\\n', "'\\''", '"v":1', '"kind":"start"', 'import ', 'from . import '],
].flat();

const cut: Mutation = (text, random) => {
  const start = random.below(text.length + 1);
  return text.slice(0, start) + text.slice(start + 1 + random.below(8));
};

const insert: Mutation = (text, random) => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(TOKENS) + text.slice(at);
};

const replace: Mutation = (text, random) => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(TOKENS) + text.slice(at + 1);
};

const repeat: Mutation = (text, random) => {
  const start = random.below(text.length + 1);
  const end = Math.min(text.length, start + 1 + random.below(20));
  return text.slice(0, end) + text.slice(start, end).repeat(1 + random.below(4)) + text.slice(end);
};

const truncate: Mutation = (text, random) => text.slice(0, random.below(text.length + 1));

const flip: Mutation = (text, random) => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << random.below(7))) + text.slice(at + 1);
};

const splice: Mutation = (text, random, others) => {
  const other = others.length === 0 ? text : random.pick(others);
  return text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));
};

const swap: Mutation = (text, random) => {
  const [one, two, three] = [0, 1, 2].map(() => random.below(text.length + 1)).toSorted((left, right) => left - right);
  return text.slice(0, one) + text.slice(two, three) + text.slice(one, two) + text.slice(three);
};

const MUTATIONS = [cut, insert, insert, replace, replace, repeat, truncate, flip, splice, swap];

const RUNS = [' \n\t.a0-*#"\'`\\[{(<,|/$'.split(''), '\r\n', '\u200b', '\u001b[', '\ufeff', '{"a":', '- '].flat();

/** A run that a reader goes through once if it is any good. */
function lengthen(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const token = random.pick(RUNS);
  return text.slice(0, at) + token.repeat(Math.ceil(LONG_RUN / token.length)) + text.slice(at);
}
