import { createContext, Script, type Context } from 'node:vm';

/**
 * Runs work that is nearly always quick under a timer, so that no input can hang us: gives null when it took longer or threw. The
 * limit is meant to be hundreds of times what such work takes, so that a busy machine does not reach it.
 */
export function runWithin<Value>(limitMs: number, work: () => Value): Value | null {
  sandbox ??= createContext(call);
  let value: { readonly is: Value } | null = null;
  call.work = () => {
    value = { is: work() };
  };
  try {
    CALL_WORK.runInContext(sandbox, { timeout: limitMs, displayErrors: false });
  } catch {
    value = null;
  }
  call.work = nothing;
  return valueOf(value);
}

const valueOf = <Value>(value: { readonly is: Value } | null): Value | null => value?.is ?? null;

const nothing = (): void => {};
const call: { work: () => void } = { work: nothing };
// A timeout of `vm` is the only way to stop synchronous code of others.
const CALL_WORK = new Script('work()');
let sandbox: Context | null = null;
