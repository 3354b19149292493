import { describe, expect, it } from 'vitest';
import { listedWith } from '../../../../test/support/outcomes.ts';
import { judge } from './judge.ts';
import type { Must, StressEffect, StressRun, TrialRun } from './proof.ts';

const HOOK = listedWith({});

const run = (must: Must, more: Partial<TrialRun> = {}): TrialRun => ({
  title: must === 'block' ? 'a removal' : 'a listing',
  must,
  file: null,
  line: null,
  decision: must === 'block' ? 'block' : 'none',
  refused: must === 'block',
  status: must === 'block' ? 'blocked' : 'passed',
  fault: null,
  message: null,
  durationMs: 1,
  ok: true,
  ...more,
});

const stressed = (stress: string, effect: StressEffect, more: { forced?: boolean; must?: Must } = {}): StressRun => ({
  ...run(more.must ?? (effect === 'closed' ? 'pass' : 'block')),
  stress,
  effect,
  forced: more.forced ?? false,
});

const judged = (stress: readonly StressRun[], more: Partial<Parameters<typeof judge>[0]> = {}) => {
  const runs = [run('block'), run('pass')];
  return judge({ hook: HOOK, runs, stress, mustBlock: true, unreached: null, strict: false, ...more });
};

const missing = stressed('program-missing', 'open', { forced: true });
const noJqOpen = stressed('no-jq', 'open');
const noJqClosed = stressed('no-jq', 'closed');

describe('the headline of a hook', () => {
  it.each([
    ['nothing was found', [stressed('no-jq', 'held')], 'enforcing', true],
    ['its system goes on without it', [missing], 'fails open when its program is missing', true],
    ['it blocks too much where jq is missing', [noJqClosed], 'fails closed when jq is missing', true],
    ['both: what is open is worse', [missing, noJqClosed], 'fails open when its program is missing', true],
    [
      'it lets pass where jq is missing: its own fault first',
      [missing, stressed('timeout', 'open', { forced: true }), noJqOpen],
      'fails open when jq is missing, its program is missing or it hangs',
      false,
    ],
  ])('%s', (_title, stress, headline, ok) => {
    expect(judged(stress)).toMatchObject({ headline, ok });
  });

  it('says of a hook that asks a server what is missing then', () => {
    expect(judged([missing], { hook: { ...HOOK, handler: 'http' } }).headline).toBe(
      'fails open when its server does not answer',
    );
  });

  it('is not about what is open where nothing has to be blocked', () => {
    const found = judged([missing], { runs: [run('nothing', { refused: true })], mustBlock: false });
    expect(found).toMatchObject({ headline: 'unproven', whenItFails: 'open', ok: true });
  });

  it('is what blocks too much as things are, before what its system does', () => {
    const runs = [run('block'), run('pass', { refused: true, ok: false })];
    expect(judged([missing], { runs })).toMatchObject({ headline: 'blocks what must pass', ok: false });
  });
});

describe('what does not hold', () => {
  it('is a hole under stress, also where the hook fails closed as things are', () => {
    const runs = [run('block', { fault: 'exit', message: 'exit 1' }), run('block')];
    expect(judged([noJqOpen], { runs })).toMatchObject({
      verdict: 'fails open',
      headline: 'fails open when jq is missing',
      ok: false,
    });
  });

  it('is, under --strict, also what its system leaves open', () => {
    expect(judged([missing, noJqClosed], { strict: true }).ok).toBe(false);
    expect(judged([noJqClosed], { strict: true }).ok).toBe(true);
  });
});

describe('the reason', () => {
  it('explains the headline first, then the rest', () => {
    expect(judged([missing, noJqClosed]).reason).toBe(
      'kolega lets the action go on when a hook cannot run at all; when jq is missing, it blocks "a listing" too',
    );
  });

  it('says when nothing reports that something got through', () => {
    const loud: StressRun = { ...stressed('empty-path', 'open'), fault: 'exit', message: 'exit 127' } as StressRun;
    expect(judged([noJqOpen]).reason).toMatch(/^when jq is missing, it lets "a removal" pass, and reports no fault; /);
    expect(judged([noJqOpen, loud]).reason).toMatch(
      /^when jq is missing or PATH is empty, it lets "a removal" pass, and reports no fault when jq is missing; /,
    );
  });
});
