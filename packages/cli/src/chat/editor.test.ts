import { describe, expect, it } from 'vitest';
import { type Draft, draftOf, edit, EMPTY, type Key } from './editor.ts';

const key = (name: string, part: Partial<Key> = {}): Key => ({ name, ctrl: false, meta: false, text: '', ...part });
const ctrl = (name: string): Key => key(name, { ctrl: true });
const alt = (name: string): Key => key(name, { meta: true });
const typed = (text: string): Draft =>
  text.split('').reduce((draft, one) => edit(draft, key(one, { text: one })), EMPTY);
const press = (draft: Draft, ...keys: readonly Key[]): Draft => keys.reduce(edit, draft);

describe('edit', () => {
  it('types where the cursor is', () => {
    expect(press(typed('helo'), key('left'), key('l', { text: 'l' }))).toEqual({ text: 'hello', cursor: 4 });
  });

  it.each([
    ['home', { text: 'one two', cursor: 0 }],
    ['end', { text: 'one two', cursor: 7 }],
    ['left', { text: 'one two', cursor: 6 }],
    ['backspace', { text: 'one tw', cursor: 6 }],
    ['delete', { text: 'one two', cursor: 7 }],
  ])('knows %s', (name, draft) => {
    expect(edit(draftOf('one two'), key(name))).toEqual(draft);
  });

  it.each([
    ['ctrl-w', ctrl('w'), { text: 'one ', cursor: 4 }],
    ['alt-backspace', alt('backspace'), { text: 'one ', cursor: 4 }],
    ['ctrl-u', ctrl('u'), { text: '', cursor: 0 }],
    ['ctrl-a', ctrl('a'), { text: 'one two', cursor: 0 }],
    ['alt-b', alt('b'), { text: 'one two', cursor: 4 }],
    ['ctrl-left', ctrl('left'), { text: 'one two', cursor: 4 }],
    ['ctrl-j', ctrl('j'), { text: 'one two\n', cursor: 8 }],
    ['alt-return', alt('return'), { text: 'one two\n', cursor: 8 }],
  ])('knows %s', (_name, pressed, draft) => {
    expect(edit(draftOf('one two'), pressed)).toEqual(draft);
  });

  it('deletes to the end of the line and forward', () => {
    expect(press(draftOf('one two'), ctrl('a'), alt('f'), ctrl('k'))).toEqual({ text: 'one', cursor: 3 });
    expect(press(draftOf('one'), ctrl('a'), ctrl('d'))).toEqual({ text: 'ne', cursor: 0 });
  });

  it('keeps to one line of several', () => {
    expect(press(draftOf('one\ntwo'), ctrl('u'))).toEqual({ text: 'one\n', cursor: 4 });
    expect(press({ text: 'one\ntwo', cursor: 1 }, key('end'))).toEqual({ text: 'one\ntwo', cursor: 3 });
  });

  it('moves over a character of many code points at once', () => {
    const family = '👩‍👩‍👧';
    expect(press(draftOf(`a${family}`), key('backspace'))).toEqual({ text: 'a', cursor: 1 });
    expect(press(draftOf(`a${family}`), key('left'))).toEqual({ text: `a${family}`, cursor: 1 });
  });

  it('takes a pasted text whole, without its controls', () => {
    const paste = key('paste', { text: 'one\r\ntwo\rthree\tx\u001b[31m\u0007' });
    expect(edit(EMPTY, paste)).toEqual(draftOf('one\ntwo\nthree\tx[31m'));
  });

  it('types nothing for a key that it does not know', () => {
    expect(
      press(draftOf('a'), key('f1', { text: '' }), ctrl('x'), alt('z'), key('escape', { text: '\u001b' })),
    ).toEqual(draftOf('a'));
  });
});
