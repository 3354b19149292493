import {
  type Gateway,
  type GatewayConfig,
  makeEnrolToken,
  makePageCode,
  orgNumber,
  originOf,
  parseConfig,
  startEmbedded,
  startGateway,
} from '@hookline/gateway';
import { readPageFiles } from '@hookline/studio';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { accountName } from '../../call/account-name.ts';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import type { OptionRow } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { oneLine } from '../../print/text.ts';
import { argumentsFor, shippedFile, version } from '../../process/this-program.ts';
import * as O from './options.ts';
import { databaseUrl, gatewayFolder, sayProblem, started } from './with-database.ts';

/** The word with which a gateway starts this program to run hooks again. */
export const REPLAY_WORKER = 'replay-worker';

const DEFAULT_PORT = 7443;
const ENROL_USES = 10_000;

/** Listens until a signal comes. */
export async function serveGateway(given: Arguments): Promise<number> {
  const named = databaseUrl(given);
  if (named === null && !isGiven(given, O.EMBEDDED))
    throw wrongCall('gateway needs --embedded, or --database URL for a PostgreSQL of your own');
  const address = addressOf(given);
  const config = configOf(given);
  const publicUrl = publicUrlOf(given);
  const ended = untilSignal();
  const own = named === null ? await started(() => startEmbedded(gatewayFolder(given), process.env, sayProblem)) : null;
  try {
    const gateway = await started(() =>
      startGateway({
        databaseUrl: named ?? own?.url ?? '',
        ...address,
        version,
        config,
        publicUrl,
        files: readPageFiles(dirname(shippedFile('studio/index.html'))),
        policyFolder: valueOf(given, O.POLICY_DIR),
        policyOrg: valueOf(given, O.ORG),
        onlineKey: keyText(given, O.ONLINE_KEY),
        approverKey: keyText(given, O.APPROVER_KEY),
        replayProgram: [process.execPath, ...argumentsFor('gateway', REPLAY_WORKER)],
        onProblem: sayProblem,
      }),
    );
    await announce(gateway, given);
    await ended;
    await gateway.close();
  } finally {
    await own?.stop();
  }
  return 0;
}

function keyText(given: Arguments, option: OptionRow): string | undefined {
  const file = valueOf(given, option);
  if (file === undefined) return undefined;
  if (valueOf(given, O.POLICY_DIR) === undefined) throw wrongCall(`--${option.name} belongs to --policy-dir DIR`);
  return fileOf(file);
}

/** Says where it listens, and the token with which machines can join for a day. */
async function announce({ url, database }: Gateway, given: Arguments): Promise<void> {
  const org = await orgNumber(database, valueOf(given, O.ORG) ?? 'default');
  const enrolToken = await makeEnrolToken(database, { org, uses: ENROL_USES, days: 1 });
  if (isGiven(given, 'json')) return void writeJson({ url, enrolToken, pid: process.pid });
  const code = await makePageCode(database, { org, name: accountName(), role: 'admin' });
  const origin = oneLine((await originOf(database)) ?? url);
  writeOut(`the page, once and within ten minutes: ${origin}/#${code}\n`);
  writeOut(
    `listening at ${oneLine(url)}\nmachines join for a day with: hookline join ${origin} --token ${enrolToken}\n`,
  );
}

const untilSignal = (): Promise<unknown> =>
  Promise.race(
    (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).map((signal) => new Promise((resolve) => process.once(signal, resolve))),
  );

interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

/** What is not encrypted stays on this machine, unless the caller says who encrypts it. */
function addressOf(given: Arguments): ListenAddress {
  const [cert, key] = [valueOf(given, O.TLS_CERT), valueOf(given, O.TLS_KEY)];
  if ((cert === undefined) !== (key === undefined)) throw wrongCall('--tls-cert and --tls-key belong together');
  const tls = cert === undefined || key === undefined ? null : { cert: fileOf(cert), key: fileOf(key) };
  const host = valueOf(given, O.HOST) ?? '127.0.0.1';
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (!isHere && tls === null && !isGiven(given, O.BEHIND_PROXY))
    throw wrongCall(
      `--host ${host} without TLS: give --tls-cert and --tls-key, or --behind-proxy when a proxy has TLS`,
    );
  return { host, port: portOf(given), tls };
}

function configOf(given: Arguments): GatewayConfig | undefined {
  const path = valueOf(given, O.CONFIG);
  if (path === undefined) return undefined;
  try {
    return parseConfig(fileOf(path));
  } catch (error) {
    throw wrongCall(`--config: ${path}: ${(error as Error).message}`);
  }
}

/** Cookies of people go there: encrypted, or not off this machine. */
function publicUrlOf(given: Arguments): string | undefined {
  const text = valueOf(given, O.PUBLIC_URL);
  if (text === undefined || (URL.canParse(text) && new URL(text).protocol === 'https:')) return text;
  throw wrongCall(`--public-url: expected an address that begins with https://, found "${text}"`);
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw wrongCall(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function portOf(given: Arguments): number {
  const word = valueOf(given, O.PORT);
  const port = word === undefined ? DEFAULT_PORT : Number(word);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw wrongCall(`--port: expected a number up to 65535, found "${word ?? ''}"`);
}
