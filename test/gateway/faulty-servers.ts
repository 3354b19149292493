import { startEmbedded } from '@hookline/gateway';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { KilledProcess } from './programs.ts';

const STARTS_WITHIN_MS = 60_000;

/** The PostgreSQL and the two gateways of a fault run. */
export class FaultyServers {
  readonly gateways: (KilledProcess | null)[] = [null, null];
  readonly #folder: string;
  readonly #program: string;
  readonly #postgresPort: number;
  readonly #gatewayPorts: readonly number[];
  #postgres: Awaited<ReturnType<typeof startEmbedded>> | null = null;

  private constructor(
    folder: string,
    program: string,
    [postgresPort, ...gatewayPorts]: readonly [number, ...number[]],
  ) {
    this.#folder = folder;
    this.#program = program;
    this.#postgresPort = postgresPort;
    this.#gatewayPorts = gatewayPorts;
  }

  /** Starts all of them; `program` is that of a gateway. */
  static async start(folder: string, program: string): Promise<FaultyServers> {
    const servers = new FaultyServers(folder, program, [await freePort(), await freePort(), await freePort()]);
    await servers.startPostgres();
    servers.#letNothingSyncByItself();
    await servers.startAll();
    return servers;
  }

  get databaseUrl(): string {
    return this.#postgres?.url ?? '';
  }

  readonly gatewayPort = (n: number): number => this.#gatewayPorts[n] ?? 0;

  async startAll(): Promise<void> {
    await this.startPostgres();
    for (const n of this.gateways.keys()) await this.startGateway(n, true);
  }

  async startPostgres(): Promise<void> {
    if (this.#postgres !== null) await this.#postgres.stop();
    const folder = join(this.#folder, 'db');
    this.#postgres = await startEmbedded(folder, process.env, () => undefined, this.#postgresPort);
  }

  /** What was confirmed before it was synced is lost in a crash then, however busy the machine is. */
  #letNothingSyncByItself(): void {
    appendFileSync(join(this.#folder, 'db/postgres/postgresql.conf'), "\nwal_writer_delay = '10s'\n");
  }

  /** As `pg_ctl stop -m immediate` does: nothing is written out, and the next start recovers. */
  crashPostgres(): void {
    const pid = Number(readFileSync(join(this.#folder, 'db/postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
  }

  /** Starts a gateway, and kills it before where it is there. */
  async startGateway(n: number, wait: boolean): Promise<void> {
    await this.gateways[n]?.kill();
    const gateway = new KilledProcess(this.#program, [this.databaseUrl, String(this.gatewayPort(n))]);
    this.gateways[n] = gateway;
    if (wait) await Promise.race([gateway.begun(), sleep(STARTS_WITHIN_MS)]);
  }

  async killGateways(): Promise<void> {
    for (const gateway of this.gateways) await gateway?.kill();
  }

  async close(): Promise<void> {
    await this.killGateways();
    await this.#postgres?.stop();
  }
}
