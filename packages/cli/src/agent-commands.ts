import { UsageProblem } from '@hookline/agent';
import type { Arguments } from './call/arguments.ts';
import { wrongCall } from './call/wrong-call.ts';
import * as asking from './commands/ask.ts';
import * as chatting from './commands/chat.ts';
import { writeErr } from './print/output.ts';
import { problemText } from './print/report-problem.ts';

/** The commands of the reference agent, built into a file of their own: others must not pay for reading it. */
export const ask = (given: Arguments): Promise<number> => reporting(() => asking.ask(given));

export const chat = (given: Arguments): Promise<number> => reporting(() => chatting.chat(given));

// What is thrown in this file is known in this file only: the other has its own copy of each class.
async function reporting(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    writeErr(problemText(error instanceof UsageProblem ? wrongCall(error.message) : error, process.env));
    return 1;
  }
}
