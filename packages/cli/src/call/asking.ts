import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { forTerminal } from '@hookline/core/internal';
import { isTerminal, writeErr } from '../print/output.ts';
import { type Arguments, isGiven } from './arguments.ts';
import { wrongCall } from './wrong-call.ts';

/** A question that is answered with yes or no. */
export interface YesNo {
  readonly question: string;
  /** What is said when the answer is no, or when the question is interrupted. */
  readonly undone: string;
  /** What an empty answer means; null: the question is asked again. */
  readonly usual: true | null;
}

/** Asks a person on the terminal. */
export interface Asking {
  /** One of the words, by its number or itself; what is typed wrongly is asked again. */
  readonly choose: (question: string, words: readonly string[], usual: string) => Promise<string>;
  readonly text: (question: string, usual: string) => Promise<string>;
  /** Whether files may be written; says so when nothing is. */
  readonly confirm: (question: string) => Promise<boolean>;
}

const NOTHING_WRITTEN = 'Nothing was written.';

/** The exit status of a call whose question was answered with no. */
export const DECLINED = 1;

/** The exit status that shells give for Ctrl-C. */
const INTERRUPTED = 130;

/** Whether a person can be asked, and did not forbid it. */
export const canAsk = (given: Arguments): boolean =>
  !isGiven(given, 'no-input') && !isGiven(given, 'json') && isTerminal(0) && isTerminal(2);

/** Lets a call ask what it needs to know; the terminal is free again when it is done. Ctrl-C ends the call at once. */
export function withAsking<Value>(work: (asking: Asking) => Promise<Value>): Promise<Value> {
  return withLines(NOTHING_WRITTEN, (ask) => work(askingWith(ask)));
}

/** Asks one question for yes or no; a no says what was not done. */
export async function confirmed(yesNo: YesNo): Promise<boolean> {
  // Without a default answer, a line that was typed before the question does not count.
  if (yesNo.usual === null) await discardTyped();
  return withLines(yesNo.undone, (ask) => decided(yesNo, ask));
}

const TYPED_MS = 50;

async function discardTyped(): Promise<void> {
  const discard = (): void => undefined;
  process.stdin.on('data', discard).resume();
  await sleep(TYPED_MS);
  process.stdin.off('data', discard).pause();
}

/** Whether files may be written: the question of every command that writes some. */
export const mayWrite = (question: string): Promise<boolean> =>
  confirmed({ question, undone: NOTHING_WRITTEN, usual: true });

type Ask = (question: string) => Promise<string>;

async function withLines<Value>(undone: string, work: (ask: Ask) => Promise<Value>): Promise<Value> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on('SIGINT', () => {
    lines.close();
    writeErr(`\n${undone}\n`);
    process.exit(INTERRUPTED);
  });
  // The end of the input does not count as an answer.
  const gone = new AbortController();
  lines.on('close', () => gone.abort());
  const ask: Ask = async (question) => {
    try {
      return (await lines.question(question, { signal: gone.signal })).trim();
    } catch {
      throw wrongCall(`the input ended before the question was answered. ${undone}`);
    }
  };
  try {
    return await work(ask);
  } finally {
    lines.close();
  }
}

async function decided({ question, undone, usual }: YesNo, ask: Ask): Promise<boolean> {
  const choices = usual === null ? 'y/n' : 'Y/n';
  for (;;) {
    const answer = await ask(`${question} [${choices}] `);
    const isYes = answer === '' ? usual : (ANSWERS.get(answer.toLowerCase()) ?? null);
    if (isYes === null) continue;
    if (!isYes) writeErr(`${undone}\n`);
    return isYes;
  }
}

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['y', true],
  ['yes', true],
  ['n', false],
  ['no', false],
]);

function askingWith(ask: Ask): Asking {
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
    confirm: (question) => decided({ question, undone: NOTHING_WRITTEN, usual: true }, ask),
  };
}
