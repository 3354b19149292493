import { dailyAnswer, type DailyAnswer, type openDatabase, orgNumber } from '@hookline/gateway';
import { isJsonObject } from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { type Arguments, valueOf } from '../../call/arguments.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { CHECKPOINTS, ORG } from './options.ts';
import type { TaskResult } from './policy-tasks.ts';

/** All daily checkpoints of an organisation. */
export async function allCheckpoints(
  database: Awaited<ReturnType<typeof openDatabase>>,
  given: Arguments,
): Promise<TaskResult> {
  const org = await orgNumber(database, valueOf(given, ORG) ?? 'default');
  const all: DailyAnswer['checkpoints'][number][] = [];
  for (;;) {
    const { key, checkpoints } = await dailyAnswer(database, org, all.at(-1)?.number ?? 0);
    all.push(...checkpoints);
    if (checkpoints.length === 0) return { value: { key, checkpoints: all }, lines: linesOf(all) };
  }
}

const linesOf = (all: DailyAnswer['checkpoints']): readonly string[] =>
  all.length === 0
    ? ['no checkpoints yet: a gateway that runs signs the first within an hour after a machine has joined']
    : all.map(
        ({ number, day, streams }) =>
          `${number} of ${day}: ${streams} ${streams === 1 ? 'stream has' : 'streams have'} got lines`,
      );

/** Texts that were kept elsewhere, as `gateway checkpoints --json` gave them. */
export function keptCheckpoints(given: Arguments): readonly string[] {
  const path = valueOf(given, CHECKPOINTS);
  if (path === undefined) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const rows: unknown = isJsonObject(value) ? value['checkpoints'] : null;
    const texts: readonly unknown[] = Array.isArray(rows)
      ? rows.map((row: unknown) => isJsonObject(row) && row['jws'])
      : [];
    if (!Array.isArray(rows) || !texts.every((text) => typeof text === 'string'))
      throw new Error('expected {"checkpoints": [{"jws": TEXT}, …]}');
    return texts;
  } catch (error) {
    throw wrongCall(`--checkpoints: ${path}: ${(error as Error).message}`);
  }
}
