import type { Report } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Reading } from '../frame.ts';

/** The key by which a hook can declare itself a background one; null where it cannot. */
export function declarationKey({ hook, frame, background }: Reading): string | null {
  // One whose failure refuses is waited for, and so is one that would wake the model and cannot: they decide.
  if (background || hook.handler.kind !== 'command' || hook.onFault === 'block' || hook.wake !== null) return null;
  return frame.dialect.schedule.declaredBy ?? null;
}

/** The output of a hook that has declared itself a background one: from then on it decides nothing. */
export interface Declared {
  /** What the declaring line says beside that: a refusal in it counts for nothing, and is told. */
  readonly line: Report;
  readonly rest: Report;
}

/** Null where the first line of an output is no such declaration. */
export function declaredBackground(reading: Reading, report: Report): Declared | null {
  const key = declarationKey(reading);
  const end = key === null ? null : declarationEnd(report.stdout, key);
  if (end === null) return null;
  const { stdout } = report;
  return {
    line: { ...report, ending: { how: 'exited', code: 0 }, stdout: stdout.slice(0, end), stderr: '' },
    rest: { ...report, stdout: stdout.slice(end) },
  };
}

/**
 * Where the first line of an output ends, which may still be growing, if that line is a declaration; else null. After a
 * blank line, or with a key that is doubled, it is none: such a hook is waited for.
 */
export function declarationEnd(printed: string, key: string): number | null {
  const lineEnd = printed.indexOf('\n');
  // A byte order mark is trimmed away as well.
  const line = (lineEnd === -1 ? printed : printed.slice(0, lineEnd)).trim();
  if (!line.startsWith('{') || !line.endsWith('}')) return null;
  const parsed = parseJson(line);
  if (!parsed.ok || !parsed.readings.every((each) => isJsonObject(each) && each[key] === true)) return null;
  return lineEnd === -1 ? printed.length : lineEnd + 1;
}
