import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HookRun } from '../../model/index.ts';
import { lineOf, parseLine } from '../chain.ts';
import { newDecisionId } from '../decision-id.ts';
import type { RecordEntry } from '../entry.ts';
import { currentFile, readRecord, rotatedNames } from '../reader.ts';
import { timeline, type RecordedDecision } from '../timeline.ts';
import { openRecord } from '../writer.ts';
import { ColumnBlock, HAS_START, IS_TORN } from './block.ts';
import type { BesideReader } from './block-loader.ts';
import { hashAt, viewOf } from './byte-words.ts';
import { createDictionaries } from './dictionary.ts';
import { EntryBytes } from './entry-bytes.ts';
import { parseFilter } from './filter.ts';
import { IndexQueries } from './index-queries.ts';
import { idOf } from './indexed-file.ts';
import { createPacker } from './load-file.ts';
import { newestRows } from './newest-rows.ts';
import { openRows } from './open-row.ts';
import { RecordIndex, type RecordIndexOptions } from './record-index.ts';

let folder = '';
let open: RecordIndex[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-index-')));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((index) => index.close()));
  rmSync(folder, { recursive: true, force: true });
});

const record = (): string => join(folder, 'record');
const cache = (): string => join(folder, 'index');

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5);
}

function openIndex(options: RecordIndexOptions = {}): { index: RecordIndex; queries: IndexQueries } {
  const index = new RecordIndex(record(), options);
  open.push(index);
  return { index, queries: new IndexQueries(index) };
}

async function readIndex(options: RecordIndexOptions = {}): ReturnType<typeof loaded> {
  return loaded(openIndex(options));
}

async function loaded(opened: ReturnType<typeof openIndex>): Promise<ReturnType<typeof openIndex>> {
  await until(() => opened.index.isDone());
  return opened;
}

const idsOf = async (queries: IndexQueries, q = ''): Promise<readonly string[]> =>
  (await queries.rows({ filter: parseFilter(q, NOW), limit: 1_000 })).rows.map(idOf);

const decisionsOf = async (queries: IndexQueries): Promise<readonly RecordedDecision[]> =>
  openRows(record(), (await queries.rows({ filter: parseFilter(''), limit: 1_000 })).rows)
    .filter(({ isTorn }) => !isTorn)
    .map(({ decision }) => decision);

/** All decisions as a plain reader finds them, newest first, and how many stretches are no entries. */
function plainly(): { readonly decisions: readonly RecordedDecision[]; readonly torn: number } {
  let torn = 0;
  const decisions = timeline(readRecord(record(), { onTorn: () => (torn += 1) })).toReversed();
  return { decisions, torn };
}

const NOW = Date.parse('2026-11-18T00:00:00.000Z');

const HOSTILE = [
  '',
  'service',
  '/home/me/work/"quoted"',
  'C:\\Users\\me',
  '<script>alert(1)</script>',
  '\u202e\u0000\u001b[31m',
  '","kind":"end","id":"x',
  '\ud800 half',
  'é ß 漢字 \u{1f600}',
  '__proto__',
  'x'.repeat(3_000),
];
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 12 }));

const run: fc.Arbitrary<HookRun> = fc.record({
  id: fc.constantFrom('qoder:project:PreToolUse[0].hooks[0]', 'kode:user:1', 'é"\\'),
  name: text,
  dialect: fc.constantFrom('qoder', 'kode'),
  scope: fc.constant('project' as const),
  source: text,
  handler: fc.constant('command' as const),
  status: fc.constantFrom('passed', 'blocked', 'failed', 'timed_out', 'skipped', 'background'),
  exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
  signal: fc.option(fc.constant('SIGKILL')),
  durationMs: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.double({ min: 0, max: 500, noNaN: true })),
  stdout: text,
  stderr: text,
  truncated: fc.constantFrom<HookRun['truncated']>([], ['stdout']),
  fault: fc.option(fc.record({ code: fc.constantFrom('timeout', 'exit'), message: text })),
  quiet: fc.boolean(),
  why: fc.option(text),
  notes: fc.array(text, { maxLength: 2 }),
});

const shadow = fc.record({
  decision: fc.constantFrom('none', 'allow', 'ask', 'block'),
  effect: fc.constant(null),
  reason: fc.option(text),
  rewrites: fc.constantFrom([], ['updatedInput']),
  contexts: fc.constant(0),
});
const anyRun = fc
  .tuple(run, fc.option(shadow))
  .map(([each, would]) => (would === null ? each : { ...each, shadow: would }));

