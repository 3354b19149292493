import { describe, expect, it } from 'vitest';
import { Agenda } from './input-queue.ts';

const HOUR_MS = 3_600_000;

const setUp = (idleMs = HOUR_MS, isQuiet = () => true) => {
  const taken: string[] = [];
  const agenda = new Agenda({ idleMs, isQuiet, onTaken: (text) => taken.push(text), onWait: () => {} });
  return { agenda, taken };
};

describe('an agenda', () => {
  it('gives lines in order, those first that were sent meanwhile', async () => {
    const { agenda, taken } = setUp();
    agenda.send('one');
    agenda.send('two');
    expect(agenda.queued).toBe(2);
    expect(await agenda.next()).toEqual({ kind: 'line', text: 'one' });
    expect(taken).toEqual(['one']);
    expect(await agenda.next()).toEqual({ kind: 'line', text: 'two' });
    const next = agenda.next();
    agenda.send('three');
    expect(await next).toEqual({ kind: 'line', text: 'three' });
  });

  it('wakes at once or after the lines that wait', async () => {
    const { agenda } = setUp();
    const next = agenda.next();
    agenda.wake();
    expect(await next).toEqual({ kind: 'wake' });
    agenda.wake();
    agenda.wake();
    agenda.send('one');
    expect([await agenda.next(), await agenda.next()]).toEqual([{ kind: 'line', text: 'one' }, { kind: 'wake' }]);
  });

  it('is idle again after a line that came while it was told of being idle', async () => {
    const { agenda } = setUp(1);
    expect(await agenda.next()).toEqual({ kind: 'idle' });
    agenda.send('one');
    expect(await agenda.next()).toEqual({ kind: 'line', text: 'one' });
    expect(await agenda.next()).toEqual({ kind: 'idle' });
  });

  it('ends after the lines when no more come, and before them when it must', async () => {
    const patient = setUp().agenda;
    patient.send('one');
    patient.finish('other', 0);
    expect([await patient.next(), await patient.next()]).toEqual([
      { kind: 'line', text: 'one' },
      { kind: 'ended', reason: 'other', status: 0 },
    ]);
    const { agenda } = setUp();
    agenda.send('one');
    agenda.end('sigterm', 143);
    expect(await agenda.next()).toEqual({ kind: 'ended', reason: 'sigterm', status: 143 });
  });

  it('takes back what was not taken up', () => {
    const { agenda } = setUp();
    agenda.send('one');
    agenda.send('two');
    expect(agenda.takeBack()).toEqual(['one', 'two']);
    expect(agenda.queued).toBe(0);
  });

  it('is idle once for each wait', async () => {
    const { agenda } = setUp(1);
    expect(await agenda.next()).toEqual({ kind: 'idle' });
    const next = agenda.next();
    await new Promise((wake) => setTimeout(wake, 30));
    agenda.send('one');
    expect(await next).toEqual({ kind: 'line', text: 'one' });
    expect(await agenda.next()).toEqual({ kind: 'idle' });
  });

  it('is not idle while something is being typed', async () => {
    let isQuiet = false;
    const { agenda } = setUp(1, () => isQuiet);
    const next = agenda.next();
    await new Promise((wake) => setTimeout(wake, 30));
    expect(agenda.isWaiting).toBe(true);
    isQuiet = true;
    agenda.touch();
    expect(await next).toEqual({ kind: 'idle' });
  });
});
