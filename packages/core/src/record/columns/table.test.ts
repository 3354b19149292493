import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Table } from './table.ts';

const KINDS = { time: 'f64', place: 'whole', text: 'u32', flag: 'u8' } as const;
type Column = keyof typeof KINDS;

const numbers = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff));
const row = fc.record({
  time: fc.double({ noNaN: true }),
  place: fc.oneof(numbers, fc.constantFrom(2 ** 32, 2 ** 52)),
  text: numbers,
  flag: fc.integer({ min: 0, max: 255 }),
});
type Row = Readonly<Record<Column, number>>;

const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('add' as const), row }),
    fc.record({ does: fc.constant('set' as const), row, at: fc.nat(50) }),
    fc.record({ does: fc.constant('renumber' as const), by: numbers }),
    fc.record({ does: fc.constantFrom('trim' as const, 'widen' as const, 'move' as const) }),
  ),
  { maxLength: 60 },
);

const NAMES = Object.keys(KINDS) as Column[];
const rowsOf = (table: Table<Column>): readonly Row[] =>
  Array.from({ length: table.size }, (_, at) => {
    const cells = NAMES.map((name) => [name, table.get(name, at)]);
    return Object.fromEntries(cells) as Row;
  });

/** As columns are kept on disk, and read from there. */
function moved(table: Table<Column>): Table<Column> {
  const bytes = Buffer.concat(table.bytes());
  const copy = new Table<Column>(KINDS);
  expect(copy.take(table.size, table.widths(), Uint8Array.from(bytes).buffer, 0)).toBe(bytes.length);
  return copy;
}

const put = (table: Table<Column>, at: number, from: Row): void => {
  for (const name of NAMES) table.set(name, at, from[name]);
};

test('columns hold every number, however often they are trimmed, moved, renumbered and written to again', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let table = new Table<Column>(KINDS);
      const rows: Row[] = [];
      for (const step of all) {
        if (step.does === 'add') {
          put(table, table.add(), step.row);
          rows.push(step.row);
        } else if (step.does === 'set' && step.at < rows.length) {
          put(table, step.at, step.row);
          rows[step.at] = step.row;
        } else if (step.does === 'renumber') {
          const of = (number: number): number => (number + step.by) % 2 ** 32;
          table.renumber('text', of);
          for (const [at, each] of rows.entries()) rows[at] = { ...each, text: of(each.text) };
        } else if (step.does === 'trim') table.trim();
        else if (step.does === 'widen') table.widen();
        else if (step.does === 'move') table = moved(table);
      }
      expect(rowsOf(table)).toEqual(rows);
    }),
  );
});

test('once no more rows come, columns are as narrow as their numbers allow', () => {
  const table = new Table<Column>(KINDS);
  for (const at of [1, 2, 3]) put(table, table.add(), { time: at, place: 70_000 * at, text: at, flag: at });
  table.trim();
  expect(table.widths()).toEqual([8, 4, 1, 1]);
});

test('columns of other widths, or cut short, are refused', () => {
  const table = new Table<Column>(KINDS);
  expect(() => table.take(1, [4, 8, 4, 1], new ArrayBuffer(64), 0)).toThrow(/another width/);
  expect(() => table.take(1, [8, 8, 3, 1], new ArrayBuffer(64), 0)).toThrow(/another width/);
  expect(() => table.take(1, [8, 8], new ArrayBuffer(64), 0)).toThrow(/another width/);
  expect(() => table.take(9, [8, 8, 4, 1], new ArrayBuffer(64), 0)).toThrow(/cut short/);
});
