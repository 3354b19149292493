import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { corpusOf } from './corpus.ts';
import { plant } from './planted.ts';
import { type Failure, type FailureKind, inputAt, type Stretch, tryStretch } from './session.ts';
import type { Target } from './target.ts';
import { TARGETS } from './targets/index.ts';

vi.setConfig({ testTimeout: 120_000 });

const CORPUS = fileURLToPath(new URL('corpus', import.meta.url));

/** Inputs of one target here; the program beside this file fires a million in all. */
const INPUTS = 2000;
/** Of those that go through files, libraries or a real connection. */
const FEWER = { 'http-answer': 50, yaml: 400, matchers: 800, 'bash-rules': 500 } as const;
const inputsOf = (name: string): number =>
  name.startsWith('loader-') ? 500 : (Object.entries(FEWER).find(([fewer]) => fewer === name)?.[1] ?? INPUTS);

const fire = async (
  target: Target,
  stretch: Pick<Stretch, 'first' | 'end' | 'mostFailures'>,
): Promise<readonly Failure[]> => {
  try {
    return await tryStretch(target, { seed: 'test', step: 1, corpus: corpusOf(target, CORPUS), ...stretch });
  } finally {
    await target.close?.();
  }
};

describe('no input crashes, hangs or turns a refusal into a permission', () => {
  test.each(TARGETS.map((target) => [target.name, target] as const))('%s', async (name, target) => {
    expect(await fire(target, { first: 0, end: inputsOf(name) })).toEqual([]);
  });
});

describe('a bug that is planted in a reader is found', () => {
  const kinds: readonly FailureKind[] = ['crash', 'hang', 'flip'];
  const targets = TARGETS.filter(({ name }) => /^answers-|^words$|^record$/.test(name));
  test.each(targets.flatMap((target) => kinds.map((kind) => [kind, target.name, target] as const)))(
    '%s in %s',
    async (kind, _name, target) => {
      const first = corpusOf(target, CORPUS).length;
      const found = await fire(plant(target, kind), { first, end: first + INPUTS, mostFailures: 1 });
      expect(found.map((failure) => failure.kind)).toEqual([kind]);
    },
  );
});

test('the same seed fires the same inputs', () => {
  for (const target of TARGETS) {
    const corpus = corpusOf(target, CORPUS);
    const inputs = (seed: string): readonly string[] =>
      [0, 1, 2].map((index) => inputAt(target, { seed, corpus }, corpus.length + index));
    expect(inputs('a')).toEqual(inputs('a'));
    expect(inputs('a')).not.toEqual(inputs('b'));
  }
});
