import type { ConfigFinding } from '../load/document.ts';
import { isJsonObject } from '../model/index.ts';

/** How much of the record is kept; a file goes as soon as one of the limits that are given says so. */
export interface Retention {
  /** For this many days after a file was put aside. */
  readonly keepDays?: number;
  /** This many files beside the one that is written to. */
  readonly keepFiles?: number;
  /** This many bytes in all files together. */
  readonly maxTotalBytes?: number;
}

/** What is kept where the user has set nothing. */
export const DEFAULT_RETENTION: Retention = { keepFiles: 10 };

/** Where each limit must lie: less would not hold the file that is written to, more is a slip of the pen. */
const BOUNDS: Readonly<Record<keyof Retention, { readonly least: number; readonly most: number }>> = {
  keepDays: { least: 1, most: 36_500 },
  keepFiles: { least: 1, most: 100_000 },
  maxTotalBytes: { least: 16 * 1024 * 1024, most: 1024 ** 5 },
};

const KEY = 'record';
const SHAPE = 'such as {"record": {"keepDays": 90, "maxTotalBytes": 1000000000}}';
const WITHOUT = 'until then the ten newest full files are kept';

/** The limits under `record` in the user's settings; where one is wrong, it is reported and none counts. */
export function retentionIn(
  value: Readonly<Record<string, unknown>>,
  report: (finding: ConfigFinding) => void,
): Retention {
  const written = Object.hasOwn(value, KEY) ? value[KEY] : {};
  const problems = problemsOf(written);
  for (const { path, message } of problems)
    report({
      severity: 'error',
      at: { path: [KEY, ...path], part: 'value' },
      message: `${KEY}: ${message}`,
      hint: `${SHAPE}; ${WITHOUT}`,
    });
  const isGiven = isJsonObject(written) && Object.keys(written).length > 0;
  return isGiven && problems.length === 0 ? written : DEFAULT_RETENTION;
}

interface LimitProblem {
  readonly path: readonly string[];
  readonly message: string;
}

function problemsOf(written: unknown): readonly LimitProblem[] {
  if (!isJsonObject(written)) return [{ path: [], message: 'an object was expected' }];
  return Object.entries(written).flatMap(([key, limit]) => {
    const bounds = Object.hasOwn(BOUNDS, key) ? BOUNDS[key as keyof Retention] : undefined;
    if (bounds === undefined)
      return [{ path: [key], message: `"${key}" is not known; "${Object.keys(BOUNDS).join('", "')}" are` }];
    const isFit = Number.isSafeInteger(limit) && Number(limit) >= bounds.least && Number(limit) <= bounds.most;
    const message = `"${key}" must be a whole number from ${bounds.least} to ${bounds.most}`;
    return isFit ? [] : [{ path: [key], message }];
  });
}
