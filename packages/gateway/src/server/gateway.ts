import { errorCode } from '@hookline/core/internal';
import { serve, type ServerType } from '@hono/node-server';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageFiles } from '@hookline/studio';
import { createJobVerifier } from '../access/ci-tokens.ts';
import type { GatewayConfig } from '../access/config.ts';
import { createLogin } from '../access/login.ts';
import { createMachineVerifier } from '../access/machines.ts';
import { rememberOrigin } from '../access/origin.ts';
import { orgNumber } from '../access/tokens.ts';
import { createDecisions, type Decisions } from '../central/decide.ts';
import { startDailyCheckpoints } from '../checkpoints/daily.ts';
import { createAskCheckpoint } from '../checkpoints/of-stream.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { createPartitions } from '../ingest/partitions.ts';
import { createWords } from '../ingest/words.ts';
import { startBodyMover } from '../offload/move-bodies.ts';
import { keyOf } from '../policy/keys.ts';
import { checkOnlineKey, stampFile } from '../policy/repository.ts';
import { createPolicyWait, type WaitOptions } from '../policy/wait.ts';
import type { ReplayProgram } from '../replay/start-worker.ts';
import { startRetention } from '../retention/retention.ts';
import { type Conductor, startConductor } from '../rollout/conductor.ts';
import { createOtlpTap } from '../tap/otlp.ts';
import { createApp } from './app.ts';
import { createClockNotes } from './clock-notes.ts';
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
  /** Where browsers reach it, when that is not where it listens: behind a proxy. */
  readonly publicUrl?: string | undefined;
  /** Who gets in without a token of an operator, and where copies go; absent: none of it. */
  readonly config?: GatewayConfig | undefined;
  /** The files of the page; absent: no page is served. */
  readonly files?: PageFiles | undefined;
  /** The repository of the policy that machines get; absent: none. */
  readonly policyFolder?: string | undefined;
  /** The organisation whose machines get it. */
  readonly policyOrg?: string | undefined;
  /** The key that signs time stamps, in PEM; absent: the gateway moves no roll-out and revokes nothing by itself. */
  readonly onlineKey?: string | undefined;
  /** A key of an approver of exceptions, in PEM; absent: approvers sign with their own. */
  readonly approverKey?: string | undefined;
  /** Calls `runReplayWorker`: in it the hooks of a policy are run over what happened. */
  readonly replayProgram?: ReplayProgram;
  /** How often the gates of a roll-out are looked at. */
  readonly lookEveryMs?: number;
  readonly intervalSeconds?: number;
  readonly connections?: number;
  readonly limits?: LimitOptions;
  /** How many machines may wait for a newer policy. */
  readonly wait?: WaitOptions;
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
    objects: options.config?.objects,
    ...(connections === undefined ? {} : { connections }),
  });
  const address = { origin: '' };
  const ports = portsOf(options, { database, address, policyOrg: await orgOfPolicy(database, options) });
  await ports.partitions.ahead();
  const daily = await startDailyCheckpoints({ database, onProblem });
  const server = await listen(options, createApp(ports).fetch);
  const url = urlOf(options, server);
  address.origin = new URL(options.publicUrl ?? url).origin;
  await rememberOrigin(database, address.origin);
  const ahead = setInterval(() => {
    ports.partitions.ahead().catch((error: unknown) => onProblem(`no partitions were made: ${String(error)}`));
  }, PARTITIONS_EVERY_MS).unref();
  const retention = startRetention({ database, onProblem });
  const mover = startBodyMover({ database, onProblem });
  return {
    url,
    database,
    close: async () => {
      clearInterval(ahead);
      ports.policyWait?.close();
      await closed(server);
      await retention.close();
      await daily.close();
      await mover.close();
      await ports.conductor?.close();
      await ports.tap?.close();
      await ports.decisions?.close();
      await database.close();
      rmSync(ports.emptyFolder, { recursive: true, force: true });
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

function decisionsOf(database: Database, options: GatewayOptions, org: number | null): Decisions | null {
  const { policyFolder: folder, config: { central = {} } = {}, onProblem } = options;
  if (folder === undefined || org === null) return null;
  const { variables = [], atOnce = 2 * availableParallelism() } = central;
  const given = variables.flatMap((name) => {
    const value = process.env[name];
    if (value === undefined) onProblem(`central.variables: ${name} is not set, so that hooks do not get it`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return createDecisions({ database, folder, org, variables: Object.fromEntries(given), atOnce, onProblem });
}

type OpenedPorts = Pick<GatewayPorts, 'database' | 'address' | 'policyOrg'>;

function portsOf(options: GatewayOptions, opened: OpenedPorts): GatewayPorts {
  const { version, config = {}, onProblem } = options;
  const { database, policyOrg } = opened;
  const counters = createCounters();
  return {
    ...opened,
    counters,
    version,
    onProblem,
    partitions: createPartitions(database, onProblem),
    words: createWords(database),
    verify: createMachineVerifier(database),
    verifyJob: createJobVerifier(config.ci ?? []),
    askCheckpoint: createAskCheckpoint(database),
    login: config.people === undefined ? null : createLogin(config.people),
    tap: config.otlp === undefined ? null : createOtlpTap(config.otlp, { version, count: counters.add, onProblem }),
    files: options.files ?? null,
    emptyFolder: mkdtempSync(join(tmpdir(), 'hookline-nothing-')),
    limits: createLimits(options.limits),
    noteClock: createClockNotes(database, onProblem),
    decideLimits: createLimits(options.limits),
    decisions: decisionsOf(database, options, policyOrg),
    policyFolder: options.policyFolder ?? null,
    policyWait:
      options.policyFolder === undefined ? null : createPolicyWait(stampFile(options.policyFolder), options.wait),
    approverKey: options.approverKey ?? null,
    replayProgram: options.replayProgram ?? null,
    conductor: conductorOf(database, options, policyOrg),
    intervalSeconds: options.intervalSeconds ?? 60,
  };
}

type Fetch = ReturnType<typeof createApp>['fetch'];

function listen({ host, port, tls }: GatewayOptions, fetch: Fetch): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const secure = tls === null ? {} : { createServer: createTlsServer, serverOptions: { ...tls } };
    const server = serve({ fetch, hostname: host, port, ...secure }, () => resolve(server));
    server.on('error', (error: Error) => reject(inWords(error, `${host}:${port}`)));
  });
}

function inWords(error: Error, address: string): Error {
  if (errorCode(error) !== 'EADDRINUSE') return error;
  return new Error(`${address} is in use, perhaps by another gateway; take another port with --port N (0: a free one)`);
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
