import { DIALECTS, eventTable } from '@hookline/core/internal';
import type { EventName } from '@hookline/core';
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlayedRow, renderRow, renderTable } from './render-table.ts';
import { AGENT_HOOKS_ROWS } from './rows/agent-hooks.ts';
import { CLAUDE_ROWS } from './rows/claude.ts';
import { KODE_ROWS } from './rows/kode.ts';
import { KOLEGA_ROWS } from './rows/kolega.ts';
import { POLYTOKEN_ROWS } from './rows/polytoken.ts';
import { QODER_ROWS } from './rows/qoder.ts';
import type { EventRow } from './support/event-row.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { makeWorkplace } from './support/workplace.ts';
import { skipWithout } from '../support/skip-without.ts';
import { takesTurns } from '../support/tier.ts';

const ROWS: readonly EventRow[] = [
  ...KOLEGA_ROWS,
  ...AGENT_HOOKS_ROWS,
  ...QODER_ROWS,
  ...KODE_ROWS,
  ...POLYTOKEN_ROWS,
  ...CLAUDE_ROWS,
];

/** Events that have no cause in this agent: it has no teammates, and deletes no session. */
const NEVER: readonly EventName[] = ['TeammateIdle', 'SessionDelete', 'PreToolSelection'];

const PAGE = join(import.meta.dirname, 'events.md');

const ROW_TIMEOUT_MS = 60_000;

const played: PlayedRow[] = [];

describe('an event in the agent', () => {
  for (const row of ROWS)
    it(titleOf(row), { timeout: ROW_TIMEOUT_MS }, async () => {
      played.push(await play(row));
    });
});

describe('the table of events', () => {
  it('has a row for every event with a cause that its dialects know, under its native name, and no other', () => {
    const withRows = DIALECTS.filter(({ id }) => ROWS.some(({ dialect }) => dialect === id));
    const known = eventTable(withRows)
      .events.filter(({ name }) => !NEVER.includes(name))
      .flatMap(({ name, dialects }) =>
        Object.entries(dialects).map(([dialect, { native }]) => `${name}: ${dialect} ${native}`),
      );
    const tested = ROWS.map(({ event, dialect, native }) => `${event}: ${dialect} ${native}`);
    expect([...new Set(tested)].toSorted()).toEqual(known.toSorted());
  });

  it('is in the documentation as the rows were seen', async () => {
    skipWithout('script');
    if (takesTurns) {
      const page = readFileSync(PAGE, 'utf8').split('\n');
      expect(played.map(renderRow).filter((line) => !page.includes(line))).toEqual([]);
      return;
    }
    expect(played).toHaveLength(ROWS.length);
    await expect(renderTable(played)).toMatchFileSnapshot(PAGE);
  });
});

function titleOf({ dialect, event, native, effect }: EventRow): string {
  return `${dialect} ${event === native ? event : `${event} (${native})`}: ${effect.does}`;
}

async function play(row: EventRow): Promise<PlayedRow> {
  const place = makeWorkplace([hookOf(row)]);
  try {
    await row.prepare?.(place);
    const asked = await row.scene(place);
    const payloads = place.payloads('hook');
    const sees = row.sees(place);
    expect(payloads.length, `the hook was never called:\n${asked.stdout}${asked.stderr}`).toBeGreaterThan(0);
    expect(payloads[0]).toMatchObject(sees);
    row.effect.check(asked, place);
    return { row, sees, project: place.project };
  } finally {
    place.remove();
  }
}

function hookOf({ dialect, native, matcher, answers, entry }: EventRow): RecordingHook {
  return {
    name: 'hook',
    dialect,
    event: native,
    ...(matcher === undefined ? {} : { matcher }),
    ...(answers === undefined ? {} : { answers }),
    ...(entry === undefined ? {} : { entry }),
  };
}
