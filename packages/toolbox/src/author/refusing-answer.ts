import { writeAnswer } from '@hookline/core/internal';
import type { HookTarget } from './shape-of-hook.ts';

/** Stands for the reason in a text of JSON. */
const REASON = '"REASON"';

/**
 * What a guard prints when it exits with code 2, as the JSON before and behind the reason; null where the reason is
 * read from stderr.
 */
export function refusingAnswer({ dialect, native }: HookTarget): readonly [before: string, behind: string] | null {
  if (dialect.answer.exitReasons.includes('stderr')) return null;
  const { stdout } = writeAnswer(dialect, native, { decision: 'block', reason: JSON.parse(REASON) as string });
  const [before = '', behind = ''] = stdout.trim().split(REASON);
  return [before, behind];
}
