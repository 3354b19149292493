import { digestOf, openRecord } from '@hookline/core/internal';
import { joinGateway, type Machine, shipFor } from '@hookline/fleet';
import { makeEnrolToken, openDatabase, orgNumber, startEmbedded, startGateway, verifyStreams } from '@hookline/gateway';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { decisionEntries, recordBytes } from '../../packages/gateway/src/testing/place.ts';
import { needs } from '../support/programs.ts';
import { freePort } from './free-port.ts';

/** Small files, so that those that were sent are removed soon. */
const MAX_BYTES = 6_000;

/** With the owners of its files: PostgreSQL may run under another account. */
const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);

interface Sender {
  readonly name: string;
  readonly stateFolder: string;
  readonly recordFolder: string;
  readonly machine: Machine;
  readonly alarms: string[];
}

it(
  'machines send again what a gateway lost because an older copy of its database was put back',
  { ...needs('postgres'), timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-restore-'));
    chmodSync(folder, 0o711);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [db, copy] = [join(folder, 'db'), join(folder, 'copy')];
    const port = await freePort();
    const start = () => startEmbedded(db, process.env, () => undefined, port);
    let postgres = await start();
    onTestFinished(() => postgres.stop(), 120_000);
    const gateway = await startGateway({
      databaseUrl: postgres.url,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      onProblem: () => undefined,
    });
    onTestFinished(() => gateway.close(), 120_000);

    const joined = async (name: string): Promise<Sender> => {
      const stateFolder = join(folder, name);
      mkdirSync(stateFolder, { mode: 0o700 });
      const org = await orgNumber(gateway.database, 'default');
      const token = await makeEnrolToken(gateway.database, { org, uses: 1, days: 1 });
      const options = {
        stateFolder,
        url: gateway.url,
        token,
        name,
        kind: 'laptop',
        version: '0',
        ship: 'full',
      } as const;
      const machine = await joinGateway(options);
      return { name, stateFolder, recordFolder: join(stateFolder, 'record'), machine, alarms: [] };
    };
    let written = 0;
    const write = ({ name, stateFolder, recordFolder }: Sender, count: number, project: string): void => {
      const record = openRecord(recordFolder, {
        maxBytes: MAX_BYTES,
        shippedFrom: stateFolder,
        retention: { keepFiles: name === 'gone' ? 1 : 100 },
      });
      for (let n = 0; n < count; n += 1)
        record.append(...decisionEntries({ id: digestOf(`${name} ${written++}`, null).slice(0, 26), project }));
      record.close();
    };
    const ship = ({ alarms, ...place }: Sender) =>
      shipFor({ ...place, version: '0', onAlarm: (text) => void alarms.push(text) }, 30_000);

    const [kept, late, gone] = [await joined('kept'), await joined('late'), await joined('gone')];
    for (const sender of [kept, gone]) {
      write(sender, 40, '/work/before');
      await ship(sender);
    }
    await postgres.stop();
    copyFolder(db, copy);
    postgres = await start();

    // All of this is lost: new lines, a stream that was opened since, and a word that was new.
    for (const sender of [kept, late, gone]) {
      write(sender, 60, `/work/lost-${sender.name}`);
      expect(await ship(sender)).toMatchObject({ waiting: 0 });
    }
    // The last line that the copy has is no longer on this machine.
    write(gone, 60, '/work/lost-gone');
    await ship(gone);
    await postgres.stop();
    rmSync(db, { recursive: true });
    copyFolder(copy, db);
    postgres = await start();

    // In another order than before, so that numbers of words are not those that the gateway remembers.
    for (const sender of [gone, late, kept]) expect(await ship(sender)).toMatchObject({ waiting: 0 });
    expect(kept.alarms).toEqual([expect.stringMatching(/80 lines and had confirmed 200: an older copy .* sent again/)]);
    expect(late.alarms).toEqual([expect.stringMatching(/the gateway has lost stream/)]);
    expect(gone.alarms).toEqual([expect.stringMatching(/older copy .* lines between are lost there; a new epoch/)]);

    const database = await openDatabase({ url: postgres.url, onProblem: () => undefined });
    onTestFinished(() => database.close());
    const stored = async ({ machine }: Sender): Promise<readonly Buffer[]> => {
      const rows = await database.everywhere((query) =>
        query<{ epoch: number; body: Buffer }>(
          'select s.epoch, c.body from chunk c join stream s on s.id = c.stream where s.machine = $1 order by s.epoch, c.seq',
          [machine.machine],
        ),
      );
      return [...new Set(rows.map(({ epoch }) => epoch))].map((wanted) =>
        Buffer.concat(rows.filter(({ epoch }) => epoch === wanted).map(({ body }) => gunzipSync(body))),
      );
    };
    expect(await stored(kept)).toEqual([recordBytes(kept.recordFolder)]);
    expect(await stored(late)).toEqual([recordBytes(late.recordFolder)]);
    const [before, since] = await stored(gone);
    expect(before?.toString().trimEnd().split('\n')).toHaveLength(80);
    // Everything that the machine still has, once.
    expect(since).toEqual(recordBytes(gone.recordFolder));

    const projects = await database.everywhere((query) =>
      query<{ machine: string; project: string; n: number }>(
        `select set_config('hookline.org', '0', true) is null as x, machine, project, count(*)::int as n from v_decision
          where machine <> 'gone' group by machine, project order by 2, 3`,
      ),
    );
    expect(projects.map(({ machine, project, n }) => [machine, project, n])).toEqual([
      ['kept', '/work/before', 40],
      ['kept', '/work/lost-kept', 60],
      ['late', '/work/lost-late', 60],
    ]);
    const found: unknown[] = [];
    for await (const { findings } of verifyStreams(database.everywhere, {})) found.push(...findings);
    expect(found).toEqual([expect.objectContaining({ kind: 'fork' })]);
  },
);
