import { serve, type ServerType } from '@hono/node-server';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createMachineVerifier } from '../access/machines.ts';
import { orgNumber } from '../access/tokens.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { createPartitions } from '../ingest/partitions.ts';
import { createWords } from '../ingest/words.ts';
import { keyOf } from '../policy/keys.ts';
import { checkOnlineKey } from '../policy/repository.ts';
import { type Conductor, startConductor } from '../rollout/conductor.ts';
import { createApp } from './app.ts';
import { createCounters } from './counters.ts';
import { createLimits, type LimitOptions } from './limits.ts';
import type { GatewayPorts } from './ports.ts';

export interface GatewayOptions {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Certificate and key in PEM; null: without TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly version: string;
  /** The repository of the policy that machines get; absent: none. */
  readonly policyFolder?: string | undefined;
  /** The organisation whose machines get it. */
  readonly policyOrg?: string | undefined;
  /** The key that signs time stamps, in PEM; absent: the gateway moves no roll-out and revokes nothing by itself. */
  readonly onlineKey?: string | undefined;
  /** A key of an approver of exceptions, in PEM; absent: approvers sign with their own. */
  readonly approverKey?: string | undefined;
  /** How often the gates of a roll-out are looked at. */
  readonly lookEveryMs?: number;
  readonly intervalSeconds?: number;
  readonly connections?: number;
  readonly limits?: LimitOptions;
  readonly onProblem: (text: string) => void;
}

/** A gateway that listens. */
export interface Gateway {
  readonly url: string;
  readonly database: Database;
  readonly close: () => Promise<void>;
}

const PARTITIONS_EVERY_MS = 3_600_000;

/** Opens the database and listens. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { databaseUrl, connections, onProblem } = options;
  const database = await openDatabase({
    url: databaseUrl,
    onProblem,
    ...(connections === undefined ? {} : { connections }),
  });
  const partitions = createPartitions(database);
  await partitions.ahead();
  const policyOrg = await orgOfPolicy(database, options);
  const ports: GatewayPorts = {
    database,
    partitions,
    words: createWords(database),
    verify: createMachineVerifier(database),
    limits: createLimits(options.limits),
    counters: createCounters(),
    version: options.version,
    policyFolder: options.policyFolder ?? null,
    policyOrg,
    approverKey: options.approverKey ?? null,
    conductor: conductorOf(database, options, policyOrg),
    intervalSeconds: options.intervalSeconds ?? 60,
    onProblem,
  };
  const server = await listen(options, createApp(ports).fetch);
  const ahead = setInterval(() => {
    partitions.ahead().catch((error: unknown) => onProblem(`no partitions were made: ${String(error)}`));
  }, PARTITIONS_EVERY_MS).unref();
  return {
    url: urlOf(options, server),
    database,
    close: async () => {
      clearInterval(ahead);
      await closed(server);
      await ports.conductor?.close();
      await database.close();
    },
  };
}

const orgOfPolicy = (database: Database, { policyFolder, policyOrg }: GatewayOptions): Promise<number | null> =>
  policyFolder === undefined ? Promise.resolve(null) : orgNumber(database, policyOrg ?? 'default');

function conductorOf(database: Database, options: GatewayOptions, org: number | null): Conductor | null {
  const { policyFolder: folder, onlineKey, onProblem, lookEveryMs } = options;
  if (folder === undefined || org === null) return null;
  const online = onlineKey === undefined ? null : keyOf(onlineKey);
  if (online !== null) checkOnlineKey(folder, online);
  return startConductor({ database, folder, online, org, onProblem }, lookEveryMs);
}

type Fetch = ReturnType<typeof createApp>['fetch'];

function listen({ host, port, tls }: GatewayOptions, fetch: Fetch): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const secure = tls === null ? {} : { createServer: createTlsServer, serverOptions: { ...tls } };
    const server = serve({ fetch, hostname: host, port, ...secure }, () => resolve(server));
    server.on('error', reject);
  });
}

function urlOf({ host, tls }: GatewayOptions, server: ServerType): string {
  const { port } = server.address() as AddressInfo;
  return `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const closed = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
