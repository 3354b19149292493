import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { readTimeline } from '../../packages/core/src/record/read-timeline.ts';
import { readRecord } from '../../packages/core/src/record/reader.ts';
import { verifyRecord } from '../../packages/core/src/record/verify.ts';
import { bundle } from '../support/bundle.ts';
import { factsOf } from './expectation.ts';
import type { WriterJob } from './record-program.ts';
import type { Row, Spot } from './row.ts';
import { isFull, REASON, script, THE_REASON } from './row.ts';
import { FULL_DISK, KILLED_WRITER, TORN_TAIL, TWO_WRITERS } from './rows/record.ts';
import type { Site } from './site.ts';
import { makeSite, optionsOf, removeSite } from './site.ts';
import { stageEvent } from './events.ts';
import { describeSpots } from './spots.ts';
import { openHooks, shoot } from './unit.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 120_000 });

const program = bundle("import './test/faults/record-program.ts';");
afterAll(program.remove);

const GUARD: Row = {
  id: 'record',
  section: 'Configuration, trust, record',
  fault: 'refuses',
  program: () => script(`echo '${REASON}' >&2\nexit 2`),
  expected: { is: 'refusal', reason: THE_REASON },
};

interface Writer {
  readonly kill: () => void;
  /** What it was told of, and how it ended. */
  readonly ended: Promise<Written>;
}

interface Written {
  readonly acknowledged: readonly { readonly session: string; readonly decision: string }[];
  readonly status: number | null;
  readonly told: string;
}

/** Starts a process that fires an event again and again; `confine` puts words before its command. */
function startWriter(site: Site, { stage }: Spot, times: number, confine: readonly string[] = []): Writer {
  writers += 1;
  const job: WriterJob = {
    options: optionsOf(site),
    event: stageEvent(site, stage),
    session: `writer-${writers}`,
    times,
    waits: stage.waits,
  };
  const [command, ...words] = [...confine, process.execPath, program.path];
  const child = spawn(command, words, { cwd: '/', env: { PATH: process.env['PATH'] } });
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(job));
  let [printed, told] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const ended = once(child, 'close').then(([status]): Written => {
    const lines = printed.split('\n').slice(0, -1);
    return { acknowledged: lines.map((line) => JSON.parse(line)), status: status as number | null, told };
  });
  return { kill: () => child.kill('SIGKILL'), ended };
}
let writers = 0;

const recordOf = ({ root }: Site): string => join(root, 'record');

/** Sessions with a decision that is whole in the record. */
const recordedIn = (site: Site): ReadonlySet<string | null> =>
  new Set(readTimeline(recordOf(site)).flatMap(({ session, status }) => (status === 'done' ? [session] : [])));

const siteFor = (
  { dialect, scope }: Spot,
  { onTestFinished }: { readonly onTestFinished: (work: () => void) => void },
): Site => {
  const site = makeSite(GUARD, dialect, scope);
  onTestFinished(() => removeSite(site));
  return site;
};

function expectTold({ acknowledged }: Written, site: Site, spot: Spot): void {
  const recorded = recordedIn(site);
  expect(acknowledged.filter(({ session }) => !recorded.has(session))).toEqual([]);
  const { decision } = factsOf(GUARD.expected, spot);
  expect(new Set(acknowledged.map((told) => told.decision))).toEqual(new Set([decision]));
}

const TIMES = isFull ? 25 : 8;

describeSpots(TWO_WRITERS, async (spot, finish) => {
  const site = siteFor(spot, finish);
  const both = [startWriter(site, spot, TIMES), startWriter(site, spot, TIMES)];
  const written = await Promise.all(both.map(({ ended }) => ended));
  expect(written.map(({ status, acknowledged }) => [status, acknowledged.length])).toEqual([
    [0, TIMES],
    [0, TIMES],
  ]);
  for (const each of written) expectTold(each, site, spot);
  expect(readTimeline(recordOf(site))).toHaveLength(2 * TIMES);
  expect(verifyRecord(recordOf(site))).toMatchObject({ whole: true });
});

describeSpots(KILLED_WRITER, async (spot, finish) => {
  const site = siteFor(spot, finish);
  const writer = startWriter(site, spot, 100_000);
  await vi.waitFor(() => expect(recordedIn(site).size).toBeGreaterThan(2), { timeout: 60_000, interval: 20 });
  writer.kill();
  const written = await writer.ended;
  expect([written.status, written.acknowledged.length > 0]).toEqual([null, true]);
  expectTold(written, site, spot);
  const hooks = await openHooks(site);
  const { decisions } = await shoot(site, hooks, spot.stage);
  await hooks.close();
  expect(decisions.map(({ status }) => status)).toEqual(['done']);
  expectTold(written, site, spot);
});

describeSpots(FULL_DISK, async (spot, finish) => {
  const site = siteFor(spot, finish);
  const before = await startWriter(site, spot, 2).ended;
  // A file that may not grow past 8 KiB: the system takes a part of the line and then nothing, as on a full disk.
  const during = await startWriter(site, spot, 30, ['bash', '-c', 'ulimit -f 8; exec "$@"', 'bash']).ended;
  expect([during.status, during.acknowledged.length]).toEqual([0, 30]);
  expectTold(before, site, spot);
  const { decision } = factsOf(GUARD.expected, spot);
  expect(new Set(during.acknowledged.map((told) => told.decision))).toEqual(new Set([decision]));
  expect(recordedIn(site).size).toBeLessThan(32);
  const after = await startWriter(site, spot, 1).ended;
  expectTold(after, site, spot);
});

describeSpots(TORN_TAIL, async (spot, finish) => {
  const site = siteFor(spot, finish);
  const before = await startWriter(site, spot, 1).ended;
  const file = readdirSync(recordOf(site)).find((name) => name.endsWith('.jsonl'));
  appendFileSync(join(recordOf(site), file ?? ''), '{"v":1,"kind":"en');
  const after = await startWriter(site, spot, 1).ended;
  expectTold(before, site, spot);
  expectTold(after, site, spot);
  const torn: unknown[] = [];
  for (const _ of readRecord(recordOf(site), { onTorn: (line) => torn.push(line) }));
  expect(torn).toHaveLength(1);
});
