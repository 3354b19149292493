import type { Arguments } from '../../call/arguments.ts';
import { WrongCall, wrongCall } from '../../call/wrong-call.ts';
import { draft, init, makeKey, publish, sign, stamp } from './author.ts';
import type { PolicyAction } from './index.ts';
import { fetchNow, pin, status } from './machine.ts';

type CarryOut = (words: readonly string[], given: Arguments) => number | Promise<number>;

const ACTIONS: Readonly<Record<PolicyAction, CarryOut>> = {
  status,
  fetch: fetchNow,
  pin,
  key: makeKey,
  init,
  draft,
  sign,
  publish,
  stamp,
};

/** Does what was asked; what cannot be done is a wrong call, which says what to do instead. */
export async function carryOut(action: PolicyAction, words: readonly string[], given: Arguments): Promise<number> {
  try {
    return await ACTIONS[action](words, given);
  } catch (error) {
    throw error instanceof Error && !(error instanceof WrongCall) ? wrongCall(error.message) : error;
  }
}
