import { digestOf, openRecord, type RecordEntry } from '@hookline/core/internal';
import { joinGateway, linesWaiting, readMachine, shipFor } from '@hookline/fleet';
import { makeEnrolToken, openDatabase, orgNumber, startEmbedded } from '@hookline/gateway';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { decisionEntries } from '../../packages/gateway/src/testing/place.ts';
import { openBadNetwork } from './bad-network.ts';
import { freePort } from './free-port.ts';
import { type BuiltPackages, bundlePrograms, KilledProcess, type KilledPrograms } from './programs.ts';

export interface FaultRunOptions {
  readonly machines: number;
  /** Lines of all machines together, at least. */
  readonly lines: number;
  /** Kills of gateways, shippers and PostgreSQL together, at least; only what had begun its work counts. */
  readonly kills: number;
  readonly seed: number;
  readonly dist: BuiltPackages;
  /** Gives up after so long. */
  readonly withinMs: number;
  readonly onProgress?: (text: string) => void;
}

export interface FaultRunResult {
  readonly lines: number;
  readonly kills: { gateway: number; shipper: number; postgres: number };
  readonly network: Readonly<Record<string, number>>;
  readonly locksTaken: number;
  readonly files: number;
  /** Streams whose stored bytes are not those of their record. */
  readonly wrong: readonly string[];
  readonly decisions: { readonly written: number; readonly stored: number; readonly ended: number };
  readonly findings: number;
  /** What shippers told people: nothing that happens in a run is worth it. */
  readonly alarms: readonly string[];
  readonly seconds: number;
}

/** Kills everything at random while records are written, rotated and shipped, and then compares byte for byte. */
export async function faultRun(options: FaultRunOptions): Promise<FaultRunResult> {
  const run = new FaultRun(options);
  try {
    return await run.carryOut();
  } finally {
    await run.close();
  }
}

interface FaultyMachine {
  readonly state: string;
  readonly kept: string;
  /** Writes the end of the last decision and the beginning of another: most chunks end inside one. */
  readonly write: () => void;
  /** Writes the end of the last decision. */
  readonly finish: () => void;
  written: number;
  shippers: (KilledProcess | null)[];
}

/** Small, so that files are rotated all the time. */
const MAX_BYTES = 20_000;
/** Lines of an outage fill more files than a machine keeps without a gateway. */
const OUTAGE_DECISIONS = 700;
const OUTAGE_EVERY_KILLS = 20;
const WRITTEN_AT_ONCE = 20;
const CONFIRMED_WITHIN_MS = 5_000;

class FaultRun {
  readonly #options: FaultRunOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hookline-fault-run-'));
  readonly #chance: () => number;
  readonly #kills = { gateway: 0, shipper: 0, postgres: 0 };
  readonly #machines: FaultyMachine[] = [];
  readonly #startedAt = Date.now();
  #postgres: Awaited<ReturnType<typeof startEmbedded>> | null = null;
  #programs: KilledPrograms | null = null;
  readonly #gateways: (KilledProcess | null)[] = [null, null];
  #postgresPort = 0;
  #gatewayPorts: readonly number[] = [];
  #locksTaken = 0;
  #network: Awaited<ReturnType<typeof openBadNetwork>> | null = null;

  constructor(options: FaultRunOptions) {
    this.#options = options;
    let state = options.seed >>> 0 || 1;
    this.#chance = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    chmodSync(this.#folder, 0o711);
  }