const times = fc.integer({ min: NOW - 40 * 86_400_000, max: NOW }).map((at) => new Date(at).toISOString());

/** One entry for one of a few decisions, so that their lines come in any order. */
const entry = (ids: readonly string[]): fc.Arbitrary<RecordEntry> => {
  const id = fc.constantFrom(...ids);
  const start = fc.record({
    v: fc.constant(1),
    kind: fc.constant('start'),
    id,
    at: times,
    pid: fc.constant(2 ** 22 + 5),
    project: text,
    event: fc.record(
      {
        hook_event_name: fc.constantFrom('PreToolUse', 'Stop'),
        session_id: text,
        tool_name: text,
        tool_input: fc.jsonValue(),
      },
      { requiredKeys: ['hook_event_name'] },
    ),
    hooks: fc.array(text, { maxLength: 2 }),
  });
  const end = fc.record({
    v: fc.constant(1),
    kind: fc.constant('end'),
    id,
    at: times,
    outcome: fc.record({
      decision: fc.constantFrom('none', 'allow', 'ask', 'block'),
      reason: fc.option(text),
      block: fc.option(fc.record({ effect: fc.constant('deny_tool'), reason: fc.option(text), hook: text })),
      rewritten: fc.constant([]),
      contexts: fc.record({ count: fc.nat(3), texts: fc.array(text, { maxLength: 1 }) }),
      messages: fc.array(fc.record({ level: fc.constant('info'), text, hook: text }), { maxLength: 1 }),
      extra: fc.dictionary(text, fc.jsonValue(), { maxKeys: 2 }),
    }),
    hooks: fc.array(anyRun, { maxLength: 3 }),
    durationMs: fc.double({ min: 0, max: 900, noNaN: true }),
  });
  const background = fc.record({ v: fc.constant(1), kind: fc.constant('background'), id, at: times, hook: anyRun });
  const note = fc.record({ v: fc.constant(1), kind: fc.constant('note'), id: fc.option(id), at: times, text });
  return fc.oneof(
    { weight: 5, arbitrary: start },
    { weight: 5, arbitrary: end },
    { weight: 1, arbitrary: background },
    { weight: 1, arbitrary: note },
  ) as unknown as fc.Arbitrary<RecordEntry>;
};

const JUNK = ['{"v":1,"kind":"start","id":"cut', 'no json', '[1]', '{"v":1,"kind":"end"}', '\u0000\u0000', '{}'];

/** What happens to a record: entries, stretches that are none, and files that are put aside. */
type Step = RecordEntry | { readonly kind: 'junk'; readonly text: string } | { readonly kind: 'rotate' };

const steps = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: NOW }).map((at) => newDecisionId(at)),
      text,
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((ids) =>
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: entry(ids) },
        { weight: 1, arbitrary: fc.constantFrom(...JUNK).map((junk) => ({ kind: 'junk' as const, text: junk })) },
        { weight: 1, arbitrary: fc.constant({ kind: 'rotate' as const }) },
      ) as fc.Arbitrary<Step>,
      { maxLength: 24 },
    ),
  );

let asides = 0;

function play(all: readonly Step[]): void {
  mkdirSync(record(), { recursive: true });
  const writer = openRecord(record());
  for (const step of all) {
    // A process writes the start of a decision first: no other line of it stands in an older file.
    if (step.kind === 'start' && rotatedNames(record()).some((name) => holds(name, step.id))) continue;
    if (step.kind === 'junk') appendFileSync(currentFile(record()), `${step.text}\n`);
    else if (step.kind === 'rotate') {
      writer.close();
      putAside();
    } else writer.append(step);
  }
  writer.close();
}

const holds = (name: string, id: string): boolean =>
  readFileSync(join(record(), name), 'utf8')
    .split('\n')
    .some((line) => parseLine(line)?.id === id);

function putAside(): void {
  asides += 1;
  const name = `hookline-20261118T${String(asides).padStart(9, '0')}Z-1.jsonl`;
  try {
    renameSync(currentFile(record()), join(record(), name));
  } catch {
    // nothing was written yet
  }
}

/** What the words of a filter mean, asked of a decision that was read in full. */
const has = (value: string | null | undefined, part: string): boolean =>
  value?.toLowerCase().includes(part.toLowerCase()) ?? false;
const latest = ({ hooks, background }: RecordedDecision): readonly HookRun[] =>
  hooks.map((each) => background.find(({ id }) => id === each.id) ?? each);
