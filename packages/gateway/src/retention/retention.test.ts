import { rotatedNames } from '@hookline/core/internal';
import { shipFor } from '@hookline/fleet';
import { compactVerify, importJWK } from 'jose';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { makePersonToken, orgNumber, type Role } from '../access/tokens.ts';
import type { RetentionAnswer } from '../questions/retention.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { type StreamReport, verifyStreams } from '../verify/verify-streams.ts';
import { changeKeepRule, type KeepRule } from './keep.ts';
import { removeOldDays } from './retention.ts';

const CORE = join(import.meta.dirname, '../../../core/dist/internal.js');
const WRITER = `const { openRecord } = await import(process.argv[1]);
const record = openRecord(process.argv[2], { maxBytes: 30_000, shippedFrom: process.argv[3] });
for (let n = 0; n < 600; n += 1) {
  record.append({ v: 1, kind: 'note', id: null, at: new Date().toISOString(), text: process.pid + ' ' + n });
  if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
record.close();`;

describe('the removal of old days', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  beforeAll(async () => {
    place = await makeGatewayPlace();
  }, 300_000);
  afterAll(() => place.close(), 300_000);

  const everywhere = <T extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly T[]> =>
    place.gateway.database.everywhere((query) => query<T & Record<string, unknown>>(sql, values));
  const ship = (joined: JoinedMachine) =>
    shipFor({ ...joined, version: '1', onAlarm: (text) => void place.problems.push(text) }, 60_000);
  const keep = (rule: KeepRule, why = 'the works council') =>
    place.gateway.database.everywhere((query) => changeKeepRule(query, { rule, who: 'ann', why }));
  const remove = () =>
    removeOldDays(
      { database: place.gateway.database, onProblem: (text) => void place.problems.push(text) },
      Date.now(),
    );
  /** Lines that are here arrived so many days ago, those after a chunk excepted. */
  const arrived = ({ machine }: JoinedMachine, daysAgo: number, upTo = 1_000_000, from = 0) =>
    everywhere(
      `update chunk set day = (now() at time zone 'utc')::date - $2::int, received_at = now() - make_interval(days => $2)
        where seq > $4 and seq <= $3 and stream in (select id from stream where machine = $1)`,
      [machine.machine, daysAgo, upTo, from],
    );
  async function reports({ machine }: JoinedMachine): Promise<readonly StreamReport[]> {
    const found: StreamReport[] = [];
    for await (const report of verifyStreams(place.gateway.database.everywhere, {}))
      if (report.machine === machine.machine) found.push(report);
    return found;
  }
  const chunksOf = async ({ machine }: JoinedMachine): Promise<number> => {
    const [row] = await everywhere<{ n: string }>(
      'select count(*) as n from chunk c join stream s on s.id = c.stream where s.machine = $1',
      [machine.machine],
    );
    return Number(row?.n);
  };
  async function ask(path: string, role: Role = 'auditor', org = 'default'): Promise<Response> {
    const { database, url } = place.gateway;
    const token = await makePersonToken(database, { org: await orgNumber(database, org), name: 'p', role, days: 1 });
    return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  }
  const askRetention = async (org?: string): Promise<RetentionAnswer> =>
    (await (await ask('/v1/retention', 'reader', org)).json()) as RetentionAnswer;

  it('keeps everything where nothing is said, and refuses a rule by which decisions outlive their lines', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 2);
    await ship(machine);
    await arrived(machine, 5_000);
    expect(await remove()).toEqual({ lines: [], decisions: [] });
    expect(await chunksOf(machine)).toBe(1);
    await expect(keep({ lines: 10, decisions: 20 })).rejects.toThrow('at least as long');
    await expect(keep({ lines: 10, decisions: null })).rejects.toThrow('at least as long');
    await expect(keep({ lines: 0, decisions: 0 })).rejects.toThrow('whole days');
    expect((await askRetention()).keep).toEqual({ lines: null, decisions: null });
  });

  it('removes a day, says so, and can still prove what is kept, and that it goes on where the removed lines ended', async () => {
    const machine = await place.join({ name: 'desk' });
    writeDecisions(machine.recordFolder, 20);
    await ship(machine);
    await arrived(machine, 40);
    writeDecisions(machine.recordFolder, 3);
    const { head } = (await reports(machine))[0] ?? { head: '' };
    await ship(machine);
    await keep({ lines: 30, decisions: 30 });
    const removed = await remove();
    expect(removed.lines.find(({ count }) => count === 40)).toMatchObject({ findings: 0 });
    expect(await remove()).toEqual({ lines: [], decisions: [] });
    const [report] = await reports(machine);
    expect(report).toMatchObject({
      whole: true,
      lines: 6,
      removed: { lines: 40, head, findings: 0, signed: true },
      findings: [],
    });

    const { keep: rule, removals } = await askRetention();
    expect(rule).toEqual({ lines: 30, decisions: 30 });
    const said = removals.find(({ count, what }) => what === 'lines' && count === 40);
    const proof = (await (await ask('/v1/proof')).json()) as { key: string; streams: readonly StreamReport[] };
    const jwk = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: proof.key }, 'EdDSA');
    const { payload } = await compactVerify(said?.jws ?? '', jwk);
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      what: 'lines',
      day: report?.removed?.day,
      count: 40,
      findings: 0,
      checkpoints: said?.checkpoints,
    });
    expect(proof.streams.find(({ name }) => name === 'desk')).toMatchObject({ whole: true, removed: { lines: 40 } });
    const audit = (await (await ask('/v1/audit?limit=1000')).json()) as {
      whole: boolean;
      rows: readonly { what: string; detail: object; who: string }[];
    };
    expect(audit.whole).toBe(true);
    expect(audit.rows.find(({ what }) => what === 'keep_changed')).toMatchObject({
      who: 'ann',
      detail: { lines: 30, decisions: 30, why: 'the works council' },
    });
    expect(
      audit.rows.find(({ what, detail }) => what === 'removed' && 'count' in detail && detail.count === 40),
    ).toMatchObject({ who: 'gateway', detail: { what: 'lines', checkpoints: said?.checkpoints } });
    const exported = await ask('/v1/export');
    expect(exported.headers.get('hookline-removed-up-to')).toBe(report?.removed?.day);
    expect((await exported.text()).trimEnd().split('\n')).toHaveLength(6);
    expect((await ask('/v1/export', 'reader')).status).toBe(403);

    // The machine goes on, also where it has forgotten what it had sent.
    rmSync(join(machine.stateFolder, 'fleet', 'cursor.json'), { force: true });
    rmSync(join(machine.stateFolder, 'fleet', 'cursor'), { force: true });
    writeDecisions(machine.recordFolder, 2);
    await ship(machine);
    expect(await reports(machine)).toMatchObject([{ whole: true, lines: 10 }]);
  });

  it('finds what is taken from the lines that are kept, and a checkpoint that is not as it was signed', async () => {
    const machine = await place.join();
    for (let n = 0; n < 4; n += 1) {
      writeDecisions(machine.recordFolder, 4);
      await ship(machine);
    }
    await arrived(machine, 41, 2);
    await keep({ lines: 30, decisions: 30 });
    await remove();
    const [report] = await reports(machine);
    expect(report).toMatchObject({ whole: true, lines: 16, removed: { lines: 16 } });
    await everywhere('update checkpoint set lines = 8, seq = 1 where stream = $1', [report?.stream]);
    expect((await reports(machine))[0]?.findings.map(({ kind }) => kind)).toContain('changed');
    await everywhere('update checkpoint set lines = 16, seq = 2 where stream = $1', [report?.stream]);
    expect(await reports(machine)).toMatchObject([{ whole: true }]);
    // Marks of lines that are not there would let others be taken away behind them.
    const marks = await everywhere<{ tail: Buffer }>('select tail from checkpoint where stream = $1', [report?.stream]);
    for (const tail of [null, gzipSync('')]) {
      await everywhere('update checkpoint set tail = $2 where stream = $1', [report?.stream, tail]);
      expect((await reports(machine))[0]?.findings.map(({ kind }) => kind)).toContain('changed');
    }
    await everywhere('update checkpoint set tail = $2 where stream = $1', [report?.stream, marks[0]?.tail]);
    expect(await reports(machine)).toMatchObject([{ whole: true }]);
    await everywhere('delete from chunk where stream = $1 and seq = 3', [report?.stream]);
    expect((await reports(machine))[0]?.findings[0]).toMatchObject({
      kind: 'missing',
      message: '8 lines that were here are missing before chunk 4',
    });
    await everywhere('delete from chunk where stream = $1', [report?.stream]);
    expect((await reports(machine))[0]?.findings).toMatchObject([{ kind: 'missing' }]);
  });

  it('follows the lines of four processes over the cut, wherever it is', async () => {
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
    expect(rotatedNames(machine.recordFolder).length).toBeGreaterThan(3);
    const chunks = await chunksOf(machine);
    expect(chunks).toBeGreaterThan(2);
    const [before] = await reports(machine);
    expect(before).toMatchObject({ whole: true });
    await keep({ lines: 30, decisions: 30 });
    for (let cut = 1; cut < chunks; cut += 1) {
      await arrived(machine, 60 + chunks - cut, cut, cut - 1);
      await remove();
      const [report] = await reports(machine);
      expect(report).toMatchObject({ whole: true, findings: [], removed: { findings: 0 } });
      expect((report?.lines ?? 0) + (report?.removed?.lines ?? 0)).toBe(before?.lines);
    }
  });

  it('says of lines that were not whole when they went what was found, and keeps nothing of them as evidence', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 20);
    const file = join(machine.recordFolder, 'hookline.jsonl');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${lines.toSpliced(10, 2).join('\n')}\n`);
    await ship(machine);
    const evidence = () =>
      everywhere(
        'select f.id from finding f join stream s on s.id = f.stream where s.machine = $1 and f.line is not null',
        [machine.machine.machine],
      );
    expect(await evidence()).toHaveLength(1);
    await arrived(machine, 50);
    await keep({ lines: 30, decisions: 30 });
    place.problems.length = 0;
    await remove();
    expect(place.problems).toEqual([
      expect.stringMatching(/^lines of [\d-]+ were removed that were not whole: 1 findings$/),
    ]);
    expect(await reports(machine)).toMatchObject([{ whole: true, lines: 0, removed: { lines: 38, findings: 1 } }]);
    expect(await evidence()).toEqual([]);
  });

  it('removes nothing early where the clock of the gateway is ahead of that of PostgreSQL', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 2);
    await ship(machine);
    await keep({ lines: 400, decisions: 400 });
    const { database } = place.gateway;
    const inYears = Date.now() + 3 * 365 * 86_400_000;
    expect((await removeOldDays({ database, onProblem: () => undefined }, inYears)).lines).toEqual([]);
    expect(await chunksOf(machine)).toBe(1);
  });

  it('removes decisions before their lines, of each organisation by itself', async () => {
    const at = new Date(Date.now() - 20 * 86_400_000).toISOString();
    const mine = await place.join({ org: 'mine' });
    const other = await place.join({ org: 'other' });
    writeDecisions(mine.recordFolder, 3, { at });
    writeDecisions(mine.recordFolder, 2, { at: new Date().toISOString() });
    writeDecisions(other.recordFolder, 1, { at });
    await ship(mine);
    await ship(other);
    await keep({ lines: 30, decisions: 10 });
    await remove();
    const decisions = async (org: string): Promise<number> =>
      ((await (await ask('/v1/decisions', 'reader', org)).json()) as { rows: readonly object[] }).rows.length;
    expect([await decisions('mine'), await decisions('other')]).toEqual([2, 0]);
    expect((await askRetention('mine')).removals).toMatchObject([
      { what: 'decisions', day: at.slice(0, 10), count: 3, jws: null },
    ]);
    expect((await askRetention('other')).removals).toMatchObject([{ what: 'decisions', count: 1 }]);
    expect((await reports(mine))[0]).toMatchObject({ whole: true, lines: 10, removed: null });
  });

  it('removes decisions of a clock that was years ahead with their lines, and says so', async () => {
    const machine = await place.join({ org: 'ahead' });
    writeDecisions(machine.recordFolder, 2, { at: '2090-05-05T10:00:00.000Z', fault: 'exit' });
    writeDecisions(machine.recordFolder, 1, { at: new Date().toISOString() });
    await ship(machine);
    await arrived(machine, 70);
    writeDecisions(machine.recordFolder, 1, { at: '2090-05-05T10:00:00.000Z', fault: 'exit' });
    await ship(machine);
    await keep({ lines: 30, decisions: 30 });
    await remove();
    const rows = await everywhere<{ day: string; runs: string }>(
      `select d.day::text, (select count(*) from run r where r.stream = d.stream and r.day = d.day) as runs
         from decision d join stream s on s.id = d.stream where s.machine = $1 order by d.day`,
      [machine.machine.machine],
    );
    expect(rows.map(({ day, runs }) => [day, Number(runs)])).toEqual([
      [new Date().toISOString().slice(0, 10), 0],
      ['2090-05-05', 1],
    ]);
    expect((await askRetention('ahead')).removals).toContainEqual(
      expect.objectContaining({ what: 'decisions', day: '2090-05-05', count: 2 }),
    );
    expect(await reports(machine)).toMatchObject([{ whole: true, lines: 2, removed: { lines: 6 } }]);
  });

  it('lets a day go with a later one where the clock of PostgreSQL went back, and waits for who reads', async () => {
    const machine = await place.join();
    for (let n = 0; n < 3; n += 1) {
      writeDecisions(machine.recordFolder, 1);
      await ship(machine);
    }
    await arrived(machine, 34, 1);
    await arrived(machine, 35, 2, 1);
    await keep({ lines: 34, decisions: 30 });
    place.problems.length = 0;
    expect((await remove()).lines).toEqual([]);
    expect(place.problems).toEqual([expect.stringContaining("PostgreSQL's clock went back")]);
    await keep({ lines: 33, decisions: 30 });
    const reader = await place.gateway.database.pool.connect();
    await reader.query(`begin; set local hookline.org = '0'; select count(*) from chunk`);
    setTimeout(() => void reader.query('commit').then(() => reader.release()), 1_500);
    expect((await remove()).lines).toMatchObject([{ count: 4 }]);
    expect(await reports(machine)).toMatchObject([{ whole: true, lines: 2, removed: { lines: 4, findings: 0 } }]);
  });
});
