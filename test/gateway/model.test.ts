import { currentFile, openRecord, rotatedNames } from '@hookline/core/internal';
import { createClient, type GatewayClient } from '@hookline/fleet';
import { type Gateway, startGateway } from '@hookline/gateway';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shipRound } from '../../packages/fleet/src/ship/shipper.ts';
import {
  decisionEntries,
  type GatewayPlace,
  type JoinedMachine,
  makeGatewayPlace,
} from '../../packages/gateway/src/testing/place.ts';
import { needs } from '../support/programs.ts';

// A machine, two gateways and everything that can come between them, in every order that chance finds: after each step the
// gateway has a part of what was written, in order, once; in the end it has all of it. A failure is made as short as it can be.

const RUNS = Number(process.env['HOOKLINE_MODEL_RUNS'] ?? (process.env['HOOKLINE_TESTS'] === 'proof' ? 1_000 : 30));
const SMALL = { maxBytes: 3_000, retention: { keepFiles: 1_000 } };
const BOUNDS = { lines: 3, bytes: 1_000_000 };

/** What must be so: the lines of the record as they were written, once for each time at which an older copy was put back. */
interface Model {
  histories: string[][];
  hasCopy: boolean;
}

interface Real {
  readonly joined: JoinedMachine;
  readonly gateways: readonly Gateway[];
  readonly alarms: string[];
  /** The last chunk that was sent, as it was sent. */
  last: Parameters<GatewayClient['send']>[0] | null;
  copied: string[];
}

/** A process that dies at a point of a round. */
class Died extends Error {}
type Point = 'never' | 'before the request' | 'before the answer';

async function clientOf(real: Real, server: number, point: Point, at: number): Promise<GatewayClient> {
  const client = await createClient({ ...real.joined.machine, url: real.gateways[server]?.url ?? '' });
  let appends = 0;
  return {
    ...client,
    send: async (request) => {
      const isAppend = request.path.includes('/append?');
      const dies = isAppend && ++appends > at;
      if (dies && point === 'before the request') throw new Died();
      if (isAppend) real.last = request;
      const answer = await client.send(request);
      if (dies && point === 'before the answer') throw new Died();
      return answer;
    },
  };
}

async function round(real: Real, server: number, point: Point = 'never', at = 0): Promise<void> {
  const client = await clientOf(real, server, point, at);
  const { stateFolder, recordFolder, machine } = real.joined;
  try {
    await shipRound({
      stateFolder,
      recordFolder,
      machine: machine.machine,
      level: 'full',
      client,
      version: '0',
      bounds: BOUNDS,
      onAlarm: (text) => void real.alarms.push(text),
    });
  } catch (error) {
    if (!(error instanceof Died) && (error as Error).name !== 'TryLater' && !/follows its head/.test(String(error)))
      throw error;
  } finally {
    client.close();
  }
}

const textLines = (text: Buffer): string[] => (text.length === 0 ? [] : text.toString().trimEnd().split('\n'));

/** The lines of the record, in the order in which they were written. */
function written({ joined: { recordFolder } }: Real): string[] {
  const full = rotatedNames(recordFolder).map((name) => join(recordFolder, name));
  // Where the last line filled its file, there is no current one yet.
  const files = [...full, currentFile(recordFolder)].filter((file) => existsSync(file));
  return textLines(Buffer.concat(files.map((file) => readFileSync(file))));
}

/** The lines of each epoch. */
async function stored({ joined, gateways }: Real): Promise<readonly string[][]> {
  const rows = await gateways[0]?.database.everywhere((query) =>
    query<{ epoch: number; body: Buffer }>(
      'select s.epoch, c.body from chunk c join stream s on s.id = c.stream where s.machine = $1 order by s.epoch, c.seq',
      [joined.machine.machine],
    ),
  );
  const epochs = new Map<number, Buffer[]>();
  for (const { epoch, body } of rows ?? []) epochs.set(epoch, [...(epochs.get(epoch) ?? []), gunzipSync(body)]);
  return [...epochs.values()].map((bodies) => textLines(Buffer.concat(bodies)));
}

const isSlice = (lines: readonly string[], of: readonly string[]): boolean => {
  const from = of.indexOf(lines[0] ?? '');
  return lines.length === 0 || (from >= 0 && lines.every((line, n) => of[from + n] === line));
};

/** What is stored of each epoch are lines as they follow each other in one history; of the first, from its first line on. */
async function check(model: Model, real: Real): Promise<void> {
  const epochs = await stored(real);
  for (const lines of epochs) expect(model.histories.some((history) => isSlice(lines, history))).toBe(true);
  if (epochs[0] !== undefined && epochs[0].length > 0) expect(epochs[0][0]).toBe(model.histories[0]?.[0]);
  expect(real.alarms).toHaveLength(Math.max(0, (await epochsOpened(real)) - 1));
  if (model.histories.length === 1) expect(epochs.length).toBeLessThanOrEqual(1);
}

async function epochsOpened({ joined, gateways }: Real): Promise<number> {
  const rows = await gateways[0]?.database.everywhere((query) =>
    query<{ n: number }>('select count(*)::int as n from stream where machine = $1', [joined.machine.machine]),
  );
  return rows?.[0]?.n ?? 0;
}

