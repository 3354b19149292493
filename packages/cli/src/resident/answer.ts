import type { Socket } from 'node:net';

/** What a server sends to a client: lines that a shell can read, some of them followed by as many bytes as they say. */
export interface Answer {
  /** The client is to do it itself; nothing has been done. */
  readonly decline: () => void;
  /** From here on the server answers for the call. */
  readonly accept: () => void;
  readonly askForStdin: () => void;
  readonly write: (descriptor: 1 | 2, text: string) => void;
  readonly end: (status: number) => void;
}

export function answerTo(socket: Socket): Answer {
  const say = (line: string): void => {
    if (!socket.destroyed) socket.write(`${line}\n`);
  };
  return {
    decline: () => {
      say('-');
      socket.end();
    },
    accept: () => say('+'),
    askForStdin: () => say('?'),
    write: (descriptor, text) => {
      // A shell cannot hold a NUL byte, and nothing that is printed here has one.
      const bytes = Buffer.from(text.replaceAll('\0', ''));
      for (let at = 0; at < bytes.length; at += MOST_AT_ONCE) {
        const part = bytes.subarray(at, at + MOST_AT_ONCE);
        say(`${descriptor} ${part.length}`);
        if (!socket.destroyed) socket.write(part);
      }
    },
    end: (status) => {
      say(`0 ${status}`);
      socket.end();
    },
  };
}

const MOST_AT_ONCE = 1024 * 1024;
