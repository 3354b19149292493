import { createContext, Script, type Context } from 'node:vm';

/** How long one matcher may think about one event. */
export const DECISION_LIMIT_MS = 50;

/** Runs `work` and gives its value, or null when it takes longer than `limitMs` or fails: it never throws and never hangs. */
export function runWithin<Value>(limitMs: number, work: () => Value): Value | null {
  sandbox ??= createContext(call);
  let value: Value | null = null;
  call.work = () => {
    value = work();
  };
  try {
    CALL_WORK.runInContext(sandbox, { timeout: Math.max(1, Math.ceil(limitMs)), displayErrors: false });
  } catch {
    return null;
  } finally {
    call.work = nothing;
  }
  return value;
}

const nothing = (): void => {};
const call: { work: () => void } = { work: nothing };
// A timeout of `vm` is the only way to stop synchronous code, a running regular expression included.
const CALL_WORK = new Script('work()');
let sandbox: Context | null = null;
