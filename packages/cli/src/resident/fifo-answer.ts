import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Answer } from './answer.ts';

/** A shell reads lines byte by byte: what is longer than this is put into a file. */
const LONGEST_TEXT = 2048;

/** Answers in lines of plain ASCII, which any shell reads and prints unchanged; `fileOf` gives the path for a long text. */
export function fifoAnswer(pipe: Socket, fileOf: (name: string) => string): Answer {
  let files = 0;
  const say = (line: string): void => {
    if (pipe.writable) pipe.write(`${line}\n`);
  };
  /** The name of a file that holds the text; null when there can be none. */
  const kept = (bytes: Buffer): string | null => {
    try {
      const name = `text${(files += 1)}`;
      writeFileSync(fileOf(name), bytes, { mode: 0o600, flag: 'wx' });
      return name;
    } catch {
      return null;
    }
  };
  const finish = (line: string): void => {
    say(line);
    pipe.end();
  };
  return {
    decline: () => finish('-'),
    accept: () => say('+'),
    askForStdin: () => say('?'),
    write: (descriptor, text) => {
      // A shell cannot hold a NUL byte, and nothing that is printed here has one.
      const bytes = Buffer.from(text.replaceAll('\0', ''));
      const name = bytes.length > LONGEST_TEXT ? kept(bytes) : null;
      if (name !== null) return say(`${descriptor + 2}${name}`);
      for (let at = 0; at < bytes.length; at += LONGEST_TEXT)
        say(`${descriptor}${escaped(bytes.subarray(at, at + LONGEST_TEXT))}`);
    },
    end: (status) => finish(`0${status}`),
  };
}

/** As `printf %b` reads it. */
const escaped = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[^ -[\]-~]/g, (character) =>
      character === '\\' ? String.raw`\\` : `\\0${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
