import { splitWords } from '../../../packages/core/src/shell/shlex.ts';
import { simpleCommandWords } from '../../../packages/core/src/shell/simple-command.ts';
import { commandsIn } from '../../../packages/core/src/shell/loose-words.ts';
import { mutate, TOKENS } from '../mutate.ts';
import type { Target } from '../target.ts';

/** Command lines: what is quoted is read back as it was, and nothing else is read into it. */
export const words: Target = {
  name: 'words',
  weight: 8,
  limitMs: 200,
  seeds: [
    `check --strict 'a b' "c \\"d\\"" e\\ f`,
    'bash -c "exit 2" 2>&1 >/dev/null',
    '"$HOME/x.sh" ~/y ${A} $B < in',
    'FOO=1 python3 -m a.b; cd x && ./y.sh | tee z',
  ],
  input: (random, corpus) =>
    random.chance(0.2)
      ? Array.from({ length: 1 + random.below(4) }, () => random.pick(TOKENS)).join('')
      : mutate(random.pick(corpus), random, corpus),
  run: (input) => {
    splitWords(input);
    simpleCommandWords(input, { HOME: '/home/ann', A: 'a b', B: '' }, '/home/ann');
    commandsIn(input, new Map([['A', '/x']]));
    const quoted = `'${input.replaceAll("'", `'\\''`)}'`;
    const split = splitWords(`x ${quoted} y`);
    const isSame = split.ok && JSON.stringify(split.words) === JSON.stringify(['x', input, 'y']);
    if (!isSame) return `quoted, it is read as ${JSON.stringify(split)}`;
    const simple = simpleCommandWords(`x ${quoted} y`, {}, '/');
    return simple === null || JSON.stringify(simple) === JSON.stringify(['x', input, 'y'])
      ? null
      : `quoted, bash would read ${JSON.stringify(simple)}`;
  },
};