  async carryOut(): Promise<FaultRunResult> {
    const { machines, lines, kills, withinMs, onProgress } = this.#options;
    this.#programs = await bundlePrograms(this.#folder, this.#options.dist);
    this.#postgresPort = await freePort();
    this.#gatewayPorts = [await freePort(), await freePort()];
    await this.#startPostgres();
    await this.#startGateway(0, true);
    await this.#startGateway(1, true);
    this.#network = await openBadNetwork(
      () => this.#gatewayPorts[this.#chance() < 0.5 ? 0 : 1] ?? 0,
      this.#chance,
      0.2,
    );
    for (let n = 0; n < machines; n += 1) this.#machines.push(await this.#join(n));
    const killed = (): number => Object.values(this.#kills).reduce((sum, count) => sum + count, 0);
    const written = (): number => this.#machines.reduce((sum, each) => sum + each.written * 2, 0);
    let saidAt = Date.now();
    let outageAt = OUTAGE_EVERY_KILLS / 2;
    while ((written() < lines || killed() < kills) && Date.now() - this.#startedAt < withinMs) {
      const due = Math.min(1, Math.max(killed() / kills, (Date.now() - this.#startedAt) / withinMs, 0.02)) * lines;
      this.#keepShipping();
      if (killed() >= outageAt) {
        outageAt += OUTAGE_EVERY_KILLS;
        await this.#outage();
      }
      await this.#harm();
      await this.#writeFor(20 + this.#chance() * 150, () => written() < due);
      if (Date.now() - saidAt > 30_000) {
        saidAt = Date.now();
        onProgress?.(`${written()} lines, ${killed()} kills, ${Math.round((saidAt - this.#startedAt) / 1000)} s`);
      }
    }
    while (written() < lines) for (const machine of this.#machines) machine.write();
    for (const machine of this.#machines) machine.finish();
    return this.#settle(written());
  }

  async #settle(lines: number): Promise<FaultRunResult> {
    this.#network?.heal();
    for (const machine of this.#machines) for (const shipper of machine.shippers) await shipper?.kill();
    await this.#startPostgres();
    await this.#startGateway(0, true);
    await this.#startGateway(1, true);
    await sleep(2_000); // what is late on the network
    for (const { state } of this.#machines) {
      rmSync(join(state, 'fleet/send.lock'), { force: true });
      const machine = readMachine(state);
      if (machine === null) throw new Error('the machine is gone');
      const place = {
        stateFolder: state,
        recordFolder: join(state, 'record'),
        machine,
        version: '0',
        onAlarm: (text: string) => appendFileSync(join(state, 'alarms'), `${text}\n`),
      };
      await shipFor(place, 600_000);
      if ((await linesWaiting(state, join(state, 'record'), machine.machine)) > 0) throw new Error('lines still wait');
    }
    return this.#compare(lines);
  }

  async #compare(lines: number): Promise<FaultRunResult> {
    const database = await openDatabase({ url: this.#postgres?.url ?? '', onProblem: () => undefined });
    try {
      const wrong: string[] = [];
      let files = 0;
      for (const { state, kept } of this.#machines) {
        keepFiles(join(state, 'record'), kept);
        // Where the last line filled its file, there is no current one yet.
        const current = existsSync(join(state, 'record/hookline.jsonl')) ? ['hookline.jsonl'] : [];
        const names = [...readdirSync(kept).sort(), ...current];
        files += names.length;
        const own = Buffer.concat(
          names.map((name) => readFileSync(join(existsSync(join(kept, name)) ? kept : join(state, 'record'), name))),
        );
        const rows = await database.everywhere((query) =>
          query<{ epoch: number; body: Buffer }>(
            'select s.epoch, c.body from stream s join chunk c on c.stream = s.id where s.machine = $1 order by s.epoch, c.seq',
            [readMachine(state)?.machine],
          ),
        );
        const stored = Buffer.concat(rows.map(({ body }) => gunzipSync(body)));
        if (!stored.equals(own) || rows.some(({ epoch }) => epoch !== 1))
          wrong.push(
            `${state}: ${own.length} bytes written, ${stored.length} stored, ${Math.max(...rows.map(({ epoch }) => epoch))} epochs`,
          );
      }
      const [row] = await database.everywhere((query) =>
        query<{ decisions: string; ended: string; findings: string }>(
          'select count(*) as decisions, count(verdict) as ended, (select count(*) from finding) as findings from decision',
        ),
      );
      return {
        lines,
        kills: this.#kills,
        network: { ...this.#network?.counts },
        locksTaken: this.#locksTaken,
        files,
        wrong,
        decisions: { written: lines / 2, stored: Number(row?.decisions), ended: Number(row?.ended) },
        findings: Number(row?.findings),
        alarms: this.#machines.flatMap(({ state }) => linesOf(join(state, 'alarms'))),
        seconds: Math.round((Date.now() - this.#startedAt) / 1000),
      };
    } finally {
      await database.close();
    }
  }

  async close(): Promise<void> {
    for (const { shippers } of this.#machines) for (const shipper of shippers) await shipper?.kill();
    for (const gateway of this.#gateways) await gateway?.kill();
    this.#network?.close();
    await this.#postgres?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Writes while shippers send, so that two of them have chunks of different lengths. */
  async #writeFor(ms: number, isDue: () => boolean): Promise<void> {
    const until = Date.now() + ms;
    do {
      for (let n = 0; n < WRITTEN_AT_ONCE && isDue(); n += 1) for (const machine of this.#machines) machine.write();
      if (this.#chance() < 0.3) this.#takeLockAway();
      await sleep(5);
    } while (Date.now() < until);
  }

  /** Nobody can send, while more files are written than rotation leaves of what was shipped. */
  async #outage(): Promise<void> {
    for (const gateway of this.#gateways) await gateway?.kill();
    for (let n = 0; n < OUTAGE_DECISIONS; n += 1) for (const machine of this.#machines) machine.write();
    for (const n of this.#gateways.keys()) await this.#startGateway(n, true);
  }

  /** Two shippers at once: locks only save work. */
  #takeLockAway(): void {
    const machine = this.#machines[Math.floor(this.#chance() * this.#machines.length)];
    if (machine === undefined) return;
    rmSync(join(machine.state, 'fleet/send.lock'), { force: true });
    this.#locksTaken += 1;
  }

  /** One thing in each round: rarely PostgreSQL, else a gateway or a shipper. */
  async #harm(): Promise<void> {
    const dice = this.#chance();
    if (dice < 0.06) return this.#stopPostgres();
    if (dice < 0.4) {
      const n = this.#chance() < 0.5 ? 0 : 1;
      if (this.#gateways[n]?.isAlive === true && !this.#gateways[n].isAtWork) return;
      if (this.#gateways[n]?.isAtWork === true) this.#kills.gateway += 1;
      return this.#startGateway(n, false);
    }
    const machine = this.#machines[Math.floor(this.#chance() * this.#machines.length)];
    if (machine === undefined) return;
    const shipper = machine.shippers[Math.floor(this.#chance() * machine.shippers.length)];
    if (shipper?.isAtWork !== true || dice > 0.85) return;
    await shipper.kill();
    this.#kills.shipper += 1;
  }

  #keepShipping(): void {
    for (const machine of this.#machines)
      machine.shippers = machine.shippers.map((shipper) =>
        shipper?.isAlive === true ? shipper : new KilledProcess(this.#programs?.shipper ?? '', [machine.state]),
      );
  }

  async #join(n: number): Promise<FaultyMachine> {
    const state = join(this.#folder, `machine-${n}`);
    const kept = join(this.#folder, `kept-${n}`);
    mkdirSync(state, { mode: 0o700 });
    mkdirSync(kept);
    const database = await openDatabase({ url: this.#postgres?.url ?? '', onProblem: () => undefined });
    const org = await orgNumber(database, 'default');
    const token = await makeEnrolToken(database, { org, uses: 1, days: 1 });
    await database.close();
    const options = { stateFolder: state, token, name: `m${n}`, kind: 'laptop', version: '0', ship: 'full' } as const;
    // Enrolment goes to the gateway itself: a token for one machine can be used up by an answer that is lost.
    await joinGateway({ ...options, url: `http://127.0.0.1:${this.#gatewayPorts[0]}` });
    const file = join(state, 'fleet/machine.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(`http://127.0.0.1:${this.#gatewayPorts[0]}`, this.#network?.url ?? ''),
    );
    const record = openRecord(join(state, 'record'), { maxBytes: MAX_BYTES, shippedFrom: state });
    let lastEnd: readonly RecordEntry[] = [];
    const append = (...entries: readonly RecordEntry[]): void => {
      if (!record.append(...entries)) throw new Error('a line could not be written');
    };
    const machine: FaultyMachine = {
      state,
      kept,
      written: 0,
      shippers: [null, null],
      write: () => {
        const id = digestOf(`${state} ${machine.written}`, null).slice(0, 26);
        const decision = machine.written % 33 === 0 ? 'block' : 'none';
        const command = `echo ${machine.written}`;
        const [start, end] = decisionEntries({ id, decision, command, project: `/work/${n}` });
        append(...lastEnd, start);
        lastEnd = [end];
        machine.written += 1;
        if (machine.written % 50 === 0) keepFiles(join(state, 'record'), kept);
      },
      finish: () => {
        append(...lastEnd);
        lastEnd = [];
      },
    };
    return machine;
  }

  async #startPostgres(): Promise<void> {
    if (this.#postgres !== null) await this.#postgres.stop();
    this.#postgres = await startEmbedded(join(this.#folder, 'db'), process.env, () => undefined, this.#postgresPort);
  }

  /**
   * As `pg_ctl stop -m immediate` does: nothing is written out, and the next start recovers. It happens at the moment at
   * which a gateway has just confirmed a chunk: what was confirmed must be there afterwards.
   */
  async #stopPostgres(): Promise<void> {
    const pid = Number(readFileSync(join(this.#folder, 'db/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    await Promise.race([
      new Promise<void>((resolve) => {
        this.#network?.atNextConfirmed(() => {
          process.kill(pid, 'SIGQUIT');
          this.#kills.postgres += 1;
          resolve();
        });
        for (const machine of this.#machines) machine.write();
      }),
      sleep(CONFIRMED_WITHIN_MS),
    ]);
    this.#network?.atNextConfirmed(() => undefined);
    await sleep(this.#chance() * 500);
    await this.#startPostgres();
  }

  async #startGateway(n: number, wait: boolean): Promise<void> {
    await this.#gateways[n]?.kill();
    const words = [this.#postgres?.url ?? '', String(this.#gatewayPorts[n])];
    const gateway = new KilledProcess(this.#programs?.gateway ?? '', words);
    this.#gateways[n] = gateway;
    if (wait) await Promise.race([gateway.begun(), sleep(60_000)]);
  }
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];

/** Keeps the bytes of full files, also when rotation removes them because they were shipped. */
function keepFiles(folder: string, kept: string): void {
  for (const name of readdirSync(folder))
    if (/^hookline-.*\.jsonl$/.test(name) && !existsSync(join(kept, name)))
      linkSync(join(folder, name), join(kept, name));
}
