import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EVENT_NAMES } from '../model/index.ts';
import { DIALECTS, host } from './index.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

test('every folder is a dialect of the list, but for the one of the host', () => {
  const folders = readdirSync(here, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== host.id ? [entry.name] : [],
  );
  expect(folders.toSorted()).toEqual(DIALECTS.map(({ id }) => id).toSorted());
});

test('every neutral event is an event of some dialect', () => {
  const known = new Set(DIALECTS.flatMap(({ events }) => Object.values(events).flatMap(({ means }) => means)));
  expect(EVENT_NAMES.filter((name) => !known.has(name))).toEqual([]);
});

describe.each(DIALECTS.map((dialect) => [dialect.id, dialect] as const))('%s', (id, dialect) => {
  const { aliases, answer, events } = dialect;

  test('has its table, its test and its fault rows in its folder', () => {
    const hasRows = dialect.shape.kind !== 'event-files';
    const files = ['table.ts', 'table.test.ts', ...(hasRows ? ['faults.ts'] : [])];
    expect(files.filter((file) => !existsSync(`${here}${id}/${file}`))).toEqual([]);
  });

  test('has its source document in its folder, or names its documents and the program that was tested', () => {
    const { source } = dialect;
    if (source === undefined) throw new Error('it has no source');
    const isCopied = 'copied' in source;
    expect(existsSync(`${here}${id}/source.txt`)).toBe(isCopied);
    expect(isCopied ? source.copied : (source.tested?.day ?? '2000-01-01')).toMatch(/^20\d\d-\d\d-\d\d$/);
    if (!isCopied) expect(source.documents.length).toBeGreaterThan(0);
  });

  test('names each neutral event at most once, unless its fields say which is meant', () => {
    const means = Object.values(events).flatMap((row) =>
      row.when === undefined && row.spellingOf === undefined ? row.means : [],
    );
    expect(means).toEqual([...new Set(means)]);
  });

  test('is data: nothing in it can be called', () => {
    expect(functionsIn(dialect, '')).toEqual([]);
  });

  test('has every event that an alias, a field condition or an outcome names', () => {
    const named = [
      ...Object.values(aliases),
      ...[...answer.fields, ...answer.decisions].flatMap(({ on }) => on ?? []),
      ...answer.decisions.flatMap(({ askOn }) => askOn ?? []),
    ];
    expect(named.filter((native) => !Object.hasOwn(events, native))).toEqual([]);
  });
});

describe("the table of the host's own functions", () => {
  test('is data too', () => {
    expect(functionsIn(host, '')).toEqual([]);
  });

  test('has every neutral event under its own name', () => {
    expect(Object.entries(host.events).map(([native, { means }]) => [native, means])).toEqual(
      EVENT_NAMES.map((name) => [name, [name]]),
    );
  });
});

function functionsIn(value: unknown, path: string): readonly string[] {
  if (typeof value === 'function') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => functionsIn(inner, `${path}.${key}`));
}