const stateOf = (decision: RecordedDecision): string => {
  if (decision.status !== 'done') return decision.status;
  const said = decision.outcome?.decision ?? 'none';
  if (said === 'block' || said === 'ask') return said;
  if (latest(decision).some(({ fault }) => fault !== null)) return 'fault';
  return said === 'allow' ? 'allow' : 'pass';
};
const toolOf = ({ payload }: RecordedDecision): string | null => {
  const tool = payload?.['tool_name'];
  return typeof tool === 'string' ? tool : null;
};
const FILTERS: Readonly<Record<string, (decision: RecordedDecision) => boolean>> = {
  'is:block': (decision) => stateOf(decision) === 'block',
  'is:ask': (decision) => stateOf(decision) === 'ask',
  'is:allow': (decision) => stateOf(decision) === 'allow',
  'is:pass': (decision) => stateOf(decision) === 'pass',
  'is:fault': (decision) => stateOf(decision) === 'fault',
  'is:interrupted': (decision) => stateOf(decision) === 'interrupted',
  'is:running': (decision) => stateOf(decision) === 'running',
  'is:shadow': (decision) =>
    latest(decision).some(({ shadow: would }) => /^(?:ask|block)$/.test(would?.decision ?? '')),
  'event:stop': ({ event }) => has(event, 'stop'),
  'project:SERVICE': ({ project }) => has(project, 'service'),
  'project:"漢字"': ({ project }) => has(project, '漢字'),
  'session:script': ({ session }) => has(session, 'script'),
  'tool:users': (decision) => has(toolOf(decision), 'users'),
  'hook:kode': (decision) => decision.hooks.some(({ id, name }) => has(id, 'kode') || has(name, 'kode')),
  'fault:timeout': (decision) => latest(decision).some(({ fault }) => fault?.code === 'timeout'),
  'fault:any is:block': (decision) =>
    stateOf(decision) === 'block' && latest(decision).some(({ fault }) => fault !== null),
  'since:7d': ({ at }) => Date.parse(at) >= NOW - 7 * 86_400_000,
  'until:20d': ({ at }) => Date.parse(at) <= NOW - 20 * 86_400_000,
  'slow:>200ms': ({ durationMs }) => durationMs !== null && durationMs >= 200,
  'slow:<200ms': ({ durationMs }) => durationMs !== null && durationMs <= 200,
};

async function expectPlain(queries: IndexQueries): Promise<void> {
  const { decisions, torn } = plainly();
  expect(await decisionsOf(queries)).toEqual(decisions);
  expect(await idsOf(queries, 'is:torn')).toHaveLength(torn);
  for (const [q, fits] of Object.entries(FILTERS))
    expect([q, (await idsOf(queries, q)).filter((id) => !id.startsWith('torn-'))]).toEqual([
      q,
      decisions.filter(fits).map(({ id }) => Buffer.from(id).toString()),
    ]);
  const { buckets, from, to } = await queries.histogram(parseFilter(''), { from: null, to: null, buckets: 7 });
  expect(buckets.reduce((sum, { total }) => sum + total, 0)).toBe(decisions.length + torn);
  const sums = (['block', 'ask', 'fault'] as const).map((key) => buckets.reduce((sum, each) => sum + each[key], 0));
  expect(sums).toEqual(
    ['block', 'ask', 'fault'].map((key) => decisions.filter((each) => stateOf(each) === key).length),
  );
  expect(from).toBeLessThan(to);
}

/** What is found before any file is read is what the index finds, but for decisions whose start is not in the record. */
async function expectNewest(queries: IndexQueries): Promise<void> {
  const { rows } = await queries.rows({ filter: parseFilter(''), limit: 1_000 });
  const begun = rows.filter(({ file, row }) => file.block.has(row, HAS_START | IS_TORN));
  for (const count of [1, 3, 8]) {
    const newest = newestRows(record(), count);
    if (newest === null) continue;
    expect(newest.map(idOf)).toEqual(begun.slice(0, count).map(idOf));
    expect(openRows(record(), newest)).toEqual(openRows(record(), begun.slice(0, count)));
  }
}

type Packer = ReturnType<typeof createPacker>;

