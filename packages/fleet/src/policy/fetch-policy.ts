import {
  createSigner,
  DIALECTS,
  errorText,
  fetchedState,
  type ManagedPolicy,
  makePrivateFolder,
  noteInRecord,
  policyFolderIn,
  readPolicy,
  type PolicyState,
  type PolicyStatement,
  writePrivateFile,
} from '@hookline/core/internal';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Updater } from 'tuf-js';
import { joinedBefore } from '../identity/join.ts';
import { inForceText } from '../protocol/in-force.ts';
import { alone } from './alone.ts';
import { countNewerRoots, download, type DownloadOptions, RepositoryFetcher } from './download.ts';
import { metadataIn, policyInForce, STAMP_FILE as STAMP } from './in-force.ts';
import { layOut, putInForce } from './install.ts';
import { effectOf } from './rollout.ts';
import { levelChange } from './ship-level.ts';

/** Where a machine gets its policy, and under which name it is enrolled. */
export interface PolicySource {
  readonly stateFolder: string;
  /** The address of the repository: `metadata/` and `targets/` are below it. */
  readonly url: string;
  readonly machine: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** So long the gateway may wait for something new before it answers; other servers answer at once. */
  readonly waitSeconds?: number | undefined;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** What a look at the repository came to; whatever it is, the last good policy stays in force until a better one is. */
export type FetchedPolicy =
  | { readonly how: 'same' }
  | { readonly how: 'updated'; readonly version: number }
  | { readonly how: 'unreachable' | 'refused'; readonly why: string };

const TIMEOUT_MS = 20_000;

const ETAG = 'etag';

/** Pins the keys of a repository; from now on only what they have signed is taken. */
export function pinRoot(stateFolder: string, rootJson: string): void {
  const folder = metadataIn(policyFolderIn(stateFolder));
  makePrivateFolder(folder);
  writePrivateFile(join(folder, 'root.json'), rootJson, folder);
}

/** Looks whether there is a newer policy, verifies it and brings it into force. Never throws. */
export async function fetchPolicy(source: PolicySource): Promise<FetchedPolicy> {
  const root = policyFolderIn(source.stateFolder);
  const metadata = metadataIn(root);
  if (!existsSync(join(metadata, 'root.json')))
    return { how: 'refused', why: 'no root of a policy is pinned here: run hookline policy pin ROOT.json' };
  const wasChanged = fetchedState(root) !== 'unknown' && policyInForce(source.stateFolder).version === 0;
  const news = await newsAt(source, metadata);
  if (news.how !== 'news') return news;
  try {
    return await alone(source.stateFolder, async (hasWaited) => {
      const still = hasWaited ? await newsAt(atOnce(source), metadata) : news;
      if (still.how !== 'news') return still;
      const version = await update(source, root);
      if (wasChanged) await noteInRecord(putBack(version), { env: source.env, home: source.home });
      if (still.etag !== null) writePrivateFile(join(metadata, ETAG), still.etag, metadata);
      if (joinedBefore(source.stateFolder) !== null) await newsAt(atOnce(source), metadata); // tells what is in force now
      return { how: 'updated', version };
    });
  } catch (error) {
    return refused(source, errorText(error));
  }
}

const atOnce = (source: PolicySource): PolicySource => ({ ...source, waitSeconds: 0 });

const putBack = (version: number): string =>
  `policy_put_back: the policy was removed or changed on this machine; version ${version} is in force again`;

/** A refusal is a finding of the record, which the fleet sees. */
async function refused(source: PolicySource, why: string): Promise<FetchedPolicy> {
  const text = `policy_refused: ${source.url}: ${why}; the policy before stays in force`;
  const told = await noteInRecord(text, { env: source.env, home: source.home }).then(
    () => '',
    (error: unknown) => `; ${errorText(error)}`,
  );
  return { how: 'refused', why: `${why}${told}` };
}

type PolicyNews =
  | Exclude<FetchedPolicy, { readonly how: 'updated' }>
  | { readonly how: 'news'; readonly etag: string | null };

/** One conditional request: nothing else is asked as long as nothing has changed and the time stamp is fresh. */
async function newsAt(source: PolicySource, metadata: string): Promise<PolicyNews> {
  const { url } = source;
  const known = isWhole(source, metadata) ? readFileSync(join(metadata, ETAG), 'utf8') : '';
  try {
    const waitSeconds = known === '' ? 0 : (source.waitSeconds ?? 0);
    const asked = await askedAs(source, waitSeconds);
    const headers = { ...asked.headers, ...(known === '' ? {} : { 'if-none-match': known }) };
    const timeoutMs = TIMEOUT_MS + waitSeconds * 1000;
    const answer = await download(asked.address, { ...usualOf(source), headers, timeoutMs, signal: source.signal });
    answer.resume();
    const status = answer.statusCode ?? 0;
    if (status === 304) return { how: 'same' };
    if (status !== 200) return { how: 'unreachable', why: `${url} answered with status ${status}` };
    return { how: 'news', etag: answer.headers.etag ?? null };
  } catch (error) {
    return { how: 'unreachable', why: `${url}: ${errorText(error)}` };
  }
}

/** A gateway that this machine has joined is told by it which version is in force here; another server is not. */
async function askedAs(
  { stateFolder, url }: PolicySource,
  waitSeconds: number,
): Promise<{ readonly address: URL; readonly headers: Readonly<Record<string, string>> }> {
  const address = new URL(`metadata/${STAMP}`, withSlash(url));
  const machine = joinedBefore(stateFolder);
  if (machine === null || new URL(machine.url).origin !== address.origin) return { address, headers: {} };
  address.searchParams.set('policy', inForceText(policyInForce(stateFolder)));
  if (waitSeconds > 0) address.searchParams.set('wait', String(waitSeconds));
  const sign = createSigner(machine);
  const path = address.pathname + address.search;
  return { address, headers: { authorization: sign({ method: 'GET', path, body: new Uint8Array() }) } };
}

/** With the certificates that were given when the gateway was joined. */
const usualOf = ({ stateFolder }: PolicySource): DownloadOptions => ({
  ca: joinedBefore(stateFolder)?.ca ?? null,
  timeoutMs: TIMEOUT_MS,
});

/** Whether nothing is to be fetched as long as the repository is as it was: what somebody has changed or removed here is. */
const isWhole = ({ stateFolder }: PolicySource, metadata: string): boolean =>
  existsSync(join(metadata, ETAG)) &&
  isFresh(metadata) &&
  fetchedState(policyFolderIn(stateFolder)) === 'as fetched' &&
  policyInForce(stateFolder).version > 0;

function isFresh(metadata: string): boolean {
  try {
    return Date.parse(signedIn(metadata).expires) > Date.now();
  } catch {
    return false;
  }
}

interface SignedStamp {
  readonly expires: string;
  readonly hookline?: PolicyStatement;
}

const signedIn = (metadata: string): SignedStamp =>
  (JSON.parse(readFileSync(join(metadata, STAMP), 'utf8')) as { readonly signed: SignedStamp }).signed;

const rootVersion = (metadata: string): number =>
  (JSON.parse(readFileSync(join(metadata, 'root.json'), 'utf8')) as { readonly signed: { readonly version: number } })
    .signed.version;

/** Everything is verified by the TUF client: rolled back, expired, mixed or changed metadata throws. */
async function update(source: PolicySource, root: string): Promise<number> {
  const { url, machine } = source;
  const metadata = metadataIn(root);
  const base = withSlash(url);
  const usual = usualOf(source);
  const newerRoots = await countNewerRoots(new URL('metadata/', base), rootVersion(metadata), usual);
  const targetDir = mkdtempSync(join(tmpdir(), 'hookline-policy-'));
  try {
    const updater = new Updater({
      metadataDir: metadata,
      metadataBaseUrl: `${base}metadata`,
      targetDir,
      targetBaseUrl: `${base}targets`,
      fetcher: new RepositoryFetcher(usual),
      config: { maxRootRotations: newerRoots },
    });
    await updater.refresh();
    const bytesOf = async (path: string): Promise<Buffer> => {
      const info = await updater.getTargetInfo(path);
      if (info === undefined) throw new Error(`the signed list of files has no ${path}`);
      return readFileSync(await updater.downloadTarget(info, join(targetDir, path.replaceAll('/', '_'))));
    };
    const text = (await bytesOf('policy.json')).toString('utf8');
    const { folder, policy } = await layOut(root, text, (digest) => bytesOf(`blobs/sha256-${digest}`));
    refuseOlder(root, policy);
    const change = levelChange(policyBefore(root), policy);
    // Told first: a policy of which a person could not know what it sends does not come into force.
    if (change !== null) await noteInRecord(change, { env: source.env, home: source.home });
    putInForce(root, { v: 1, machine, folder, ...effectOf(policy, statementIn(metadata), machine) });
    return policy.version;
  } finally {
    rmSync(targetDir, { recursive: true, force: true });
  }
}

/** One that is damaged says nothing. */
function policyBefore(root: string): ManagedPolicy | null {
  try {
    return readPolicy(root, DIALECTS)?.policy ?? null;
  } catch {
    return null; // every decision says so
  }
}

/** The signed list is newer; the number that people see must be too. What somebody has written here instead has no say. */
function refuseOlder(root: string, { version }: ManagedPolicy): void {
  const file = join(root, 'current.json');
  if (!existsSync(file) || fetchedState(root) === 'changed') return;
  const { folder } = JSON.parse(readFileSync(file, 'utf8')) as PolicyState;
  if (Number.parseInt(folder, 10) > version)
    throw new Error(`version ${version} is older than the one in force, ${Number.parseInt(folder, 10)}`);
}

/** What the online key says; it is part of the time stamp, which is verified. */
function statementIn(metadata: string): PolicyStatement | null {
  const said: unknown = signedIn(metadata).hookline;
  if (typeof said !== 'object' || said === null) return null;
  const { version, stage, shadow } = said as Partial<Record<keyof PolicyStatement, unknown>>;
  const names = Array.isArray(shadow) ? shadow.filter((name): name is string => typeof name === 'string') : [];
  return typeof version === 'number' ? { version, stage: typeof stage === 'number' ? stage : 0, shadow: names } : null;
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);
