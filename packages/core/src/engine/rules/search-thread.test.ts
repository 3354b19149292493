import { describe, expect, it } from 'vitest';
import { searchBeside, searchBlocking } from './search-thread.ts';

const HOPELESS = { source: '^(?:(a+)+\\1)+$', flags: '', texts: [`${'a'.repeat(60)}!`] };
const EASY = { source: '(a)\\1', flags: 'v', texts: ['ab', 'baa'] };

/** Processor time of the process, since other programs may keep the machine busy. */
const usedMs = (start: NodeJS.CpuUsage): number => process.cpuUsage(start).user / 1000;

describe('a search in a thread of its own', () => {
  it('gives the answer of the ordinary engine', async () => {
    expect(await searchBeside(EASY)).toBe('accepts');
    expect(await searchBeside({ ...EASY, texts: ['ab'] })).toBe('refuses');
    expect(searchBlocking(EASY)).toBe('accepts');
    expect(searchBlocking({ ...EASY, texts: ['ab'] })).toBe('refuses');
  });

  it('is undecided only after its budget of processor time, and hurts no other', async () => {
    const start = process.cpuUsage();
    const [hopeless, ...others] = await Promise.all([
      searchBeside(HOPELESS, undefined, 300),
      ...Array.from({ length: 5 }, () => searchBeside(EASY)),
    ]);
    expect([hopeless, others]).toEqual(['undecided', Array(5).fill('accepts')]);
    expect(usedMs(start)).toBeGreaterThan(250);
    expect(await searchBeside(EASY)).toBe('accepts');
  });

  it('is undecided after its budget where it is waited for, too', () => {
    expect(searchBlocking(HOPELESS, 200)).toBe('undecided');
  });

  it('ends when the event is given up', async () => {
    const stop = new AbortController();
    const found = searchBeside(HOPELESS, stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect(await found).toBe('undecided');
    expect(await searchBeside(EASY, AbortSignal.abort())).toBe('undecided');
  });

  it('of an expression that the engine refuses is undecided', async () => {
    expect(await searchBeside({ source: '(', flags: '', texts: [''] })).toBe('undecided');
  });
});