describe('an index', () => {
  test('answers as one that parses every line, from the lines and from its cache', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc
        .asyncProperty(steps, async (all) => {
          play(all);
          const beside = { load: async (...asked: Parameters<Packer>) => createPacker()(...asked), rest: () => {} };
          for (const options of [{ cache: cache() }, { cache: cache() }, { beside }]) {
            const { index, queries } = await readIndex(options);
            try {
              await expectPlain(queries);
              await expectNewest(queries);
            } finally {
              await index.close();
            }
          }
        })
        .afterEach(() => rmSync(folder, { recursive: true, force: true })),
      { numRuns: 60 },
    );
  });

  test('answers so too when the lines come while it looks', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc
        .asyncProperty(steps, steps, async (before, after) => {
          play(before);
          const { index, queries } = openIndex({ cache: cache() });
          play(after);
          const lines = countLines();
          await until(() => index.isDone() && index.progress().lines === lines);
          try {
            await expectPlain(queries);
          } finally {
            await index.close();
          }
        })
        .afterEach(() => rmSync(folder, { recursive: true, force: true })),
      { numRuns: 12 },
    );
  });
});

const countLines = (): number =>
  [...rotatedNames(record()).map((name) => join(record(), name)), currentFile(record())].reduce((sum, path) => {
    try {
      return sum + readFileSync(path, 'utf8').split('\n').filter(Boolean).length;
    } catch {
      return sum;
    }
  }, 0);

const OUTCOME = {
  decision: 'none',
  reason: null,
  block: null,
  rewritten: [],
  contexts: { count: 0, texts: [] },
  messages: [],
  extra: {},
};
const startOf = (id: string, command = 'ls', pid = process.pid): RecordEntry =>
  ({
    v: 1,
    kind: 'start',
    id,
    at: new Date().toISOString(),
    pid,
    project: '/p',
    event: { hook_event_name: 'PreToolUse', tool_input: { command } },
    hooks: [],
  }) as unknown as RecordEntry;
const endOf = (id: string): RecordEntry =>
  ({
    v: 1,
    kind: 'end',
    id,
    at: new Date().toISOString(),
    outcome: OUTCOME,
    hooks: [],
    durationMs: 1,
  }) as unknown as RecordEntry;

/** Writes decisions with the record's own writer, into files of about so many bytes. */
function decide(count: number, maxBytes = 4_000, keepFiles = 1_000): readonly string[] {
  const writer = openRecord(record(), { maxBytes, retention: { keepFiles } });
  const ids = Array.from({ length: count }, (_, index) => {
    const id = newDecisionId();
    writer.append(startOf(id, `command ${index}`), endOf(id));
    return id;
  });
  writer.close();
  return ids;
}

