import type { ReplaySummary } from '@hookline/toolbox';
import { describe, expect, it } from 'vitest';
import { wouldWords } from '../../print/outcome.ts';
import { plain } from '../../print/paint.ts';
import { orderLines } from '../explain/order-lines.ts';
import { shadowLines } from '../shadow.ts';
import { replayLines } from './lines.ts';
import { createProgress, progressText } from './progress.ts';

const SUMMARY: ReplaySummary = {
  events: 1_234,
  same: 1_200,
  altered: 0,
  loosened: 0,
  tightened: 0,
  unknown: 0,
  unknownBlocked: 0,
  skipped: { cut: 0, gone: 0, unreadable: 0 },
  groups: [],
  ungrouped: 0,
  faults: [],
  shadows: [],
  stopped: [],
  interrupted: false,
  elapsedMs: 2_100,
  eventsPerSecond: 587,
};

const FLIP = {
  how: 'loosened',
  before: 'block',
  now: 'none',
  hook: 'kolega:user:x',
  reason: 'no\u001b[2J',
  since: 'passed',
  count: 3,
  examples: ['a', 'b'],
} as const;

describe('replayLines', () => {
  it('counts, and says little when nothing is otherwise', () => {
    expect(replayLines(SUMMARY, { source: 'the record', jobs: 2 }, plain)).toEqual([
      '1,234 events of the record in 2.1 s (587 a second, 2 at a time)',
      '  same 1,200, loosened 0, tightened 0',
    ]);
  });

  it('shows what was left out, each kind of flip, and hooks that failed or are in shadow; no text acts on the terminal', () => {
    const lines = replayLines(
      {
        ...SUMMARY,
        altered: 2,
        unknown: 4,
        unknownBlocked: 1,
        skipped: { cut: 5, gone: 6, unreadable: 7 },
        groups: [
          FLIP,
          { ...FLIP, how: 'tightened', before: 'none', now: 'ask', hook: null, reason: null, since: null },
        ],
        ungrouped: 8,
        faults: [{ hook: 'h', what: 'timeout', count: 9 }],
        shadows: [{ hook: 's', what: 'block', count: 10 }],
        stopped: [{ hook: 'u', what: 'block', count: 1 }],
        interrupted: true,
      },
      { source: 'x', jobs: 2 },
      plain,
    );
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines.map((line) => line.trim().replace(/ {2,}/g, '  '))).toEqual([
      'Interrupted; this is what was done so far:',
      '1,234 events of x in 2.1 s (587 a second, 2 at a time)',
      'same 1,200, same but for rewrites, contexts or effect 2, loosened 0, tightened 0, not compared 4 (1 blocked now)',
      'left out: 5 not whole in the record (--cut runs them), 6 of projects that are gone (--project runs them elsewhere), 7 unreadable',
      '',
      'Decided differently now:',
      'block → pass  3  kolega:user:x',
      expect.stringMatching(/^no/),
      'now: passed',
      'such as a, b',
      'pass → ask  3  no hook named',
      'such as a, b',
      '8 more, for other reasons; --json shows each',
      '',
      'Not compared, and stopped now:',
      '1  block  u',
      '',
      'Hooks that failed now:',
      '9  timeout  h',
      '',
      'Hooks in shadow:',
      '10  would block  s',
    ]);
  });
});

describe('progress', () => {
  it('tells how far it is and about how long it will take', () => {
    const progress = { done: 1_200, total: 5_000, flips: 1, elapsedMs: 4_000 };
    expect(progressText(progress)).toBe('1,200 of 5,000 (24 %), 300 a second, about 13 s left, 1 flip');
    expect(progressText({ ...progress, total: 500_000 })).toBe(
      '1,200 of 500,000 (0 %), 300 a second, about 28 min left, 1 flip',
    );
    expect(progressText({ ...progress, total: null, flips: 0 })).toBe('1,200, 300 a second, 0 flips');
  });

  it('is written a few times a second, is erased at the end, and is silent without a terminal', () => {
    const written: string[] = [];
    const shown = createProgress(true, (text) => written.push(text));
    for (let elapsedMs = 0; elapsedMs <= 1_000; elapsedMs += 50)
      shown.show({ done: 1, total: null, flips: 0, elapsedMs });
    shown.message('message\n');
    shown.end();
    expect([written.length, written.slice(-2)]).toEqual([7, ['\r\u001b[K', 'message\n']]);
    const silent = createProgress(false, (text) => written.push(text));
    silent.show({ done: 1, total: null, flips: 0, elapsedMs: 1_000 });
    silent.end();
    expect(written.length).toBe(7);
  });
});

describe('orderLines', () => {
  const check = { hooks: ['a', 'b'], tried: 2, possible: '2', other: null };

  it('says how many orders were tried, and which one changes the outcome', () => {
    expect(orderLines(null, null, plain)).toEqual([]);
    expect(orderLines({ ...check, hooks: ['a'] }, [], plain)[1]).toContain('no order can matter');
    expect(orderLines({ ...check, tried: 720, possible: '40320' }, [], plain)[1]).toBe(
      'Order: 720 of 40,320 orders in which 2 hooks can end give the same outcome.',
    );
    const other = { order: ['b', 'a'], differs: ['block'] };
    expect(orderLines({ ...check, other }, [], plain).slice(1, 3)).toEqual([
      'Order: the outcome depends on which hook ends first: block differ (all 2 orders tried).',
      '  in the order b, a',
    ]);
  });
});

describe('shadow', () => {
  it('names what would have been done', () => {
    const nothing = { decision: 'none', effect: null, reason: null, rewrites: [], contexts: 0 } as const;
    expect(wouldWords(nothing)).toBe('in shadow');
    expect(wouldWords({ ...nothing, decision: 'ask', rewrites: ['updatedInput'], contexts: 2 })).toBe(
      'would ask, rewrite, add context',
    );
  });

  it('lists marks with how they stand', () => {
    const mark = { id: 'x', project: null, definition: null };
    expect(
      shadowLines(
        [
          { ...mark, state: 'in shadow' },
          { ...mark, project: '/p', state: 'changed' },
        ],
        plain,
      ),
    ).toEqual(['in shadow  x', 'changed    x  /p; another definition is there now, and decides']);
  });
});
