import { describe, expect, it } from 'vitest';
import type { Must, TrialRun } from './proof.ts';
import { effectOf } from './under-stress.ts';

const run = (must: Must, refused: boolean, fault: TrialRun['fault'] = null): TrialRun => ({
  title: 'x',
  must,
  file: null,
  line: null,
  decision: refused ? 'block' : 'none',
  refused,
  status: refused ? 'blocked' : 'passed',
  fault,
  message: null,
  durationMs: 1,
  ok: true,
});

describe('what a stress did to a hook', () => {
  it.each([
    ['that went on blocking', run('block', true), run('block', true), 'held'],
    ['that blocked only because it failed', run('block', true, 'timeout'), run('block', true), 'closed'],
    ['that let it pass and failed', run('block', false, 'exit'), run('block', true), 'open'],
    ['that let it pass and said nothing', run('block', false), run('block', true), 'open'],
    ['that went on letting it pass', run('pass', false), run('pass', false), 'held'],
    ['that failed, and let pass what may', run('pass', false, 'exit'), run('pass', false), 'held'],
    ['that blocked what may pass', run('pass', true), run('pass', false), 'closed'],
    ['that failed on an example', run('nothing', false, 'exit'), run('nothing', false), 'open'],
    ['that blocked an example by failing', run('nothing', true, 'exit'), run('nothing', false), 'closed'],
    ['that blocks an example no more', run('nothing', false), run('nothing', true), 'open'],
  ])('%s', (_title, under, rest, effect) => {
    expect(effectOf(under, rest)).toBe(effect);
  });
});
