import { emitKeypressEvents } from 'node:readline';
import type { Key } from './editor.ts';

interface Typist {
  readonly onKey: (key: Key) => void;
  /** The terminal is gone. */
  readonly onGone: () => void;
}

interface Keypress {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly sequence?: string;
}

/** A terminal's keys, one by one; nothing is echoed. A pasted text comes as one key. */
export interface Keyboard {
  readonly hold: () => void;
  /** Gives the terminal its usual ways back, until `hold`. */
  readonly release: () => void;
  readonly close: () => void;
}

export function openKeyboard(stdin: NodeJS.ReadStream, { onKey, onGone }: Typist): Keyboard {
  let paste: string | null = null;
  const listen = (
    typed: string | undefined,
    { name = '', ctrl = false, meta = false, sequence = '' }: Keypress,
  ): void => {
    if (name === 'paste-start') paste = '';
    else if (name === 'paste-end') {
      const text = paste ?? '';
      paste = null;
      onKey({ name: 'paste', ctrl: false, meta: false, text });
    } else if (paste !== null) paste += sequence;
    else onKey({ name, ctrl, meta, text: typed ?? '' });
  };
  emitKeypressEvents(stdin);
  stdin.on('keypress', listen);
  stdin.on('end', onGone);
  stdin.on('error', onGone);
  const setRaw = (isRaw: boolean): void => {
    if (stdin.isTTY) stdin.setRawMode(isRaw);
  };
  setRaw(true);
  stdin.resume();
  return {
    hold: () => setRaw(true),
    // Still listening: a process that waits for nothing would end.
    release: () => setRaw(false),
    close: () => {
      stdin.off('keypress', listen);
      setRaw(false);
      stdin.pause();
    },
  };
}
