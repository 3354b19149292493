import { createInterface } from 'node:readline/promises';
import { forTerminal } from '@hookline/core/internal';
import { isTerminal } from '../print/output.ts';
import { type Arguments, isGiven } from './arguments.ts';
import { wrongCall } from './wrong-call.ts';

/** Asks a person on the terminal. */
export interface Asking {
  /** One of the words, by its number or itself; what is typed wrongly is asked again. */
  readonly choose: (question: string, words: readonly string[], usual: string) => Promise<string>;
  readonly text: (question: string, usual: string) => Promise<string>;
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Whether somebody is there to be asked, and wants to be. */
export const canAsk = (given: Arguments): boolean =>
  !isGiven(given, 'no-input') && !isGiven(given, 'json') && isTerminal(0) && isTerminal(2);

/** Lets a call ask what it needs to know; the terminal is free again when it is done. */
export async function withAsking<Value>(work: (asking: Asking) => Promise<Value>): Promise<Value> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // The end of the input is no answer.
  const gone = new AbortController();
  lines.on('close', () => gone.abort());
  const ask = async (question: string): Promise<string> => {
    try {
      return (await lines.question(question, { signal: gone.signal })).trim();
    } catch {
      throw wrongCall('nothing was written: the input ended');
    }
  };
  try {
    return await work(askingWith(ask));
  } finally {
    lines.close();
  }
}

function askingWith(ask: (question: string) => Promise<string>): Asking {
  const choose: Asking['choose'] = async (question, words, usual) => {
    const list = words.map((word, index) => `  ${String(index + 1).padStart(2)}  ${forTerminal(word)}`).join('\n');
    for (;;) {
      const answer = await ask(`${question}\n${list}\n(number or name, default ${usual}): `);
      const chosen = answer === '' ? usual : (words[Number(answer) - 1] ?? words.find((word) => word === answer));
      if (chosen !== undefined) return chosen;
    }
  };
  return {
    choose,
    text: async (question, usual) => (await ask(`${question} (default ${usual}): `)) || usual,
    confirm: async (question) => /^(?:y|yes)?$/i.test(await ask(`${question} [Y/n] `)),
  };
}
