import { describe, expect, it } from 'vitest';
import { Dialogue } from './terminal-session.ts';
import type { Key } from './editor.ts';

const HOUR_MS = 3_600_000;
const key = (name: string, part: Partial<Key> = {}): Key => ({ name, ctrl: false, meta: false, text: '', ...part });
const RETURN = key('return');
const CTRL_C = key('c', { ctrl: true });
const CTRL_D = key('d', { ctrl: true });

function setUp() {
  const events: string[] = [];
  const dialogue = new Dialogue(
    {
      onChange: () => {},
      onInterrupt: () => events.push('interrupt'),
      onSent: (label, text) => events.push(`${label}${text}`),
    },
    HOUR_MS,
  );
  const type = (text: string): void => {
    for (const one of text) dialogue.press(key(one, { text: one }));
  };
  return { dialogue, events, type };
}

describe('a dialogue', () => {
  it('sends what was typed and forgets blank lines', async () => {
    const { dialogue, events, type } = setUp();
    const next = dialogue.next();
    type('  ');
    dialogue.press(RETURN);
    dialogue.press(key('u', { ctrl: true }));
    type('hello');
    expect(dialogue.bottom(null)).toEqual({
      status: null,
      input: { label: '> ', draft: { text: 'hello', cursor: 5 } },
    });
    dialogue.press(RETURN);
    expect(await next).toEqual({ kind: 'line', text: 'hello' });
    expect(events).toEqual(['> hello']);
  });

  it('keeps what is typed while something runs, and takes it up afterwards', async () => {
    const { dialogue, events, type } = setUp();
    expect(dialogue.bottom('busy')).toEqual({ status: 'busy', input: null });
    type('more');
    expect(dialogue.bottom('busy').input).toEqual({ label: '> ', draft: { text: 'more', cursor: 4 } });
    dialogue.press(RETURN);
    type('left');
    expect(dialogue.bottom('busy').status).toBe('busy (1 more to come)');
    expect(events).toEqual([]);
    expect(await dialogue.next()).toEqual({ kind: 'line', text: 'more' });
    expect(dialogue.bottom('busy').input?.draft.text).toBe('left');
  });

  it('gives lines that were not taken up back on Ctrl-C', () => {
    const { dialogue, events, type } = setUp();
    type('one');
    dialogue.press(RETURN);
    type('two');
    dialogue.press(CTRL_C);
    dialogue.takeBack();
    expect(events).toEqual(['interrupt']);
    expect(dialogue.bottom('busy').input?.draft.text).toBe('one\ntwo');
  });

  it('clears the line on Ctrl-C, and leaves on the next one only', async () => {
    const { dialogue, type } = setUp();
    const next = dialogue.next();
    type('hello');
    dialogue.press(CTRL_C);
    expect(dialogue.bottom(null)).toEqual({
      status: 'Ctrl-C again leaves the chat',
      input: { label: '> ', draft: { text: '', cursor: 0 } },
    });
    type('x');
    expect(dialogue.bottom(null).status).toBeNull();
    dialogue.press(CTRL_C);
    dialogue.press(CTRL_C);
    expect(await next).toEqual({ kind: 'exit' });
  });

  it('leaves on Ctrl-D only when the line is empty', async () => {
    const { dialogue, type } = setUp();
    const next = dialogue.next();
    type('ab');
    dialogue.press(key('home'));
    dialogue.press(CTRL_D);
    expect(dialogue.bottom(null).input?.draft.text).toBe('b');
    dialogue.press(CTRL_D);
    dialogue.press(CTRL_D);
    expect(await next).toEqual({ kind: 'exit' });
  });

  it('asks beside what is being typed, which stays', async () => {
    const { dialogue, events, type } = setUp();
    type('draft');
    const answer = dialogue.ask('Sure? ', new AbortController().signal);
    type('yes');
    expect(dialogue.bottom('busy')).toMatchObject({ status: null, input: { label: 'Sure? ', draft: { text: 'yes' } } });
    dialogue.press(RETURN);
    expect(await answer).toBe('yes');
    expect(events).toEqual(['Sure? yes']);
    expect(dialogue.bottom('busy').input?.draft.text).toBe('draft');
  });

  it('breaks a question off on Ctrl-C, on a signal and at the end', async () => {
    const { dialogue, events } = setUp();
    const first = dialogue.ask('Sure? ', new AbortController().signal);
    dialogue.press(CTRL_C);
    expect([await first, events]).toEqual([null, ['interrupt']]);
    const controller = new AbortController();
    const second = dialogue.ask('Sure? ', controller.signal);
    controller.abort();
    expect(await second).toBeNull();
    expect(await dialogue.ask('Sure? ', controller.signal)).toBeNull();
    const third = dialogue.ask('Sure? ', new AbortController().signal);
    dialogue.end('sighup', 129);
    expect(await third).toBeNull();
    expect(await dialogue.next()).toEqual({ kind: 'ended', reason: 'sighup', status: 129 });
  });

  it('recalls what was sent', async () => {
    const { dialogue, type } = setUp();
    type('one');
    dialogue.press(RETURN);
    await dialogue.next();
    dialogue.press(key('up'));
    expect(dialogue.bottom('busy').input?.draft.text).toBe('one');
    dialogue.press(key('down'));
    expect(dialogue.bottom('busy').input).toBeNull();
  });
});
