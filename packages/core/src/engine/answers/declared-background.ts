import type { Report } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { Reading } from '../frame.ts';

/**
 * The report without its first line, where that line declares the hook a background one, which decides nothing; null
 * where it does not.
 */
export function declaredBackground({ hook, frame, background }: Reading, report: Report): Report | null {
  const { declaredBy } = frame.dialect.schedule;
  if (declaredBy === undefined || background || hook.handler.kind !== 'command') return null;
  const text = report.stdout.trimStart();
  if (!text.startsWith('{')) return null;
  const end = text.indexOf('\n');
  const parsed = parseJson((end === -1 ? text : text.slice(0, end)).trim());
  if (!parsed.ok || !isJsonObject(parsed.readings[0]) || parsed.readings[0][declaredBy] !== true) return null;
  return { ...report, stdout: end === -1 ? '' : text.slice(end + 1) };
}
