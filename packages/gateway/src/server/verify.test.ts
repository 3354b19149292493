import { openRecord, rotatedNames } from '@hookline/core/internal';
import { shipFor } from '@hookline/fleet';
import { compactVerify, importJWK } from 'jose';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { makePersonToken, orgNumber, type Role } from '../access/tokens.ts';
import {
  decisionEntries,
  type GatewayPlace,
  type JoinedMachine,
  makeGatewayPlace,
  writeDecisions,
} from '../testing/place.ts';
import { type StreamReport, verifyStreams } from '../verify/verify-streams.ts';

const CORE = join(import.meta.dirname, '../../../core/dist/internal.js');
const WRITER = `const { openRecord } = await import(process.argv[1]);
const record = openRecord(process.argv[2], { maxBytes: 30_000, shippedFrom: process.argv[3] });
for (let n = 0; n < 300; n += 1) {
  record.append({ v: 1, kind: 'note', id: null, at: new Date().toISOString(), text: process.pid + ' ' + n });
  if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
record.close();`;

describe('the check of what is stored', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  beforeAll(async () => {
    place = await makeGatewayPlace();
  }, 300_000);
  afterAll(() => place.close(), 300_000);

  const alarms: string[] = [];
  const ship = (joined: JoinedMachine) =>
    shipFor({ ...joined, version: '1', onAlarm: (text) => void alarms.push(text) }, 60_000);
  /** What was found when lines arrived, with their places in the stream. */
  const arrivals = ({ machine }: JoinedMachine): Promise<readonly string[]> =>
    place.gateway.database.everywhere(async (query) => {
      const rows = await query<{ found: string }>(
        `select f.position || ' ' || f.kind as found from finding f join stream s on s.id = f.stream where s.machine = $1 order by f.id`,
        [machine.machine],
      );
      return rows.map(({ found }) => found);
    });
  async function reports({ machine }: JoinedMachine): Promise<readonly StreamReport[]> {
    const found: StreamReport[] = [];
    for await (const report of verifyStreams(place.gateway.database.everywhere, {}))
      if (report.machine === machine.machine) found.push(report);
    return found;
  }
  const kinds = async (machine: JoinedMachine): Promise<readonly (readonly string[])[]> =>
    (await reports(machine)).map(({ findings }) => [...new Set(findings.map(({ kind }) => kind))]);
  const currentOf = ({ recordFolder }: JoinedMachine): string => join(recordFolder, 'hookline.jsonl');
  /** A machine whose lines were changed before they were sent. */
  async function shipped(change: (lines: string[]) => readonly string[], ship_?: 'full' | 'decisions') {
    const machine = await place.join(ship_ === undefined ? {} : { ship: ship_ });
    writeDecisions(machine.recordFolder, 200);
    const file = currentOf(machine);
    writeFileSync(file, `${change(readFileSync(file, 'utf8').trimEnd().split('\n')).join('\n')}\n`);
    await ship(machine);
    return machine;
  }

  it('finds nothing in the lines of four processes that were sent while files were rotated', async () => {
    const machine = await place.join();
    const words = ['--input-type=module', '-e', WRITER, CORE, machine.recordFolder, machine.stateFolder];
    const writers = Array.from({ length: 4 }, () => spawn(process.execPath, words, { stdio: 'inherit' }));
    let running = writers.length;
    for (const writer of writers) writer.once('exit', () => void (running -= 1));
    while (running > 0) {
      await ship(machine);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await ship(machine);
    const rotated = rotatedNames(machine.recordFolder);
    expect(rotated.length).toBeGreaterThan(3);
    const files = [...rotated.map((name) => join(machine.recordFolder, name)), currentOf(machine)];
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1));
    // A writer that finds the line of another unfinished begins a new one: then there is an empty line between them.
    expect(lines.filter((line) => line !== '')).toHaveLength(1_200);
    const [report] = await reports(machine);
    expect(report).toMatchObject({ whole: true, lines: lines.length, findings: [], waiting: 0 });
    expect(report?.uncovered.count).toBeLessThan(120);
    expect(await arrivals(machine)).toEqual([]);
  });

  it.each(['full', 'decisions'] as const)('finds lines that were taken out, moved or doubled (%s)', async (level) => {
    expect(await kinds(await shipped((lines) => lines, level))).toEqual([[]]);
    expect(await kinds(await shipped((lines) => lines.toSpliced(100, 2), level))).toEqual([['missing']]);
    const moved = (lines: string[]) => [...lines.slice(0, 100), ...lines.slice(102, 104), ...lines.slice(100, 102)];
    expect(await kinds(await shipped((lines) => [...moved(lines), ...lines.slice(104)], level))).toEqual([['moved']]);
    const doubled = await kinds(await shipped((lines) => lines.toSpliced(50, 0, lines[10] ?? ''), level));
    expect(doubled[0]).toContain('added');
    const [report] = await reports(await shipped((lines) => lines, level));
    expect(report?.byMark).toBe(level === 'full' ? 0 : 400);
  });

  it.each(['full', 'decisions'] as const)('finds them when they arrive, and tells the machine (%s)', async (level) => {
    expect(await arrivals(await shipped((lines) => lines, level))).toEqual([]);
    alarms.length = 0;
    const gap = await shipped((lines) => lines.toSpliced(100, 2), level);
    expect(await arrivals(gap)).toEqual(['101 missing']);
    expect(alarms).toEqual(['the gateway found line 101 missing: 2 lines are missing before it']);
    const machines = await place.gateway.database.everywhere((query) =>
      query<{ findings: number }>('select findings from stream where machine = $1', [gap.machine.machine]),
    );
    expect(machines).toEqual([{ findings: 1 }]);
    expect(await arrivals(await shipped((lines) => lines.toSpliced(50, 0, lines[10] ?? ''), level))).toContain(
      '51 added',
    );
  });

  it('checks the links of a record with a key, which it does not have', async () => {
    const key = Buffer.alloc(32, 7);
    const keyed = async (change: (lines: string[]) => readonly string[]) => {
      const machine = await place.join();
      const record = openRecord(machine.recordFolder, { key, shippedFrom: machine.stateFolder });
      for (let n = 0; n < 50; n += 1) record.append(...decisionEntries({ id: `${n}`.padStart(26, '0') }));
      record.close();
      const file = currentOf(machine);
      writeFileSync(file, `${change(readFileSync(file, 'utf8').trimEnd().split('\n')).join('\n')}\n`);
      expect(await ship(machine)).toMatchObject({
        shipped: change([...Array(100).keys()].map(String)).length,
        waiting: 0,
      });
      return machine;
    };
    alarms.splice(0);
    const whole = await keyed((lines) => lines);
    expect(alarms).toEqual([]);
    expect(await reports(whole)).toMatchObject([{ whole: true, lines: 100, byMark: 100, findings: [] }]);
    const cut = await keyed((lines) => lines.toSpliced(30, 2));
    expect(await arrivals(cut)).toEqual(['31 missing']);
    expect(await kinds(cut)).toEqual([['missing']]);
  });

  it('looks back over the chunks before, and no longer where enough was found', async () => {
    const machine = await place.join();
    const append = (from: number, step: number) => {
      writeDecisions(machine.recordFolder, from);
      const file = currentOf(machine);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      const sent = lines.filter((_, n) => n < lines.length - 2 * from || n % step > 0 || step === 0);
      writeFileSync(file, `${sent.join('\n')}\n`);
      return ship(machine);
    };
    await append(1_100, 0);
    expect(await arrivals(machine)).toEqual([]);
    await append(2, 4);
    expect(await arrivals(machine)).toEqual(['2201 missing']);
    await append(400, 4);
    expect((await arrivals(machine)).length).toBeGreaterThan(100);
    const enough = (await arrivals(machine)).length;
    await append(4, 4);
    expect(await arrivals(machine)).toHaveLength(enough);
    expect((await kinds(machine))[0]).toEqual(['missing']);
  });

  it('points at a line that was put between others, though its own digest fits', async () => {
    const forged = await shipped((lines) => {
      const folder = join(place.folder, 'forger');
      const file = join(folder, 'hookline.jsonl');
      mkdirSync(folder);
      writeFileSync(file, `${lines.slice(0, 20).join('\n')}\n`);
      const record = openRecord(folder);
      record.append(...decisionEntries({ id: 'forged' }));
      record.close();
      const made = readFileSync(file, 'utf8').trimEnd().split('\n').slice(20);
      return [...lines.slice(0, 20), ...made, ...lines.slice(20)];
    });
    expect(await reports(forged)).toMatchObject([{ uncovered: { count: 1, lines: [22] } }]);
  });

  it('finds what was changed or removed in the database', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 1_200); // three chunks
    await ship(machine);
    const [own] = await reports(machine);
    expect(own).toMatchObject({ whole: true, lines: 2_400 });
    const rows = (sql: string, values: readonly unknown[]) =>
      place.gateway.database.everywhere((query) => query<{ body: Buffer }>(sql, [own?.stream, ...values]));
    const [chunk] = await rows('select body from chunk where stream = $1 and seq = 2', []);
    const text = gunzipSync(chunk?.body ?? Buffer.alloc(0)).toString();
    const put = (body: Buffer) => rows('update chunk set body = $2 where stream = $1 and seq = 2', [body]);
    await put(gzipSync(text.replace('"command":"ls"', '"command":"id"')));
    expect(await kinds(machine)).toEqual([['edited']]);
    await put(Buffer.from('nothing'));
    expect((await kinds(machine))[0]).toEqual(expect.arrayContaining(['changed', 'missing']));
    await rows('delete from chunk where stream = $1 and seq = 2', []);
    expect((await reports(machine))[0]?.findings[0]).toEqual({
      line: 1_001,
      kind: 'missing',
      message: '1000 lines that were here are missing before chunk 3',
    });
    await rows('delete from chunk where stream = $1 and seq > 1', []);
    expect(await kinds(machine)).toEqual([['missing']]);
  });

  it('tells a record that was put back, and follows its new epoch into the old one', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 5);
    await ship(machine);
    const kept = join(place.folder, 'kept-state');
    cpSync(machine.stateFolder, kept, { recursive: true });
    writeDecisions(machine.recordFolder, 5);
    await ship(machine);
    rmSync(machine.stateFolder, { recursive: true });
    cpSync(kept, machine.stateFolder, { recursive: true });
    writeDecisions(machine.recordFolder, 2);
    await ship(machine);
    expect(await reports(machine)).toMatchObject([
      { epoch: 1, whole: false, lines: 20, findings: [{ kind: 'fork' }], ended: expect.any(String) as string },
      { epoch: 2, whole: true, lines: 4 },
    ]);
  });

  it('lets a record begin where its oldest file begins, and misses files that went later', async () => {
    const machine = await place.join();
    const many = (count: number) => writeDecisions(machine.recordFolder, count, { maxBytes: 4_000 });
    many(30);
    const oldest = (): string => join(machine.recordFolder, rotatedNames(machine.recordFolder)[0] ?? '');
    rmSync(oldest());
    await ship(machine);
    expect(await kinds(machine)).toEqual([[]]);
    many(30);
    for (const name of rotatedNames(machine.recordFolder).slice(-3, -1)) rmSync(join(machine.recordFolder, name));
    await ship(machine);
    expect(await kinds(machine)).toEqual([['missing']]);
  });

  it('is signed for auditors, about their own organisation only', async () => {
    const mine = await place.join({ org: 'proved', name: 'desk' });
    writeDecisions(mine.recordFolder, 2, { project: '/src/app' });
    await ship(mine);
    const ask = async (role: Role, query = '') => {
      const org = await orgNumber(place.gateway.database, 'proved');
      const token = await makePersonToken(place.gateway.database, { org, name: 'p', role, days: 1 });
      return fetch(`${place.gateway.url}/v1/proof${query}`, { headers: { authorization: `Bearer ${token}` } });
    };
    expect((await ask('reader')).status).toBe(403);
    const { jws, key, ...said } = (await (await ask('auditor')).json()) as Record<string, unknown>;
    expect(said).toMatchObject({ whole: true, lines: 4, streams: [{ name: 'desk', lines: 4, whole: true }] });
    const jwk = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: String(key) }, 'EdDSA');
    const { payload } = await compactVerify(String(jws), jwk);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(said);
    // Nothing is not whole: who has misspelled a project must not get a signature under it.
    const none = await ask('auditor', '?project=/src/none');
    expect([none.status, await none.json()]).toEqual([
      404,
      { error: 'no decisions of the project "/src/none" are stored', hint: expect.stringContaining('its folder') },
    ]);
    expect(await (await ask('auditor', '?project=&from=&to=')).json()).toMatchObject({ lines: 4, range: {} });
    expect(await (await ask('auditor', `?project=/src/app&from=0`)).json()).toMatchObject({ lines: 4 });
    expect(await (await ask('auditor', `?from=2026-01-01&to=2999-12-31T00:00:00Z`)).json()).toMatchObject({ lines: 4 });
    for (const range of ['?from=yesterday', '?to=2026-13-01', '?from=2000&to=1000'])
      expect((await ask('auditor', range)).status).toBe(400);
    expect(await (await ask('auditor', '?to=1000')).json()).toMatchObject({ streams: [] });
  });
});
