import { errorText } from '@hookline/core/internal';
import { createContext, Script, type Context } from 'node:vm';
import { optionalParts } from './optional-parts.ts';
import { ToolFailure } from '../tool-failure.ts';

/** A regular expression that cannot hang the process. */
export interface GuardedRegex {
  /** The numbers (from 0) of the lines that match; throws a ToolFailure when that takes too long. */
  readonly matchingLines: (lines: readonly string[]) => readonly number[];
}

/** Compiles a JavaScript regular expression; throws a ToolFailure for an invalid one. */
export function compileGuardedRegex(pattern: string, ignoresCase: boolean): GuardedRegex {
  if (pattern.length > MAX_PATTERN)
    throw new ToolFailure('invalid_input', `the pattern is longer than ${MAX_PATTERN} characters`);
  const regex = compile(pattern, ignoresCase);
  if (optionalParts(regex.source) > MAX_OPTIONALS)
    throw new ToolFailure('invalid_input', `the pattern has more than ${MAX_OPTIONALS} optional parts in a row`);
  // Without repetition and groups every search is quick, and a timer for each file would cost more than the search.
  const runIt = MAY_BACKTRACK.test(regex.source) ? runWithin : runDirectly;
  return {
    matchingLines: (lines) => {
      const found: number[] = [];
      runIt(pattern, () => {
        for (const [index, line] of lines.entries()) if (regex.test(line)) found.push(index);
      });
      return found;
    },
  };
}

const MAX_PATTERN = 2000;
const MAX_OPTIONALS = 16;
const MAY_BACKTRACK = /[*+?{(]/;
/** Enough for the largest file that is searched; nothing else happens meanwhile. */
const LIMIT_MS = 500;

function compile(pattern: string, ignoresCase: boolean): RegExp {
  // Other engines let a pattern begin with its flag.
  const [, flag, bare] = /^(\(\?i\))?([^]*)$/.exec(pattern) ?? [];
  try {
    return new RegExp(bare ?? '', ignoresCase || flag !== undefined ? 'i' : '');
  } catch (error) {
    const why = errorText(error);
    throw new ToolFailure('invalid_input', `the pattern is not a JavaScript regular expression: ${why}`);
  }
}

function runDirectly(_pattern: string, work: () => void): void {
  work();
}

function runWithin(pattern: string, work: () => void): void {
  sandbox ??= createContext(call);
  call.work = work;
  try {
    CALL_WORK.runInContext(sandbox, { timeout: LIMIT_MS, displayErrors: false });
  } catch {
    throw new ToolFailure(
      'timeout',
      `the pattern ${JSON.stringify(pattern)} takes too long to match; write it simpler`,
    );
  } finally {
    call.work = nothing;
  }
}

const nothing = (): void => {};
const call: { work: () => void } = { work: nothing };
// A timeout of `vm` is the only way to stop synchronous code, a running regular expression included.
const CALL_WORK = new Script('work()');
let sandbox: Context | null = null;