describe('lines as the writer writes them', () => {
  test('are read without parsing them, and what is accepted so is an entry', () => {
    const bytes = new EntryBytes();
    fc.assert(
      fc.property(entry(['a']), fc.nat(), fc.nat({ max: 255 }), (each, place, byte) => {
        const line = Buffer.from(lineOf(each));
        // With one byte changed it is mostly no entry any more: accepting it then would hide a torn line.
        if (byte > 9) line[place % (line.length - 1)] = byte === 10 ? 11 : byte;
        if (!bytes.read(line, 0, line.length - 1)) return;
        const parsed = parseLine(line.toString());
        expect([parsed?.kind, parsed?.id]).toEqual([bytes.kind, line.toString('utf8', bytes.id.from, bytes.id.to)]);
        expect(Date.parse(parsed?.at ?? '')).toBe(bytes.at);
        if (parsed?.kind === 'end')
          expect([parsed.durationMs, parsed.hooks.length]).toEqual([bytes.durationMs, bytes.runCount]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('are nearly all of a record', () => {
    decide(50, 1_000_000);
    const bytes = new EntryBytes();
    for (const line of readFileSync(currentFile(record()), 'latin1').split(/(?<=\n)/))
      expect(bytes.read(Buffer.from(line, 'latin1'), 0, line.length - 1)).toBe(true);
  });

  test('one of more than a chunk is found, with those around it', async () => {
    const [a, b, c] = [newDecisionId(), newDecisionId(), newDecisionId()];
    mkdirSync(record());
    const long = { ...startOf(b), event: { hook_event_name: 'Stop', text: 'y'.repeat(5_000_000) } } as RecordEntry;
    writeFileSync(currentFile(record()), [startOf(a), long, startOf(c)].map(lineOf).join(''));
    const { queries } = await readIndex();
    expect(await idsOf(queries)).toEqual([c, b, a]);
    expect(await idsOf(queries, 'text:yyyy')).toEqual([b]);
  });
});

describe('a page of rows', () => {
  test('goes on where the one before ended, over files, and tells how many fit', async () => {
    const ids = decide(40).toReversed();
    const { queries } = await readIndex();
    const seen: string[] = [];
    for (let before: string | null = null; ;) {
      const found = await queries.rows({ filter: parseFilter(''), limit: 7, before });
      expect(found.total).toBe(40);
      seen.push(...found.rows.map(idOf));
      before = seen.at(-1) ?? null;
      if (!found.more) break;
    }
    expect(seen).toEqual(ids);
    const { rows } = await queries.rows({ filter: parseFilter(''), limit: 3, after: ids[5] ?? '' });
    expect(rows.map(idOf)).toEqual(ids.slice(0, 3));
    expect(queries.find('nothing')).toBe(null);
  });

  test('does not wait for the count of all that fit, where that is to come later', async () => {
    const ids = decide(40).toReversed();
    const { queries } = await readIndex();
    const some = { filter: parseFilter('is:pass'), limit: 7 };
    const [counted, soon] = [await queries.rows(some), await queries.rows({ ...some, isCounted: false })];
    expect([counted.total, soon.total, soon.more]).toEqual([40, null, true]);
    expect([soon.rows.map(idOf), counted.rows.map(idOf)]).toEqual([ids.slice(0, 7), ids.slice(0, 7)]);
    const all = await queries.rows({ ...some, limit: 40, isCounted: false });
    expect([all.rows.map(idOf), all.total, all.more]).toEqual([ids, 40, false]);
    expect(await queries.rows({ ...some, limit: 0 })).toMatchObject({ rows: [], total: 40 });
  });
});

describe('while files are read', () => {
  test('the newest rows are told before any file is read whole', async () => {
    const ids = decide(40).toReversed();
    const { index, queries } = openIndex();
    const asked = queries.rows({ filter: parseFilter(''), limit: 5 });
    expect(index.files()).toEqual([]);
    const { rows, more, total } = await asked;
    expect([rows.map(idOf), more, total]).toEqual([ids.slice(0, 5), true, null]);
    await until(() => index.isDone());
    expect(await idsOf(queries)).toEqual(ids);
  });

  test('a question is answered whenever it is asked, also while the last file is read', async () => {
    decide(40);
    const { index, queries } = openIndex();
    const asked: ReturnType<typeof queries.rows>[] = [];
    while (!index.isDone()) {
      asked.push(queries.rows({ filter: parseFilter('text:nowhere'), limit: 5 }));
      await setImmediate();
    }
    const found = await Promise.all(asked);
    expect([asked.length > 0, found.flatMap(({ rows }) => rows)]).toEqual([true, []]);
  });

  test('every second one is read beside, kept there, and read here where that fails', async () => {
    const ids = decide(40).toReversed();
    const pack = createPacker();
    const loaded: string[] = [];
    let rests = 0;
    const load = async (...[file, kept]: Parameters<Packer>): ReturnType<BesideReader['load']> => {
      loaded.push(file.key.name);
      if (loaded.length === 2) throw new Error('the thread has ended');
      return pack(file, kept);
    };
    const names = rotatedNames(record()).toReversed();
    const { queries } = await readIndex({ cache: cache(), beside: { load, rest: () => (rests += 1) } });
    expect(await idsOf(queries)).toEqual(ids);
    expect(loaded).toEqual(names.filter((_, place) => place % 2 === 1));
    expect(rests).toBeGreaterThan(0);
    expect(readdirSync(cache()).toSorted()).toEqual(names.map((name) => `${name}.idx`).toSorted());
  });

  test('a block that comes damaged from beside is said, and read again', async () => {
    const ids = decide(40).toReversed();
    const pack = createPacker();
    let isDamaged = true;
    const load = async (...asked: Parameters<Packer>): ReturnType<BesideReader['load']> => {
      const packed = pack(...asked);
      if (isDamaged) packed.bytes?.fill(7, 60, 70);
      return packed;
    };
    const { index, queries } = openIndex({ beside: { load, rest: () => {} } });
    await until(() => index.progress().problem !== null);
    expect(index.progress().problem).toMatch(/came damaged from its thread/);
    isDamaged = false;
    await until(() => index.isDone());
    expect([await idsOf(queries), index.progress().problem]).toEqual([ids, null]);
  });
});

describe('a search for a text', () => {
  test('finds it as it was said, in letters of any size, and not in the chain', async () => {
    mkdirSync(record());
    const writer = openRecord(record());
    const said = ['rm -rf "build"', 'Grüße\tan', 'plain', 'C:\\temp'];
    const ids = said.map((command) => {
      const id = newDecisionId();
      writer.append(startOf(id, command), endOf(id));
      return id;
    });
    writer.close();
    const { queries } = await readIndex();
    expect(await idsOf(queries, 'text:"RM -RF"')).toEqual([ids[0]]);
    expect(await idsOf(queries, 'text:rf" build')).toEqual([]);
    expect(await idsOf(queries, 'Grüße')).toEqual([ids[1]]);
    expect(await idsOf(queries, 'text:c:\\TEMP')).toEqual([ids[3]]);
    expect(await idsOf(queries, 'text:digest')).toEqual([]);
    expect(await idsOf(queries, 'plain is:pass')).toEqual([ids[2]]);
  });

  test('ends when its answer is not wanted any more', async () => {
    decide(60);
    const { queries } = await readIndex();
    const stop = new AbortController();
    const searching = queries.rows({ filter: parseFilter('text:command'), limit: 1_000, signal: stop.signal });
    stop.abort();
    expect((await searching).rows).toEqual([]);
  });
});

describe('a record that changes', () => {
  test('loses no row while its files are put aside a hundred times', async () => {
    const { index, queries } = openIndex({ cache: cache() });
    const ids: string[] = [];
    const writer = openRecord(record(), { maxBytes: 500, retention: { keepFiles: 1_000 } });
    for (let count = 0; count < 120; count += 1) {
      const id = newDecisionId();
      ids.push(id);
      writer.append(startOf(id));
      if (count % 10 === 0) await sleep(2);
      writer.append(endOf(id));
    }
    writer.close();
    expect(rotatedNames(record()).length).toBeGreaterThan(100);
    await until(async () => index.isDone() && (await idsOf(queries, 'is:pass')).length === ids.length);
    expect(await idsOf(queries)).toEqual(ids.toReversed());
  });

  test('tells what is new, and what has become of a row', async () => {
    const { index } = openIndex();
    const heard: string[] = [];
    index.follow((changed) => heard.push(...changed.map(idOf)));
    const writer = openRecord(record());
    const id = newDecisionId();
    writer.append(startOf(id));
    await until(() => heard.length === 1);
    writer.append(endOf(id));
    await until(() => heard.length === 2);
    writer.close();
    expect(heard).toEqual([id, id]);
    expect(index.newsSince(1)?.map(idOf)).toEqual([id]);
    expect(index.newsSince(3)).toBe(null);
  });

  test('a decision whose process has ended without an answer is interrupted, and that is told', async () => {
    const { queries, index } = openIndex();
    const [alive, gone] = [newDecisionId(), newDecisionId()];
    const writer = openRecord(record());
    writer.append(startOf(alive), startOf(gone, 'ls', 2 ** 22 + 7));
    writer.close();
    await until(async () => index.isDone() && (await idsOf(queries)).length === 2);
    expect([await idsOf(queries, 'is:running'), await idsOf(queries, 'is:interrupted')]).toEqual([[alive], [gone]]);
  });

  test('a file that is removed takes its rows with it, and the ends of its decisions stand alone', async () => {
    const id = newDecisionId();
    mkdirSync(record());
    writeFileSync(currentFile(record()), lineOf(startOf(newDecisionId())) + lineOf(startOf(id)));
    putAside();
    writeFileSync(currentFile(record()), lineOf(endOf(id)));
    const { queries } = await readIndex();
    expect(await idsOf(queries)).toHaveLength(2);
    expect(await idsOf(queries, 'is:pass event:PreToolUse')).toEqual([id]);
    for (const name of rotatedNames(record())) rmSync(join(record(), name));
    await until(async () => (await idsOf(queries)).length === 1);
    expect(await idsOf(queries, 'is:pass')).toEqual([id]);
    expect(await decisionsOf(queries)).toMatchObject([{ id, event: null, status: 'done' }]);
  });

  test('a decision whose lines stand in many files is one row with each line once', async () => {
    const id = newDecisionId();
    const note = (said: string): string => lineOf({ v: 1, kind: 'note', id, at: new Date().toISOString(), text: said });
    mkdirSync(record());
    for (const line of [lineOf(startOf(id)), note('1'), lineOf(endOf(id)), note('2')]) {
      putAside();
      writeFileSync(currentFile(record()), line);
    }
    const { queries } = await readIndex();
    expect(await decisionsOf(queries)).toMatchObject([{ id, status: 'done', notes: ['1', '2'] }]);
    const [oldest = ''] = rotatedNames(record());
    rmSync(join(record(), oldest));
    await until(async () => (await idsOf(queries, 'event:PreToolUse')).length === 0);
    expect(await decisionsOf(queries)).toMatchObject([{ id, event: null, status: 'done', notes: ['1', '2'] }]);
  });

  test('a torn last line becomes a row, and the line itself when the rest of it comes', async () => {
    const [first, second] = [newDecisionId(), newDecisionId()];
    const line = lineOf(startOf(second));
    mkdirSync(record());
    writeFileSync(currentFile(record()), lineOf(startOf(first)) + line.slice(0, 60));
    const old = new Date(Date.now() - 60_000);
    utimesSync(currentFile(record()), old, old);
    const { queries } = await readIndex();
    await until(async () => (await idsOf(queries, 'is:torn')).length === 1);
    const [torn] = openRows(record(), (await queries.rows({ filter: parseFilter('is:torn'), limit: 1 })).rows);
    expect(torn).toMatchObject({ isTorn: true, raw: [{ line: line.slice(0, 60) }] });
    expect(queries.find(torn?.decision.id ?? '')).not.toBe(null);
    appendFileSync(currentFile(record()), line.slice(60));
    await until(async () => (await idsOf(queries)).includes(second));
    expect(await idsOf(queries)).toEqual([second, first]);
  });

  test('a file that is shorter than it was is read again', async () => {
    const ids = decide(6, 1_000_000);
    const { queries } = await readIndex();
    const text = readFileSync(currentFile(record()), 'utf8');
    const half = text.split('\n').slice(0, 6).join('\n').length + 1;
    truncateSync(currentFile(record()), half);
    await until(async () => (await idsOf(queries)).length === 3);
    expect(await idsOf(queries)).toEqual(ids.slice(0, 3).toReversed());
  });

  test('a line that was edited meanwhile hides no row', async () => {
    const [id = ''] = decide(1, 1_000_000);
    const { queries } = await readIndex();
    const text = readFileSync(currentFile(record()), 'utf8');
    writeFileSync(currentFile(record()), 'x'.repeat(text.length));
    const [row] = openRows(record(), (await queries.rows({ filter: parseFilter(''), limit: 1 })).rows);
    expect(row).toMatchObject({ isTorn: true, decision: { id } });
  });
});

describe('a record that cannot be read', () => {
  test('is said while a fault of ours breaks its reading off, and is read on when that is gone', async () => {
    const ids = decide(6, 1_000_000);
    const { index, queries } = await readIndex();
    expect(index.progress().problem).toBe(null);
    let failures = 0;
    const stop = index.follow(() => {
      failures += 1;
      throw new Error('a listener that is wrong');
    });
    const [late = ''] = decide(1, 1_000_000);
    await until(() => failures > 0 && index.progress().problem !== null);
    expect(index.progress().problem).toMatch(/broke off: a listener that is wrong; it is tried again by itself$/);
    stop();
    await until(() => index.progress().problem === null && index.isDone());
    expect(await idsOf(queries)).toEqual([...ids, late].toReversed());
  });

  test('answers with what it has as long as a file is none that can be opened, and says which', async () => {
    const ids = decide(40);
    const moved = join(folder, 'elsewhere.jsonl');
    renameSync(currentFile(record()), moved);
    symlinkSync(moved, currentFile(record()));
    const { index, queries } = openIndex();
    await until(() => index.progress().problem !== null);
    expect(index.progress().problem).toMatch(/hookline\.jsonl cannot be read: ELOOP/);
    const [shown] = [await idsOf(queries)];
    expect([shown.length > 0, shown.every((id) => ids.includes(id))]).toEqual([true, true]);
    rmSync(currentFile(record()));
    renameSync(moved, currentFile(record()));
    await until(async () => index.progress().problem === null && (await idsOf(queries)).length === ids.length);
    expect(await idsOf(queries)).toEqual(ids.toReversed());
  });

  test('is said of a folder that is none', async () => {
    writeFileSync(record(), 'a file stands in the way');
    const { index } = openIndex();
    await until(() => index.progress().problem !== null);
    expect(index.progress().problem).toMatch(/record cannot be read: ENOTDIR/);
    rmSync(record());
    await until(() => index.progress().problem === null);
  });
});

describe('the cache', () => {
  const files = (): readonly string[] => readdirSync(cache()).toSorted();

  test('holds the files that were put aside, for their user only, and forgets those that are gone', async () => {
    decide(40);
    const names = rotatedNames(record());
    await readIndex({ cache: cache() });
    await until(() => files().length === names.length);
    expect(files()).toEqual(names.map((name) => `${name}.idx`));
    expect([statSync(cache()).mode & 0o777, statSync(join(cache(), files()[0] ?? '')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    rmSync(join(record(), names[0] ?? ''));
    await readIndex({ cache: cache() });
    expect(files()).toEqual(names.slice(1).map((name) => `${name}.idx`));
  });

  test.each<[string, (file: string, other: string) => void]>([
    ['cut short', (file) => truncateSync(file, 100)],
    ['empty', (file) => writeFileSync(file, '')],
    ['changed in one byte', (file) => flip(file)],
    ['one of another file', (file, other) => writeFileSync(file, readFileSync(other))],
    ['no index at all', (file) => writeFileSync(file, 'x'.repeat(5_000))],
    ['a folder', (file) => (rmSync(file), mkdirSync(file))],
  ])('is made anew where it is %s', async (_how, damage) => {
    const ids = decide(40);
    const { index } = await readIndex({ cache: cache() });
    await index.close();
    const [file = '', other = ''] = files().map((name) => join(cache(), name));
    damage(file, other);
    const { queries } = await readIndex({ cache: cache() });
    expect(await idsOf(queries)).toEqual(ids.toReversed());
  });

  test('is read when there is nothing more urgent; the newest rows are told before', async () => {
    const ids = decide(40).toReversed();
    const { index: first } = await readIndex({ cache: cache() });
    await first.close();
    let isCalm = (): void => {};
    const calm = new Promise<void>((resolve) => (isCalm = resolve));
    const { index, queries } = openIndex({ cache: cache(), calm });
    expect((await queries.rows({ filter: parseFilter(''), limit: 5 })).rows.map(idOf)).toEqual(ids.slice(0, 5));
    await sleep(50);
    expect([index.files().length, index.isReading()]).toEqual([0, true]);
    isCalm();
    await until(() => index.isDone());
    expect(await idsOf(queries)).toEqual(ids);
    const { index: waiting } = openIndex({ cache: cache(), calm: new Promise(() => {}) });
    await waiting.close();
  });

  test('of a file that was changed since is not believed', async () => {
    decide(40);
    const { index } = await readIndex({ cache: cache() });
    await index.close();
    const [name = ''] = rotatedNames(record());
    appendFileSync(join(record(), name), lineOf(startOf('late')));
    const { queries } = await readIndex({ cache: cache() });
    expect(await idsOf(queries)).toContain('late');
  });

  test('is done without where nothing can be written, and that is said', async () => {
    const ids = decide(40);
    writeFileSync(cache(), 'a file stands in the way');
    const { index, queries } = await readIndex({ cache: cache() });
    expect(await idsOf(queries)).toEqual(ids.toReversed());
    expect(index.progress().cacheProblem).toMatch(/cannot be kept in/);
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
  writeFileSync(file, bytes);
  chmodSync(file, 0o600);
}

/** The block of starts with these ids, each at its place in the list. */
function blockOf(ids: readonly string[]): ColumnBlock {
  const block = new ColumnBlock(createDictionaries());
  for (const [at, id] of ids.entries()) {
    const line = Buffer.from(lineOf(startOf(id)));
    block.add(line, 0, line.length - 1, at);
  }
  return block;
}

const bytesOf = (text: string): DataView => viewOf(Buffer.from(text));

test('a block finds two ids with one hash', () => {
  const [one, other] = ['glad-main', 'bird-very'].map(bytesOf) as [DataView, DataView];
  expect(hashAt(one, 0, one.byteLength)).toBe(hashAt(other, 0, other.byteLength));
  const more = Array.from({ length: 40 }, (_, at) => `more-${at}`);
  const block = blockOf(['glad-main', 'bird-very', ...more]);
  expect([block.ids.size, block.ids.find(one), block.ids.find(other)]).toEqual([42, 0, 1]);
  const { texts } = block.dictionaries;
  const numbers = ['glad-main', 'bird-very', 'glad-main'].map((each) => texts.numberOfJson(each));
  expect([numbers[0] === numbers[2], numbers[0] === numbers[1]]).toEqual([true, false]);
});
