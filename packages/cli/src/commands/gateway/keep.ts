import {
  changeKeepRule,
  type KeepRule,
  keepRule,
  type openDatabase,
  orgNumber,
  retentionOf,
  WrongRule,
} from '@hookline/gateway';
import { accountName } from '../../call/account-name.ts';
import { type Arguments, valueOf } from '../../call/arguments.ts';
import type { OptionRow } from '../../call/options.ts';
import { refuseDriven } from '../../call/person-only.ts';
import { placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { KEEP_DECISIONS, KEEP_LINES, ORG, WHY } from './options.ts';
import type { TaskResult } from './policy-tasks.ts';

const MOST_ROWS = 100;

/** Shows for how long lines and decisions are kept and what was removed; with days, changes it first. */
export async function keepDays(
  database: Awaited<ReturnType<typeof openDatabase>>,
  given: Arguments,
): Promise<TaskResult> {
  const { inOrg, everywhere } = database;
  const known = await everywhere(keepRule);
  const rule: KeepRule = {
    lines: daysIn(given, KEEP_LINES, known.lines),
    decisions: daysIn(given, KEEP_DECISIONS, known.decisions),
  };
  if (rule.lines !== known.lines || rule.decisions !== known.decisions) await change(database, given, rule);
  const org = await orgNumber(database, valueOf(given, ORG) ?? 'default');
  const value = await inOrg(org, (query) => retentionOf(query, { before: null, limit: MOST_ROWS }));
  return {
    value,
    lines: [
      `lines are kept ${wordsOf(value.keep.lines)}, decisions ${wordsOf(value.keep.decisions)}`,
      ...value.removals.map(
        ({ at, what, day, count, findings }) =>
          `${new Date(at).toISOString()} removed ${count} ${what} of ${day}${findings === 0 ? '' : `, in which ${findings} findings were`}`,
      ),
    ],
  };
}

async function change(
  { everywhere }: Awaited<ReturnType<typeof openDatabase>>,
  given: Arguments,
  rule: KeepRule,
): Promise<void> {
  refuseDriven(placeOf(given), 'gateway keep');
  const why = valueOf(given, WHY);
  if (why === undefined)
    throw wrongCall('gateway keep: what is removed does not come back; give the reason with --why TEXT');
  try {
    await everywhere((query) => changeKeepRule(query, { rule, who: accountName(), why }));
  } catch (error) {
    throw error instanceof WrongRule ? wrongCall(`gateway keep: ${error.message}`) : error;
  }
}

function daysIn(given: Arguments, option: OptionRow, otherwise: number | null): number | null {
  const word = valueOf(given, option);
  if (word === undefined) return otherwise;
  if (word === 'forever') return null;
  const days = Number(word);
  if (Number.isInteger(days) && days > 0) return days;
  throw wrongCall(`--${option.name}: expected a number of days, or forever, found "${word}"`);
}

const wordsOf = (days: number | null): string => (days === null ? 'for ever' : `${days} days`);
