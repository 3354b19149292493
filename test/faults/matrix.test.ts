import { expect, test } from 'vitest';
import { ALL_ROWS } from './all-rows.ts';
import { SCOPES } from './dialect.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import { allSpotsOf, everySpotOf, spotsOf } from './matrix.ts';
import { countGaps, faultsPage, listCells } from './page.ts';

/** Every dialect in each scope that it has. */
const PLACES = FAULT_DIALECTS.flatMap(({ scopes = SCOPES }) => scopes).length;

test('every row has an id of its own, and a meaning somewhere', () => {
  const ids = ALL_ROWS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ALL_ROWS.filter((row) => allSpotsOf(row).length === 0)).toEqual([]);
});

test('every cell has a title of its own', () => {
  const titles = listCells('all').map(({ row, title }) => `${row} ${title}`);
  expect(new Set(titles).size).toBe(titles.length);
});

test('every gap has a reason, and no cell is left out without one', () => {
  const gaps = ALL_ROWS.flatMap((row) => everySpotOf(row).flatMap((spot) => row.gap?.(spot) ?? []));
  expect(gaps.filter((why) => why === '')).toEqual([]);
  expect(gaps).toHaveLength(countGaps());
});

test('every row is about every dialect that it is not a gap in, in both scopes unless one has no meaning', () => {
  for (const row of ALL_ROWS) {
    const seen = new Set(everySpotOf(row).map(({ dialect, scope }) => `${dialect.id} ${scope}`));
    expect(seen.size).toBe(PLACES);
  }
});

test('the quick part runs every row, every dialect in both scopes, and every part in both scopes', () => {
  for (const row of ALL_ROWS) expect(spotsOf(row).length).toBeGreaterThan(0);
  const chosen = ALL_ROWS.flatMap((row) => spotsOf(row).map(({ dialect, scope }) => ({ ...row, dialect, scope })));
  expect(new Set(chosen.map(({ dialect, scope }) => `${dialect.id} ${scope}`)).size).toBe(PLACES);
  const sections = new Set(ALL_ROWS.map(({ section }) => section));
  expect(new Set(chosen.map(({ section, scope }) => `${section} ${scope}`)).size).toBe(sections.size * 2);
});

test('the page tells how many cells there are', () => {
  expect(faultsPage()).toContain(`**${listCells('all').length}**`);
});
