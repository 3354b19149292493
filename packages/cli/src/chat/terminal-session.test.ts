import { describe, expect, it } from 'vitest';
import type { Key } from './editor.ts';
import { TerminalSession } from './terminal-session.ts';

const HOUR_MS = 3_600_000;
const key = (name: string, part: Partial<Key> = {}): Key => ({ name, ctrl: false, meta: false, text: '', ...part });
const RETURN = key('return');
const CTRL_C = key('c', { ctrl: true });
const CTRL_D = key('d', { ctrl: true });

function setUp() {
  const events: string[] = [];
  const session = new TerminalSession(
    {
      onChange: () => {},
      onInterrupt: () => events.push('interrupt'),
      onSent: (label, text) => events.push(`${label}${text}`),
    },
    HOUR_MS,
  );
  const type = (text: string): void => {
    for (const one of text) session.press(key(one, { text: one }));
  };
  return { session, events, type };
}

describe('a terminal session', () => {
  it('sends what was typed and forgets blank lines', async () => {
    const { session, events, type } = setUp();
    const next = session.next();
    type('  ');
    session.press(RETURN);
    session.press(key('u', { ctrl: true }));
    type('hello');
    expect(session.bottom(null)).toEqual({
      status: null,
      input: { label: '> ', draft: { text: 'hello', cursor: 5 } },
    });
    session.press(RETURN);
    expect(await next).toEqual({ kind: 'line', text: 'hello' });
    expect(events).toEqual(['> hello']);
  });

  it('keeps what is typed while something runs, and takes it up afterwards', async () => {
    const { session, events, type } = setUp();
    expect(session.bottom('busy')).toEqual({ status: 'busy', input: null });
    type('more');
    expect(session.bottom('busy').input).toEqual({ label: '> ', draft: { text: 'more', cursor: 4 } });
    session.press(RETURN);
    type('left');
    expect(session.bottom('busy').status).toBe('busy (1 more to come)');
    expect(events).toEqual([]);
    expect(await session.next()).toEqual({ kind: 'line', text: 'more' });
    expect(session.bottom('busy').input?.draft.text).toBe('left');
  });

  it('gives lines that were not taken up back on Ctrl-C', () => {
    const { session, events, type } = setUp();
    type('one');
    session.press(RETURN);
    type('two');
    session.press(CTRL_C);
    session.takeBack();
    expect(events).toEqual(['interrupt']);
    expect(session.bottom('busy').input?.draft.text).toBe('one\ntwo');
  });

  it('clears the line on Ctrl-C, and leaves on the next one only', async () => {
    const { session, type } = setUp();
    const next = session.next();
    type('hello');
    session.press(CTRL_C);
    expect(session.bottom(null)).toEqual({
      status: 'Ctrl-C again leaves the chat',
      input: { label: '> ', draft: { text: '', cursor: 0 } },
    });
    type('x');
    expect(session.bottom(null).status).toBeNull();
    session.press(CTRL_C);
    session.press(CTRL_C);
    expect(await next).toEqual({ kind: 'exit' });
  });

  it('leaves on Ctrl-D only when the line is empty', async () => {
    const { session, type } = setUp();
    const next = session.next();
    type('ab');
    session.press(key('home'));
    session.press(CTRL_D);
    expect(session.bottom(null).input?.draft.text).toBe('b');
    session.press(CTRL_D);
    session.press(CTRL_D);
    expect(await next).toEqual({ kind: 'exit' });
  });

  it('asks beside what is being typed, which stays', async () => {
    const { session, events, type } = setUp();
    type('draft');
    const answer = session.ask('Sure? ', new AbortController().signal);
    type('yes');
    expect(session.bottom('busy')).toMatchObject({ status: null, input: { label: 'Sure? ', draft: { text: 'yes' } } });
    session.press(RETURN);
    expect(await answer).toBe('yes');
    expect(events).toEqual(['Sure? yes']);
    expect(session.bottom('busy').input?.draft.text).toBe('draft');
  });

  it('breaks a question off on Ctrl-C, on a signal and at the end', async () => {
    const { session, events } = setUp();
    const first = session.ask('Sure? ', new AbortController().signal);
    session.press(CTRL_C);
    expect([await first, events]).toEqual([null, ['interrupt']]);
    const controller = new AbortController();
    const second = session.ask('Sure? ', controller.signal);
    controller.abort();
    expect(await second).toBeNull();
    expect(await session.ask('Sure? ', controller.signal)).toBeNull();
    const third = session.ask('Sure? ', new AbortController().signal);
    session.end('sighup', 129);
    expect(await third).toBeNull();
    expect(await session.next()).toEqual({ kind: 'ended', reason: 'sighup', status: 129 });
  });

  it('recalls what was sent', async () => {
    const { session, type } = setUp();
    type('one');
    session.press(RETURN);
    await session.next();
    session.press(key('up'));
    expect(session.bottom('busy').input?.draft.text).toBe('one');
    session.press(key('down'));
    expect(session.bottom('busy').input).toBeNull();
  });
});
