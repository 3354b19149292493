import { describe, expect, it } from 'vitest';
import { InputQueue } from './input-queue.ts';

const HOUR_MS = 3_600_000;

const setUp = (idleMs = HOUR_MS, isQuiet = () => true) => {
  const taken: string[] = [];
  const queue = new InputQueue({ idleMs, isQuiet, onTaken: (text) => taken.push(text), onWait: () => {} });
  return { queue, taken };
};

describe('an input queue', () => {
  it('gives lines in order, those first that were sent meanwhile', async () => {
    const { queue, taken } = setUp();
    queue.send('one');
    queue.send('two');
    expect(queue.queued).toBe(2);
    expect(await queue.next()).toEqual({ kind: 'line', text: 'one' });
    expect(taken).toEqual(['one']);
    expect(await queue.next()).toEqual({ kind: 'line', text: 'two' });
    const next = queue.next();
    queue.send('three');
    expect(await next).toEqual({ kind: 'line', text: 'three' });
  });

  it('wakes at once or after the lines that wait', async () => {
    const { queue } = setUp();
    const next = queue.next();
    queue.wake();
    expect(await next).toEqual({ kind: 'wake' });
    queue.wake();
    queue.wake();
    queue.send('one');
    expect([await queue.next(), await queue.next()]).toEqual([{ kind: 'line', text: 'one' }, { kind: 'wake' }]);
  });

  it('is idle again after a line that came while it was told of being idle', async () => {
    const { queue } = setUp(1);
    expect(await queue.next()).toEqual({ kind: 'idle' });
    queue.send('one');
    expect(await queue.next()).toEqual({ kind: 'line', text: 'one' });
    expect(await queue.next()).toEqual({ kind: 'idle' });
  });

  it('ends after the lines when no more come, and before them when it must', async () => {
    const patient = setUp().queue;
    patient.send('one');
    patient.finish('other', 0);
    expect([await patient.next(), await patient.next()]).toEqual([
      { kind: 'line', text: 'one' },
      { kind: 'ended', reason: 'other', status: 0 },
    ]);
    const { queue } = setUp();
    queue.send('one');
    queue.end('sigterm', 143);
    expect(await queue.next()).toEqual({ kind: 'ended', reason: 'sigterm', status: 143 });
  });

  it('takes back what was not taken up', () => {
    const { queue } = setUp();
    queue.send('one');
    queue.send('two');
    expect(queue.takeBack()).toEqual(['one', 'two']);
    expect(queue.queued).toBe(0);
  });

  it('is idle once for each wait', async () => {
    const { queue } = setUp(1);
    expect(await queue.next()).toEqual({ kind: 'idle' });
    const next = queue.next();
    await new Promise((wake) => setTimeout(wake, 30));
    queue.send('one');
    expect(await next).toEqual({ kind: 'line', text: 'one' });
    expect(await queue.next()).toEqual({ kind: 'idle' });
  });

  it('is not idle while something is being typed', async () => {
    let isQuiet = false;
    const { queue } = setUp(1, () => isQuiet);
    const next = queue.next();
    await new Promise((wake) => setTimeout(wake, 30));
    expect(queue.isWaiting).toBe(true);
    isQuiet = true;
    queue.touch();
    expect(await next).toEqual({ kind: 'idle' });
  });
});
