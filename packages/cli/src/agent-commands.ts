import { UsageProblem } from '@hookline/agent';
import type { Arguments } from './call/arguments.ts';
import { wrongCall } from './call/wrong-call.ts';
import * as asking from './commands/ask/run.ts';
import * as chatting from './commands/chat.ts';

/** The commands of the reference agent; what it says about a wrong call is said as the command line says it. */
export const ask = (given: Arguments): Promise<number> => asking.ask(given).catch(asWrongCall);

export const chat = (given: Arguments): Promise<number> => chatting.chat(given).catch(asWrongCall);

function asWrongCall(error: unknown): never {
  throw error instanceof UsageProblem ? wrongCall(error.message) : error;
}
