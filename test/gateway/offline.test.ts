import { digestOf, newDecisionId, openRecord, rotatedNames } from '@hookline/core/internal';
import { linesWaiting, shipFor } from '@hookline/fleet';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { decisionEntries, makeGatewayPlace } from '../../packages/gateway/src/testing/place.ts';
import { needs } from '../support/programs.ts';

const isProof = process.env['HOOKLINE_TESTS'] === 'proof';
const DAYS = Number(process.env['HOOKLINE_OFFLINE_DAYS'] ?? (isProof ? 21 : 0.05));
const EVENTS_AN_HOUR = 2_000;
/** As long as those of the engine: the mean of a real record. */
const LINE_BYTES = 822;
const DAY_MS = 24 * 3600 * 1000;

it(
  `a machine that was away for ${DAYS} days at ${EVENTS_AN_HOUR} events an hour loses no line`,
  { ...needs('postgres'), timeout: 7_200_000 },
  async () => {
    const place = await makeGatewayPlace({ limits: { perSecond: 1e6, burst: 1e6 } });
    onTestFinished(() => place.close(), 300_000);
    const machine = await place.join();
    const { stateFolder, recordFolder } = machine;
    const decisions = Math.round(DAYS * 24 * EVENTS_AN_HOUR);
    // With the files, the retention and the bound of a machine that has joined; only the clock is another one.
    const record = openRecord(recordFolder, { shippedFrom: stateFolder });
    const begun = Date.now();
    for (let n = 0; n < decisions; n += 1) {
      const time = begun - DAYS * DAY_MS + (n * 3_600_000) / EVENTS_AN_HOUR;
      const sample = {
        id: newDecisionId(time),
        at: new Date(time).toISOString(),
        decision: n % 33 === 0 ? ('block' as const) : ('none' as const),
        command: filler(n),
        project: `/work/service-${n % 20}`,
      };
      if (!record.append(...decisionEntries(sample))) throw new Error('a line could not be written');
    }
    record.close();
    const wroteMs = Date.now() - begun;
    const files = [...rotatedNames(recordFolder), 'hookline.jsonl'];
    const bytes = files.reduce((sum, name) => sum + statSync(join(recordFolder, name)).size, 0);
    const lines = 2 * decisions;
    expect(await linesWaiting(stateFolder, recordFolder, machine.machine.machine)).toBe(lines);
    expect(bytes / lines).toBeGreaterThan(LINE_BYTES);

    const sending = Date.now();
    const report = await shipFor({ ...machine, version: '0', onAlarm: (text) => place.problems.push(text) }, 6_000_000);
    const sentMs = Date.now() - sending;
    console.log(
      JSON.stringify({
        days: DAYS,
        lines,
        bytes,
        files: files.length,
        writeSeconds: Math.round(wroteMs / 1000),
        shipSeconds: Math.round(sentMs / 1000),
      }),
    );
    expect(report).toMatchObject({ shipped: lines, waiting: 0 });
    expect(place.problems).toEqual([]);
    expect(await storedDigest(place, machine.machine.machine)).toEqual({
      lines,
      digest: await recordDigest(recordFolder, files),
    });
    const [row] = await place.gateway.database.everywhere((query) =>
      query<{ n: number }>('select count(*)::int as n from decision where verdict is not null'),
    );
    expect(row?.n).toBe(decisions);
  },
);

/** Text of a length that makes lines as long as real ones. */
const filler = (n: number): string => `echo ${digestOf(String(n), null).repeat(20)}`;

async function recordDigest(folder: string, names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of names)
    for await (const part of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) hash.update(part);
  return hash.digest('hex');
}

/** What is stored of a machine, read in portions. */
async function storedDigest(
  { gateway }: Awaited<ReturnType<typeof makeGatewayPlace>>,
  machine: string,
): Promise<{ readonly lines: number; readonly digest: string }> {
  const hash: Hash = createHash('sha256');
  let lines = 0;
  for (let seq = 0; ; seq += 200) {
    // oxlint-disable-next-line no-await-in-loop -- portion by portion, so that not everything is in memory
    const rows = await gateway.database.everywhere((query) =>
      query<{ lines: number; body: Buffer }>(
        `select c.lines, c.body from chunk c join stream s on s.id = c.stream
          where s.machine = $1 and s.epoch = 1 and c.seq > $2 and c.seq <= $2 + 200 order by c.seq`,
        [machine, seq],
      ),
    );
    if (rows.length === 0) return { lines, digest: hash.digest('hex') };
    for (const { lines: count, body } of rows) {
      lines += count;
      hash.update(gunzipSync(body));
    }
  }
}
