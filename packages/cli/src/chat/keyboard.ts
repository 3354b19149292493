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
  /** Gives the terminal back as it was. */
  readonly release: () => void;
  readonly hold: () => void;
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
  const hold = (): void => {
    if (stdin.isTTY) stdin.setRawMode(true);
    stdin.resume();
  };
  hold();
  return {
    hold,
    release: () => {
      if (stdin.isTTY) stdin.setRawMode(false);
      stdin.pause();
    },
  };
}
