import { linesWaiting, readMachine, shipFor } from '@hookline/fleet';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBadNetwork } from './bad-network.ts';
import { compareStored } from './compare-stored.ts';
import { alarmsOf, type FaultyMachine, joinFaultyMachine, jumpClock } from './faulty-machine.ts';
import { FaultyServers } from './faulty-servers.ts';
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
  /** So long what still waits may be sent at the end, when nothing is killed any more. */
  readonly settledWithinMs?: number;
  readonly onProgress?: (text: string) => void;
}

export interface FaultRunResult {
  readonly lines: number;
  readonly kills: { gateway: number; shipper: number; postgres: number };
  readonly network: Readonly<Record<string, number>>;
  readonly locksTaken: number;
  /** How often the clock of a machine jumped by up to two days. */
  readonly clockJumps: number;
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

/** Lines of an outage fill more files than a machine keeps without a gateway. */
const OUTAGE_DECISIONS = 700;
const OUTAGE_EVERY_KILLS = 20;
const WRITTEN_AT_ONCE = 20;
const CONFIRMED_WITHIN_MS = 5_000;
const OVERTAKEN_WITHIN_MS = 120_000;

class FaultRun {
  readonly #options: FaultRunOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hookline-fault-run-'));
  readonly #chance: () => number;
  readonly #kills = { gateway: 0, shipper: 0, postgres: 0 };
  readonly #machines: FaultyMachine[] = [];
  readonly #startedAt = Date.now();
  #programs: KilledPrograms | null = null;
  #servers: FaultyServers | null = null;
  #locksTaken = 0;
  #clockJumps = 0;
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
    const servers = await FaultyServers.start(this.#folder, this.#programs.gateway);
    this.#servers = servers;
    const target = (): number => servers.gatewayPort(this.#chance() < 0.5 ? 0 : 1);
    // The machine's next chunk is longer than the one that was held back.
    const onHeld = (): void => this.#machines.forEach(({ write }) => write());
    const network = await openBadNetwork({ target, chance: this.#chance, share: 0.2, onHeld });
    this.#network = network;
    for (let n = 0; n < machines; n += 1)
      this.#machines.push(
        await joinFaultyMachine({
          folder: this.#folder,
          n,
          databaseUrl: servers.databaseUrl,
          enrolAt: `http://127.0.0.1:${servers.gatewayPort(0)}`,
          network: network.url,
        }),
      );
    const killed = (): number => Object.values(this.#kills).reduce((sum, count) => sum + count, 0);
    const written = (): number => this.#machines.reduce((sum, each) => sum + each.written * 2, 0);
    await this.#overtake();
    let saidAt = Date.now();
    let outageAt = OUTAGE_EVERY_KILLS / 2;
    const isDone = (): boolean => written() >= lines && killed() >= kills && this.#kills.postgres > 0;
    while (!isDone() && Date.now() - this.#startedAt < withinMs) {
      const due = Math.min(1, Math.max(killed() / kills, (Date.now() - this.#startedAt) / withinMs, 0.02)) * lines;
      this.#keepShipping();
      if (killed() >= outageAt) {
        outageAt += OUTAGE_EVERY_KILLS;
        await this.#overtake();
        await this.#outage();
      }
      await this.#harm(killed() >= kills / 2 && this.#kills.postgres === 0);
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
    await this.#servers?.startAll();
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
      await shipFor(place, this.#options.settledWithinMs ?? 600_000);
      if ((await linesWaiting(state, join(state, 'record'), machine.machine)) > 0) throw new Error('lines still wait');
    }
    return this.#compare(lines);
  }

  async #compare(lines: number): Promise<FaultRunResult> {
    const { files, wrong, stored, ended, findings } = await compareStored(
      this.#servers?.databaseUrl ?? '',
      this.#machines,
    );
    return {
      lines,
      kills: this.#kills,
      network: { ...this.#network?.counts },
      locksTaken: this.#locksTaken,
      clockJumps: this.#clockJumps,
      files,
      wrong,
      decisions: { written: lines / 2, stored, ended },
      findings,
      alarms: this.#machines.flatMap(alarmsOf),
      seconds: Math.round((Date.now() - this.#startedAt) / 1000),
    };
  }

  async close(): Promise<void> {
    for (const { shippers } of this.#machines) for (const shipper of shippers) await shipper?.kill();
    this.#network?.close();
    await this.#servers?.close();
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

  /**
   * A chunk that was given up arrives after all, before a longer one that follows the same line. Chance brings that about too
   * rarely to rely on it.
   */
  async #overtake(): Promise<void> {
    let isOver = false;
    const overtaken = this.#network?.untilOvertaken().then(() => (isOver = true));
    const until = Date.now() + OVERTAKEN_WITHIN_MS;
    while (!isOver) {
      if (Date.now() > until) throw new Error('no chunk was overtaken');
      this.#keepShipping();
      for (const machine of this.#machines) machine.write();
      await Promise.race([overtaken, sleep(100)]);
    }
  }

  /** Nothing is sent, while more files are written than rotation leaves of what was shipped. */
  async #outage(): Promise<void> {
    await this.#servers?.killGateways();
    for (let n = 0; n < OUTAGE_DECISIONS; n += 1) for (const machine of this.#machines) machine.write();
    for (const n of [0, 1]) await this.#servers?.startGateway(n, true);
  }

  /** Two shippers at once: locks only save work. */
  #takeLockAway(): void {
    const machine = this.#machines[Math.floor(this.#chance() * this.#machines.length)];
    if (machine === undefined) return;
    rmSync(join(machine.state, 'fleet/send.lock'), { force: true });
    this.#locksTaken += 1;
  }

  /** One thing in each round: rarely PostgreSQL, unless it must be, else a gateway or a shipper. */
  async #harm(mustBePostgres: boolean): Promise<void> {
    const dice = this.#chance();
    if (mustBePostgres || dice < 0.06) return this.#stopPostgres();
    if (dice < 0.4) {
      const n = this.#chance() < 0.5 ? 0 : 1;
      const gateway = this.#servers?.gateways[n];
      if (gateway?.isAlive === true && !gateway.isAtWork) return;
      if (gateway?.isAtWork === true) this.#kills.gateway += 1;
      return this.#servers?.startGateway(n, false);
    }
    const machine = this.#machines[Math.floor(this.#chance() * this.#machines.length)];
    if (machine === undefined) return;
    if (dice > 0.85) {
      jumpClock(machine, this.#chance);
      this.#clockJumps += 1;
      return;
    }
    const shipper = machine.shippers[Math.floor(this.#chance() * machine.shippers.length)];
    if (shipper?.isAtWork !== true) return;
    await shipper.kill();
    this.#kills.shipper += 1;
  }

  #keepShipping(): void {
    for (const machine of this.#machines)
      machine.shippers = machine.shippers.map((shipper) =>
        shipper?.isAlive === true ? shipper : new KilledProcess(this.#programs?.shipper ?? '', [machine.state]),
      );
  }

  /** Crashes PostgreSQL at the moment at which a gateway has just confirmed a chunk: what was confirmed must be there afterwards. */
  async #stopPostgres(): Promise<void> {
    await Promise.race([
      new Promise<void>((resolve) => {
        this.#network?.atNextConfirmed(() => {
          this.#servers?.crashPostgres();
          this.#kills.postgres += 1;
          resolve();
        });
        for (const machine of this.#machines) machine.write();
      }),
      sleep(CONFIRMED_WITHIN_MS),
    ]);
    this.#network?.atNextConfirmed(() => undefined);
    await sleep(this.#chance() * 500);
    await this.#servers?.startPostgres();
  }
}
