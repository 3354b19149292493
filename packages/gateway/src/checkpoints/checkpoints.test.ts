import { openRecord } from '@hookline/core/internal';
import {
  checkpointDigest,
  createClient,
  leafText,
  hashTree,
  lookAtCheckpoints,
  readDailyCheckpoint,
  shipFor,
} from '@hookline/fleet';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { makePersonToken, orgNumber, type Role } from '../access/tokens.ts';
import { changeKeepRule } from '../retention/keep.ts';
import { removeOldDays } from '../retention/retention.ts';
import type { Rollouts } from '../questions/rollouts.ts';
import { startGateway } from '../server/gateway.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { type StreamReport, verifyStreams } from '../verify/verify-streams.ts';
import { checkAllDaily } from './check-daily.ts';
import { makeDailyCheckpoints } from './daily.ts';
import type { DailyAnswer, DailyDetail } from './daily-answer.ts';
import { signedBy } from './sign.ts';

describe('daily checkpoints', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  let day = 0;
  beforeAll(async () => {
    place = await makeGatewayPlace();
  }, 300_000);
  afterAll(() => place.close(), 300_000);

  const rows = <T extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly T[]> =>
    place.gateway.database.everywhere((query) => query<T & Record<string, unknown>>(sql, values));
  const ship = (joined: JoinedMachine) => shipFor({ ...joined, version: '1', onAlarm: () => undefined }, 60_000);
  const write = async (machine: JoinedMachine, count = 3) => {
    writeDecisions(machine.recordFolder, count);
    return ship(machine);
  };
  /** The checkpoint of the next day. */
  const nextDay = () => makeDailyCheckpoints(place.gateway.database, (day += 1));
  const report = async ({ machine }: JoinedMachine): Promise<StreamReport | undefined> => {
    let found: StreamReport | undefined;
    for await (const each of verifyStreams(place.gateway.database.everywhere, {}))
      if (each.machine === machine.machine) found = each;
    return found;
  };
  const problems = async (org: string | null = 'default', kept: readonly string[] = []) => {
    const { database } = place.gateway;
    const reports = await checkAllDaily(database, org === null ? null : await orgNumber(database, org), kept);
    return reports.flatMap(({ findings }) => findings);
  };
  async function ask(path: string, role: Role = 'auditor', org = 'default'): Promise<Response> {
    const { database, url } = place.gateway;
    const token = await makePersonToken(database, { org: await orgNumber(database, org), name: 'p', role, days: 1 });
    return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  }
  const daily = async (after = 0, org = 'default'): Promise<DailyAnswer> =>
    (await (await ask(`/v1/checkpoints?after=${after}`, 'reader', org)).json()) as DailyAnswer;
  /** What a machine says after a look. */
  async function looked(joined: JoinedMachine): Promise<readonly string[]> {
    const told: string[] = [];
    const client = await createClient(joined.machine);
    const onFinding = (text: string) => Promise.resolve(void told.push(text));
    const self = { ...joined, onAlarm: () => undefined, onFinding };
    await lookAtCheckpoints(self, client, { shipped: 0, everyMs: 0 }).finally(client.close);
    return told;
  }

  it('are signed once a day, follow each other, and say where every stream ends that has got lines', async () => {
    const [desk, other] = [await place.join(), await place.join({ org: 'other' })];
    await write(desk);
    await nextDay();
    await makeDailyCheckpoints(place.gateway.database, day);
    const first = (await daily()).checkpoints.at(-1);
    await write(desk);
    await nextDay();
    const { key, checkpoints } = await daily((first?.number ?? 0) - 1);
    expect(checkpoints.map(({ number }) => number - (first?.number ?? 0))).toEqual([0, 1]);
    const [one, two] = checkpoints.map(({ jws }) => readDailyCheckpoint(jws, key ?? ''));
    expect(two?.previous).toBe(checkpointDigest(checkpoints[0]?.jws ?? ''));
    expect([one?.streams, two?.streams]).toEqual([1, 1]);

    const detail = (await (await ask(`/v1/checkpoints/${two?.number}`)).json()) as DailyDetail;
    expect(detail.ends).toEqual([
      { machine: desk.machine.machine, epoch: 1, lines: 12, head: (await report(desk))?.head },
    ]);
    expect(hashTree(detail.ends.map((end) => leafText(end.machine, end.epoch, end))).root).toBe(two?.root);
    expect(await problems()).toEqual([]);
    expect((await report(desk))?.checkpoint).toEqual({ number: two?.number, day: two?.day, lines: 12 });

    // Another organisation has its own; who only asks questions does not get the names of machines.
    expect((await daily(0, 'other')).checkpoints).toHaveLength(2);
    expect((await ask(`/v1/checkpoints/${two?.number}`, 'reader')).status).toBe(403);
    expect((await ask('/v1/checkpoints/99')).status).toBe(404);
    expect(((await (await ask('/v1/checkpoints/1', 'auditor', 'other')).json()) as DailyDetail).ends).toEqual([]);
    expect(await looked(other)).toEqual([]);
  });

  it('are part of a proof, and show lines that were taken from the end of a stream together with its row', async () => {
    const machine = await place.join();
    await write(machine);
    await write(machine);
    await nextDay();
    expect(await (await ask('/v1/proof')).json()).toMatchObject({
      whole: true,
      checkpoints: { org: 'default', findings: [] },
    });
    // Somebody who can write to the database takes the last chunk away, and makes the row of the stream fit.
    const [gone] = await rows<{ stream: string }>(
      `delete from chunk where stream in (select id from stream where machine = $1) and seq = 2 returning stream`,
      [machine.machine.machine],
    );
    await rows(
      `update stream s set seq = 1, lines = c.lines, head = c.head, claimed = c.lines from chunk c where c.stream = s.id and s.id = $1`,
      [gone?.stream],
    );
    const found = await report(machine);
    expect(found).toMatchObject({ whole: false, lines: 6 });
    expect(found?.findings.map(({ kind }) => kind)).toEqual(['changed']);
    expect(found?.findings[0]?.message).toMatch(
      /^checkpoint \d+ of .* has 12 lines of this stream up to .*, and it has 6 lines$/,
    );
    expect(await (await ask('/v1/proof')).json()).toMatchObject({ whole: false });
    await rows('delete from checkpoint where stream = $1', [gone?.stream]);
    expect((await problems()).join()).toMatch(
      /ends of streams that are stored for checkpoint \d+ of .* are not those that were signed/,
    );
    expect(await (await ask('/v1/proof')).json()).toMatchObject({ whole: false });
  });

  it('show that a checkpoint, or the newest rows of the audit, were changed or removed', async () => {
    const own = await makeGatewayPlace();
    try {
      const { database } = own.gateway;
      const joined = await own.join();
      await write(joined);
      const change = (sql: string) => database.everywhere((query) => query(sql));
      const found = async (kept: readonly string[] = []) =>
        (await checkAllDaily(database, null, kept)).flatMap(({ findings }) => findings);
      await change(`select note_audit(1, 'ann', 'export', '{}')`);
      await change(`select note_audit(1, 'ann', 'proof', '{}')`);
      for (const n of [1, 2, 3]) await makeDailyCheckpoints(database, n);
      const kept = (
        await database.everywhere((query) => query<{ jws: string }>('select jws from daily_checkpoint'))
      ).map(({ jws }) => jws);
      expect(kept).toHaveLength(3);
      expect(await found(kept)).toEqual([]);

      await change(`delete from audit where what = 'proof'`);
      expect(await found()).toHaveLength(3);
      expect((await found())[0]).toMatch(/^the row of the audit that checkpoint 1 of .* names is gone/);
      await change(`delete from daily_checkpoint where number = 2`);
      expect((await found()).join()).toMatch(/checkpoint 3 of .* does not follow checkpoint 1/);
      await change('delete from daily_checkpoint where number = 3');
      const afterwards = await found(kept);
      expect(afterwards.filter((each) => each.includes('kept elsewhere'))).toHaveLength(2);
      // Who has the key can sign another one; what was kept elsewhere still shows it.
      const [stored] = await database.everywhere((query) =>
        query<{ value: string }>(`select value from setting where name = 'proof-key'`),
      );
      const key = JSON.parse(stored?.value ?? '{}') as { x: string };
      const said = readDailyCheckpoint(kept[0] ?? '', key.x);
      const forged = signedBy(key, { ...said, audit: null });
      await database.everywhere((query) => query('update daily_checkpoint set jws = $1', [forged]));
      expect(await found()).toEqual([]);
      expect((await found([kept[0] ?? '']))[0]).toMatch(
        /^checkpoint 1 of .*, which was kept elsewhere, is not the one/,
      );
      const stranger = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
      await database.everywhere((query) =>
        query('update daily_checkpoint set jws = $1', [signedBy(stranger, said ?? {})]),
      );
      expect((await found())[0]).toMatch(/is not signed by the key of this gateway/);
    } finally {
      await own.close();
    }
  });

  it('that were kept elsewhere are missed where the database has nothing of their organisation any more', async () => {
    const kept = (await daily()).checkpoints.map(({ jws }) => jws);
    const empty = await makeGatewayPlace();
    try {
      const found = async () =>
        (await checkAllDaily(empty.gateway.database, null, kept.slice(0, 1))).flatMap(({ findings }) => findings);
      expect(await found()).toEqual([expect.stringMatching(/kept elsewhere is not signed by the key of this gateway/)]);
      const [key] = await rows<{ value: string }>(`select value from setting where name = 'proof-key'`);
      await empty.gateway.database.everywhere((query) =>
        query(`insert into setting (name, value) values ('proof-key', $1)`, [key?.value]),
      );
      expect(await found()).toEqual([
        expect.stringMatching(/^checkpoint \d+ of .*, which was kept elsewhere, is not the one that is stored$/),
      ]);
    } finally {
      await empty.close();
    }
  });

  it('go on over lines that were removed because they were old', async () => {
    const machine = await place.join();
    await write(machine);
    await nextDay();
    const number = (await daily()).checkpoints.at(-1)?.number ?? 0;
    await rows(
      `update chunk set day = (now() at time zone 'utc')::date - 40, received_at = now() - interval '40 days'
        where stream in (select id from stream where machine = $1)`,
      [machine.machine.machine],
    );
    await write(machine);
    const { database } = place.gateway;
    await database.everywhere((query) =>
      changeKeepRule(query, { rule: { lines: 30, decisions: 30 }, who: 'ann', why: 'x' }),
    );
    await removeOldDays({ database, onProblem: () => undefined }, Date.now());
    await database.everywhere((query) =>
      changeKeepRule(query, { rule: { lines: null, decisions: null }, who: 'ann', why: 'x' }),
    );
    await nextDay();
    const found = await report(machine);
    expect(found).toMatchObject({ whole: true, lines: 6, removed: { lines: 6, signed: true } });
    expect(found?.checkpoint?.number).toBe(number + 1);
    expect((await problems()).filter((each) => each.includes(`checkpoint ${number} `))).toEqual([]);
    expect(await looked(machine)).toEqual([]);
  });

  it('are compared by each machine with what was confirmed to it', async () => {
    const machine = await place.join();
    expect(await looked(machine)).toEqual([]); // nothing was sent yet
    await write(machine);
    expect(await looked(machine)).toEqual([]);
    await nextDay();
    expect(await looked(machine)).toEqual([]);
    await write(machine);
    await write(machine);
    expect(await looked(machine)).toEqual([]);
    await nextDay();
    await write(machine);
    expect(await looked(machine)).toEqual([]);

    // The gateway signs a day without what it had confirmed before.
    const stream = (await report(machine))?.stream;
    const [before] = await rows<{ seq: string; lines: string; head: Buffer }>(
      'select seq, lines, head from stream where id = $1',
      [stream],
    );
    await write(machine);
    expect(await looked(machine)).toEqual([]);
    const [after] = await rows<{ seq: string; lines: string; head: Buffer }>(
      'select seq, lines, head from stream where id = $1',
      [stream],
    );
    const put = (row: typeof before) =>
      rows('update stream set seq = $2, lines = $3, head = $4 where id = $1', [
        stream,
        row?.seq,
        row?.lines,
        row?.head,
      ]);
    await put(before);
    await nextDay();
    await put(after);
    expect((await looked(machine)).join()).toMatch(
      /^checkpoint_refused: checkpoint \d+ has 24 lines of this machine, and the gateway had confirmed 30 before it was made$/,
    );
    expect(await looked(machine)).toEqual([]); // told once

    // It signs an end that the machine never had.
    await rows(`update stream set head = decode($2, 'hex') where id = $1`, [stream, 'ab'.repeat(16)]);
    await nextDay();
    await put(after);
    expect((await looked(machine)).join()).toMatch(/says that line 30 of this machine is abab.*, and it is /);
    // It forgets its newest checkpoint.
    await rows(
      'delete from daily_checkpoint where org = 1 and number = (select max(number) from daily_checkpoint where org = 1)',
    );
    expect((await looked(machine)).join()).toMatch(
      /^checkpoint_refused: the newest checkpoint is \d+, and was \d+ before$/,
    );
  });

  it.each(['full', 'metadata'] as const)(
    'that a machine does not accept are a finding (%s), and so is a policy',
    async (level) => {
      const machine = await place.join({ name: `doubter-${level}`, ship: level });
      const record = openRecord(machine.recordFolder, { shippedFrom: machine.stateFolder });
      const note = (text: string) =>
        record.append({ v: 1, kind: 'note', id: null, at: new Date().toISOString(), text });
      for (const text of [
        'checkpoint_refused: checkpoint 7 is kept back',
        'policy_refused: expired',
        'policy_refused: expired',
      ])
        note(text);
      record.close();
      await ship(machine);
      const whys =
        level === 'full' ? ['checkpoint 7 is kept back', 'expired'] : ['checkpoint_refused', 'policy_refused'];
      const { events } = (await (await ask('/v1/rollouts', 'reader')).json()) as Rollouts;
      const own = events.filter(({ who }) => who === `doubter-${level}`);
      const said = own.map(({ what, detail }) => `${what} ${(detail as { why: string }).why}`);
      expect(new Set(said)).toEqual(new Set([`checkpoint_refused ${whys[0]}`, `policy_refused ${whys[1]}`]));
      expect(said).toHaveLength(2);
      expect((await report(machine))?.findings.map(({ kind }) => kind)).toEqual(['checkpoint_refused']);
      expect(place.problems.join()).toContain(`checkpoint_refused by ${machine.machine.machine}: ${whys[0]}`);
    },
  );

  it('are made when a gateway starts, so that none is missing for a day on which one ran', async () => {
    const own = await makeGatewayPlace();
    try {
      await write(await own.join());
      const again = await startGateway({
        databaseUrl: own.postgres.url,
        host: '127.0.0.1',
        port: 0,
        tls: null,
        version: '0',
        onProblem: () => undefined,
      });
      const made = await again.database.everywhere((query) => query('select number, streams from daily_checkpoint'));
      expect(made).toEqual([{ number: 1, streams: 1 }]);
      await again.close();
    } finally {
      await own.close();
    }
  });
});
