import { createSigner } from '@hookline/core/internal';
import { createClient, type GatewayClient, linesWaiting, lineDigest, NO_HEAD, shipFor } from '@hookline/fleet';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import {
  type GatewayPlace,
  type JoinedMachine,
  makeGatewayPlace,
  recordBytes,
  writeDecisions,
} from '../testing/place.ts';

describe('the record path', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  beforeAll(async () => {
    place = await makeGatewayPlace();
  }, 300_000);
  afterAll(() => place.close(), 300_000);

  const ship = (joined: JoinedMachine, alarms: string[] = []) =>
    shipFor({ ...joined, version: '1', onAlarm: (text) => alarms.push(text) }, 20_000);

  /** What is stored of a machine, epoch after epoch. */
  async function stored({ machine }: JoinedMachine): Promise<readonly Buffer[]> {
    const rows = await place.gateway.database.everywhere((query) =>
      query<{ epoch: number; body: Buffer }>(
        'select s.epoch, c.body from chunk c join stream s on s.id = c.stream where s.machine = $1 order by s.epoch, c.seq',
        [machine.machine],
      ),
    );
    const epochs = [...new Set(rows.map(({ epoch }) => epoch))];
    return epochs.map((wanted) =>
      Buffer.concat(rows.filter(({ epoch }) => epoch === wanted).map(({ body }) => gunzipSync(body))),
    );
  }

  const one = async <T extends Record<string, unknown>>(sql: string, values: readonly unknown[] = []) => {
    const rows = await place.gateway.database.everywhere((query) => query<T>(sql, values));
    return rows[0];
  };

  const client = (joined: JoinedMachine): Promise<GatewayClient> => createClient(joined.machine);
  const post = async (joined: JoinedMachine, path: string, body: Buffer, encoding = 'gzip') =>
    (await client(joined)).send({ method: 'POST', path, body, headers: { 'content-encoding': encoding } });
  const opened = async (joined: JoinedMachine) =>
    (await post(joined, '/v1/streams', Buffer.from('{}'), 'identity')).body as { stream: string; epoch: number };

  it('stores every line of every file byte for byte, and rows for its decisions', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 40, { maxBytes: 8_000 });
    writeDecisions(machine.recordFolder, 3, { decision: 'block', maxBytes: 8_000 });
    const report = await ship(machine);
    expect(report).toMatchObject({ shipped: 86, waiting: 0 });
    expect(await stored(machine)).toEqual([recordBytes(machine.recordFolder)]);
    const counts = await one(
      `select count(*)::int as n, count(*) filter (where verdict = 3)::int as blocks from decision d join stream s on s.id = d.stream where s.machine = $1`,
      [machine.machine.machine],
    );
    expect(counts).toEqual({ n: 43, blocks: 3 });
    expect(await ship(machine)).toMatchObject({ shipped: 0, waiting: 0, head: report.head });
  });

  it('says how many lines wait', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 5);
    expect(await linesWaiting(machine.stateFolder, machine.recordFolder, machine.machine.machine)).toBe(10);
  });

  it('sends a line that a stalled writer adds to a file that was put aside', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 20, { maxBytes: 4_000 });
    await ship(machine);
    const rotated = join(machine.recordFolder, firstRotated(machine.recordFolder));
    const late = readFileSync(rotated, 'utf8').split('\n')[0]?.replace('"pid":1', '"pid":2') ?? '';
    appendFileSync(rotated, `${late}\n`);
    expect(await ship(machine)).toMatchObject({ shipped: 1, waiting: 0 });
    const [text] = await stored(machine);
    expect(text?.toString().trimEnd().split('\n').at(-1)).toBe(late);
  });

  it('goes on without a cursor, and sends nothing twice', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 20, { maxBytes: 4_000 });
    await ship(machine);
    rmSync(join(machine.stateFolder, 'fleet/cursor.json'));
    writeDecisions(machine.recordFolder, 2, { maxBytes: 4_000 });
    expect(await ship(machine)).toMatchObject({ shipped: 4, waiting: 0 });
    expect(await stored(machine)).toEqual([recordBytes(machine.recordFolder)]);
  });

  it('goes on after what another process of the machine has sent meanwhile, and skips nothing', async () => {
    const machine = await place.join();
    const cursor = join(machine.stateFolder, 'fleet/cursor.json');
    writeDecisions(machine.recordFolder, 2);
    await ship(machine);
    const before = readFileSync(cursor);
    writeDecisions(machine.recordFolder, 2);
    await ship(machine);
    writeFileSync(cursor, before); // this process was slower
    writeDecisions(machine.recordFolder, 2);
    const alarms: string[] = [];
    expect(await ship(machine, alarms)).toMatchObject({ waiting: 0 });
    expect(await stored(machine)).toEqual([recordBytes(machine.recordFolder)]);
    expect(alarms).toEqual([]);
  });

  it('goes on where the file with the last line that another process has sent is rotated away', async () => {
    const machine = await place.join();
    const cursor = join(machine.stateFolder, 'fleet/cursor.json');
    const write = (count: number) => writeDecisions(machine.recordFolder, count, { maxBytes: 2_000 });
    write(2);
    await ship(machine);
    const before = readFileSync(cursor);
    write(2);
    await ship(machine);
    const [sent = Buffer.of()] = await stored(machine);
    write(40);
    expect(recordBytes(machine.recordFolder).includes(lastLine(sent))).toBe(false);
    writeFileSync(cursor, before); // this process was slower, and wrote down what it was about to send
    const alarms: string[] = [];
    expect(await ship(machine, alarms)).toMatchObject({ shipped: 80, waiting: 0 });
    const all = await stored(machine);
    expect(all).toHaveLength(1);
    expect(all[0]?.toString().trimEnd().split('\n')).toHaveLength(88);
    expect(all[0]?.subarray(0, sent.length)).toEqual(sent);
    expect(all[0]?.subarray(-recordBytes(machine.recordFolder).length)).toEqual(recordBytes(machine.recordFolder));
    expect(alarms).toEqual([]);
  });

  it('begins a new epoch for a record that was copied, and says so', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 3);
    await ship(machine);
    const clone = {
      ...machine,
      stateFolder: join(place.folder, 'clone'),
      recordFolder: join(place.folder, 'clone/record'),
    };
    cpSync(machine.stateFolder, clone.stateFolder, { recursive: true });
    writeDecisions(machine.recordFolder, 1);
    writeDecisions(clone.recordFolder, 2);
    const alarms: string[] = [];
    expect(await ship(machine)).toMatchObject({ shipped: 2, waiting: 0 });
    expect(await ship(clone, alarms)).toMatchObject({ shipped: 4, waiting: 0 });
    expect(alarms).toEqual([expect.stringMatching(/a new epoch/)]);
    const [first, second] = await stored(machine);
    expect(first).toEqual(recordBytes(machine.recordFolder));
    expect(second?.toString().trimEnd().split('\n')).toHaveLength(4);
    expect(await one(`select kind from finding where kind = 'fork'`)).toEqual({ kind: 'fork' });
  });

  it('begins a new epoch when the record is gone', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 3);
    await ship(machine);
    rmSync(machine.recordFolder, { recursive: true });
    rmSync(join(machine.stateFolder, 'fleet/cursor.json'));
    mkdirSync(machine.recordFolder);
    writeDecisions(machine.recordFolder, 1);
    expect(await ship(machine)).toMatchObject({ shipped: 2, waiting: 0 });
    expect((await stored(machine)).map((bytes) => bytes.toString().trimEnd().split('\n').length)).toEqual([6, 2]);
  });

  it('stores an altered line with a finding, and goes on', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 2);
    const file = join(machine.recordFolder, 'hookline.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('/work/app', '/work/apq'));
    const alarms: string[] = [];
    expect(await ship(machine, alarms)).toMatchObject({ shipped: 4, waiting: 0 });
    expect(alarms).toEqual([expect.stringMatching(/line 1 edited/)]);
    expect(await stored(machine)).toEqual([readFileSync(file)]);
    const kept = await one<{ kind: string; line: Buffer }>(
      `select kind, line from finding f join stream s on s.id = f.stream where kind = 'edited' and s.machine = $1`,
      [machine.machine.machine],
    );
    expect(kept?.line.toString()).toBe(readFileSync(file, 'utf8').split('\n')[0]);
  });

  it('sends at lower levels no payload and no output, and the chain marks all the same', async () => {
    for (const level of ['decisions', 'metadata'] as const) {
      const machine = await place.join({ ship: level });
      writeDecisions(machine.recordFolder, 2, { command: 'echo private-words', fault: 'timeout' });
      appendFileSync(join(machine.recordFolder, 'hookline.jsonl'), 'private-words, torn\n');
      const report = await ship(machine);
      const [text = Buffer.alloc(0)] = await stored(machine);
      expect(report).toMatchObject({ shipped: 5, waiting: 0 });
      expect(text.toString()).not.toMatch(/private-words|it broke/);
      const sent = text
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => lineDigest(Buffer.from(line)));
      const own = recordBytes(machine.recordFolder).toString().trimEnd().split('\n');
      expect(sent).toEqual(own.map((line) => lineDigest(Buffer.from(line))));
      expect(text.includes('/work/app')).toBe(level === 'decisions');
    }
  });

  it('takes a chunk only after the line that it follows', async () => {
    const machine = await place.join();
    const { stream } = await opened(machine);
    const body = gzipSync('a\nb\n');
    const path = (after: string, at: number) => `/v1/streams/${stream}/append?after=${after}&at=${at}`;
    const first = await post(machine, path(NO_HEAD, 0), body);
    const head = lineDigest(Buffer.from('b'));
    expect([first.status, first.body]).toEqual([200, { head, lines: 2, intervalSeconds: 60 }]);
    expect(await post(machine, path(NO_HEAD, 0), body)).toMatchObject({ status: 409, body: { head, lines: 2 } });
    expect(await post(machine, path(head, 3), body)).toMatchObject({ status: 409, body: { head, lines: 2 } });
    expect(await post(machine, path(head, 2), body)).toMatchObject({ status: 200, body: { head, lines: 4 } });
  });

  it('refuses what is no chunk, with what was expected', async () => {
    const machine = await place.join();
    const { stream } = await opened(machine);
    const path = `/v1/streams/${stream}/append?after=${NO_HEAD}&at=0`;
    const said = async (body: Buffer, encoding = 'gzip', to = path) => {
      const { status, body: answer } = await post(machine, to, body, encoding);
      return `${status} ${(answer as { error: string }).error}`;
    };
    expect(await said(Buffer.from('x'))).toMatch(/^400 the body is no gzip/);
    expect(await said(gzipSync('no break'))).toMatch(/^400 expected whole lines/);
    expect(await said(gzipSync(''))).toMatch(/^400 expected at least one line/);
    expect(await said(gzipSync(Buffer.alloc(40_000_000, 'a')))).toMatch(/^400 the body is no gzip, or holds more/);
    expect(await said(gzipSync(`${'a'.repeat(2_000_000)}\n`))).toMatch(/^400 expected lines of at most/);
    expect(await said(gzipSync('\n'.repeat(6_000)))).toMatch(/^400 expected at most 5000 lines/);
    expect(await said(gzipSync('a\n'), 'br')).toMatch(/^400 expected the content-encoding gzip/);
    expect(await said(gzipSync('a\n'), 'gzip', `/v1/streams/${stream}/append?after=x&at=0`)).toMatch(
      /^400 expected after/,
    );
    expect(await said(Buffer.alloc(5_000_000), 'identity')).toMatch(/^413 /);
  });

  it('stores lines that its questions cannot hold', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 1, { project: 'a\0b \ud800', at: '+275760-09-12T00:00:00.000Z' });
    writeDecisions(machine.recordFolder, 1);
    expect(await ship(machine)).toMatchObject({ shipped: 4, waiting: 0 });
    expect(await stored(machine)).toEqual([recordBytes(machine.recordFolder)]);
  });

  it('takes nothing that is not signed by the machine, for this request and this body', async () => {
    const machine = await place.join();
    const other = await place.join({ org: 'other' });
    const { stream } = await opened(machine);
    const path = `/v1/streams/${stream}/append?after=${NO_HEAD}&at=0`;
    const url = `${place.gateway.url}${path}`;
    const body = gzipSync('a\n');
    const authorization = createSigner(machine.machine)({ method: 'POST', path, body });
    const send = (headers: Record<string, string>, bytes = body, to = url) =>
      fetch(to, { method: 'POST', body: bytes, headers: { 'content-encoding': 'gzip', ...headers } }).then(
        ({ status }) => status,
      );
    expect(await send({})).toBe(401);
    expect(await send({ authorization: 'Bearer a.b.c' })).toBe(401);
    expect(await send({ authorization }, gzipSync('b\n'))).toBe(401);
    expect(await send({ authorization }, body, `${url}&x=1`)).toBe(401);
    const wrong = createSigner({ ...machine.machine, machine: other.machine.machine })({ method: 'POST', path, body });
    expect(await send({ authorization: wrong })).toBe(401);
    expect(await send({ authorization })).toBe(200);
  });

  it('shows a machine nothing of another one', async () => {
    const machine = await place.join();
    const { stream } = await opened(machine);
    for (const org of ['default', 'another']) {
      const other = await place.join({ org });
      const asOther = await client(other);
      expect((await post(other, `/v1/streams/${stream}/append?after=${NO_HEAD}&at=0`, gzipSync('a\n'))).status).toBe(
        404,
      );
      expect((await asOther.send({ method: 'GET', path: `/v1/streams/${stream}/head` })).status).toBe(404);
      expect((await asOther.send({ method: 'GET', path: `/v1/streams/${stream}/tail` })).status).toBe(404);
      const fork = { stream, known: { head: NO_HEAD, lines: 0 }, why: 'x' };
      expect((await post(other, '/v1/streams', Buffer.from(JSON.stringify({ fork })), 'identity')).status).toBe(404);
    }
  });

  it('takes no more of a machine that was revoked', async () => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 1);
    await ship(machine);
    await place.gateway.database.everywhere((query) =>
      query('update machine set revoked_at = now() where id = $1', [machine.machine.machine]),
    );
    writeDecisions(machine.recordFolder, 1);
    await expect(ship(machine)).rejects.toThrow(/refused/);
    expect(await linesWaiting(machine.stateFolder, machine.recordFolder, machine.machine.machine)).toBe(2);
  });

  it('takes a machine in once for a token that is for one', async () => {
    const { makeEnrolToken, orgNumber } = await import('../access/tokens.ts');
    const org = await orgNumber(place.gateway.database, 'default');
    const token = await makeEnrolToken(place.gateway.database, { org, uses: 1, days: 1 });
    const body = JSON.stringify({ token, publicKey: 'A'.repeat(43), name: 'm', kind: 'ci', version: '1' });
    const enrol = () => fetch(`${place.gateway.url}/v1/enrol`, { method: 'POST', body });
    expect((await enrol()).status).toBe(200);
    const second = await enrol();
    expect([second.status, await second.json()]).toEqual([
      403,
      { error: expect.stringMatching(/was used/), hint: expect.any(String) },
    ]);
  });
});

const lastLine = (bytes: Buffer): string => bytes.toString().trimEnd().split('\n').at(-1) ?? '';

const firstRotated = (folder: string): string =>
  readdirSync(folder)
    .sort()
    .find((name) => /^hookline-.*\.jsonl$/.test(name)) ?? '';