class Write implements fc.AsyncCommand<Model, Real> {
  readonly count: number;
  constructor(count: number) {
    this.count = count;
  }
  check = (): boolean => true;
  async run(model: Model, real: Real): Promise<void> {
    const record = openRecord(real.joined.recordFolder, { ...SMALL, shippedFrom: real.joined.stateFolder });
    for (let n = 0; n < this.count; n += 1) record.append(...decisionEntries({ id: randomBytes(13).toString('hex') }));
    record.close();
    model.histories.splice(-1, 1, written(real));
  }
  toString = (): string => `write ${this.count}`;
}

/** A step whose effect is looked at. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly text: string;
  readonly act: (real: Real) => Promise<void>;
  constructor(text: string, act: (real: Real) => Promise<void>) {
    this.text = text;
    this.act = act;
  }
  check = ({ histories }: Model): boolean => (histories.at(-1)?.length ?? 0) > 0;
  async run(model: Model, real: Real): Promise<void> {
    await this.act(real);
    model.histories.splice(-1, 1, written(real));
    await check(model, real);
  }
  toString = (): string => this.text;
}

const copyOf = ({ joined }: Real): string => `${joined.stateFolder}-copy`;

/** An image of the machine is made, and later put back: with the cursor of that time. */
class Copy implements fc.AsyncCommand<Model, Real> {
  check = ({ histories }: Model): boolean => (histories.at(-1)?.length ?? 0) > 0;
  async run(model: Model, real: Real): Promise<void> {
    rmSync(copyOf(real), { recursive: true, force: true });
    cpSync(real.joined.stateFolder, copyOf(real), { recursive: true });
    real.copied = written(real);
    model.hasCopy = true;
  }
  toString = (): string => 'copy the machine';
}

class PutBack implements fc.AsyncCommand<Model, Real> {
  check = ({ hasCopy }: Model): boolean => hasCopy;
  async run(model: Model, real: Real): Promise<void> {
    rmSync(real.joined.stateFolder, { recursive: true });
    cpSync(copyOf(real), real.joined.stateFolder, { recursive: true });
    model.histories.push([...real.copied]);
  }
  toString = (): string => 'put the copy back';
}

const server = fc.constantFrom(0, 1);
const point = fc.constantFrom<Point>('before the request', 'before the answer');

const STEPS = [
  fc.integer({ min: 1, max: 6 }).map((count) => new Write(count)),
  server.map((at) => new Step(`ship to ${at}`, (real) => round(real, at))),
  fc
    .tuple(server, point, fc.integer({ min: 0, max: 3 }))
    .map(([to, when, at]) => new Step(`die ${when} of chunk ${at} to ${to}`, (real) => round(real, to, when, at))),
  fc.constant(
    new Step('two processes while lines are written, one of which has lost the cursor', async (real) => {
      const { recordFolder, stateFolder } = real.joined;
      const record = openRecord(recordFolder, { ...SMALL, shippedFrom: stateFolder });
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; n < 40 && !isOver; n += 1) {
          record.append(...decisionEntries({ id: randomBytes(13).toString('hex') }));
          await sleep(1);
        }
      })();
      const first = round(real, 0);
      rmSync(join(stateFolder, 'fleet/cursor.json'), { force: true });
      await Promise.all([first, round(real, 1)]);
      isOver = true;
      await writing;
      record.close();
    }),
  ),
  fc.constant(
    new Step('two processes at once', async (real) => void (await Promise.all([round(real, 0), round(real, 1)]))),
  ),
  server.map(
    (to) =>
      new Step(`the last chunk arrives again at ${to}`, async (real) => {
        if (real.last === null) return;
        const client = await createClient({ ...real.joined.machine, url: real.gateways[to]?.url ?? '' });
        await client.send(real.last);
        client.close();
      }),
  ),
  fc.constant(
    new Step('lose the cursor', async ({ joined }) =>
      rmSync(join(joined.stateFolder, 'fleet/cursor.json'), { force: true }),
    ),
  ),
  fc.constant(new Copy()),
  fc.constant(new PutBack()),
];

describe('every order of steps', { ...needs('postgres'), timeout: 3_600_000 }, () => {
  let place: GatewayPlace;
  let second: Gateway;
  const LIMITS = { perSecond: 1e6, burst: 1e6 };
  beforeAll(async () => {
    place = await makeGatewayPlace({ limits: LIMITS });
    const { url: databaseUrl } = place.postgres;
    const base = { databaseUrl, host: '127.0.0.1', port: 0, tls: null, version: '0', onProblem: () => undefined };
    second = await startGateway({ ...base, limits: LIMITS });
  }, 300_000);
  afterAll(async () => {
    await second.close();
    await place.close();
  }, 300_000);

  it(`brings every line to the gateway once and in order (${RUNS} orders)`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(STEPS, { maxCommands: 40 }), async (commands) => {
        const joined = await place.join();
        const real: Real = { joined, gateways: [place.gateway, second], alarms: [], last: null, copied: [] };
        const model: Model = { histories: [[]], hasCopy: false };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        if ((model.histories.at(-1)?.length ?? 0) === 0) return;
        await round(real, 0);
        await check(model, real);
        const all = new Set((await stored(real)).flat());
        expect(written(real).filter((line) => !all.has(line))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
