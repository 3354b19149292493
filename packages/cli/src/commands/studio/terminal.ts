import type { AskPerson } from '@hookline/studio/open';
import { createInterface, type Interface } from 'node:readline';
import { confirmed } from '../../call/asking.ts';
import { writeErr } from '../../print/output.ts';

/** The terminal of a studio: a line asks for a new link, a question of the page takes it over until it is answered. */
export interface StudioTerminal {
  readonly ask: AskPerson;
  readonly close: () => void;
}

export function openTerminal(onLine: () => void): StudioTerminal {
  let lines: Interface | null = null;
  let isClosed = false;
  const listen = (): void => {
    if (isClosed) return;
    lines = createInterface({ input: process.stdin });
    lines.on('line', onLine);
    // With a line reader on it, the terminal gives Ctrl-C to the reader only.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  };
  listen();
  const ask: AskPerson = async ({ lines: told, question, undone }) => {
    lines?.close();
    try {
      writeErr(`\n${told.join('\n')}\n`);
      return await confirmed({ question, undone, usual: null });
    } finally {
      listen();
    }
  };
  const close = (): void => {
    isClosed = true;
    lines?.close();
  };
  return { ask, close };
}
