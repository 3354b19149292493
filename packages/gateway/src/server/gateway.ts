import { serve, type ServerType } from '@hono/node-server';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createMachineVerifier } from '../access/machines.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { createPartitions } from '../ingest/partitions.ts';
import { createWords } from '../ingest/words.ts';
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
  const ports: GatewayPorts = {
    database,
    partitions,
    words: createWords(database),
    verify: createMachineVerifier(database),
    limits: createLimits(options.limits),
    counters: createCounters(),
    version: options.version,
    policyFolder: options.policyFolder ?? null,
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
      await database.close();
    },
  };
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
