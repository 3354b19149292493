import {
  DIALECTS,
  errorText,
  type ManagedPolicy,
  parsePolicy,
  type PolicyStatement,
  sha256,
} from '@hookline/core/internal';
import { Metadata, MetadataKind, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PolicyKey } from './keys.ts';
import { underLock } from './repository-lock.ts';

/** Who may sign what in a new repository. */
export interface RepositoryKeys {
  readonly root: readonly PolicyKey[];
  readonly rootThreshold: number;
  readonly targets: readonly PolicyKey[];
  readonly targetsThreshold: number;
  /** The key that is online: it signs the time stamp and the list of versions. */
  readonly online: PolicyKey;
}

const DAY_MS = 86_400_000;
const ROOT_DAYS = 365;
const STAMP_DAYS = 1;
/** The version of TUF that is written. */
const SPEC = { specVersion: '1.0.31' } as const;

const inDays = (days: number): string => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19)}Z`;

const metadataFile = (folder: string, name: string): string => join(folder, 'metadata', name);
export const stampFile = (folder: string): string => metadataFile(folder, 'timestamp.json');
/** The signed list that people have still to sign. */
const DRAFT = 'draft.json';

/** Makes a repository without a policy: the root says who may sign what. Throws when there is one already. */
export function initRepository(folder: string, keys: RepositoryKeys): void {
  if (existsSync(metadataFile(folder, 'root.json'))) throw new Error(`${folder} is a repository already`);
  const role = (own: readonly PolicyKey[], threshold: number) => {
    if (threshold < 1 || threshold > own.length)
      throw new Error(`${threshold} of ${own.length} keys cannot sign: give at least as many keys as must sign`);
    return { keyids: own.map(({ key }) => key.keyID), threshold };
  };
  const all = [...keys.root, ...keys.targets, keys.online];
  const root = new Metadata(
    Root.fromJSON({
      _type: MetadataKind.Root,
      version: 1,
      spec_version: SPEC.specVersion,
      expires: inDays(ROOT_DAYS),
      consistent_snapshot: true,
      keys: Object.fromEntries(all.map(({ key }) => [key.keyID, key.toJSON()])),
      roles: {
        root: role(keys.root, keys.rootThreshold),
        targets: role(keys.targets, keys.targetsThreshold),
        snapshot: role([keys.online], 1),
        timestamp: role([keys.online], 1),
      },
    }),
  );
  for (const each of keys.root) root.sign(each.sign);
  const text = JSON.stringify(root.toJSON());
  put(metadataFile(folder, '1.root.json'), text);
  put(metadataFile(folder, 'root.json'), text);
}

/** Lays a policy down beside the one in force, to be signed: its files are taken from a folder. Throws for one that machines would refuse. */
export function draftPolicy(folder: string, text: string, filesFrom: string): number {
  const policy = parsePolicy(JSON.parse(text), DIALECTS);
  const targets: Record<string, TargetFile> = {};
  const add = (path: string, bytes: Buffer): void => {
    const digest = sha256(bytes);
    targets[path] = new TargetFile({ path, length: bytes.length, hashes: { sha256: digest } });
    put(join(folder, 'targets', dirname(path), `${digest}.${basename(path)}`), bytes);
  };
  for (const { files, name } of policy.hooks)
    for (const { path, sha256: digest } of files) add(`blobs/sha256-${digest}`, blobFor(filesFrom, name, path, digest));
  add('policy.json', Buffer.from(text));
  const version = (current(folder, 'targets')?.signed.version ?? 0) + 1;
  const draft = new Metadata(new Targets({ ...SPEC, version, expires: policy.expires, targets }));
  put(join(folder, DRAFT), JSON.stringify(draft.toJSON()));
  return policy.version;
}

function blobFor(folder: string, hook: string, path: string, digest: string): Buffer {
  const file = [join(folder, hook, path), join(folder, path)].find((each) => existsSync(each));
  if (file === undefined) throw new Error(`hook "${hook}": there is no file ${join(folder, path)}`);
  const bytes = readFileSync(file);
  if (sha256(bytes) !== digest)
    throw new Error(
      `${file} is not what the policy says: its SHA-256 is ${sha256(bytes)}; write that, or leave sha256 out`,
    );
  return bytes;
}

/** Adds a signature to the draft; returns how many of those that count it has, and how many it needs. */
export function signDraft(folder: string, { key, sign }: PolicyKey): { readonly has: number; readonly needs: number } {
  const root = rootOf(folder);
  const role = root.signed.roles['targets'];
  if (role?.keyIDs.includes(key.keyID) !== true) throw new Error('this key may not sign policies of this repository');
  const draft = draftOf(folder);
  draft.sign(sign, true);
  put(join(folder, DRAFT), JSON.stringify(draft.toJSON()));
  return { has: role.keyIDs.filter((id) => id in draft.signatures).length, needs: role.threshold };
}

/** Brings the draft into force, if enough people have signed it; throws when not. */
export const publishDraft = (folder: string, online: PolicyKey): number =>
  underLock(folder, () => publishNow(folder, online));

function publishNow(folder: string, online: PolicyKey): number {
  const draft = draftOf(folder);
  try {
    rootOf(folder).verifyDelegate('targets', draft);
  } catch (error) {
    throw new Error(`the policy is not signed by enough people: ${errorText(error)}`, { cause: error });
  }
  const { version } = draft.signed;
  put(metadataFile(folder, `${version}.targets.json`), JSON.stringify(draft.toJSON()));
  const snapshot = new Metadata(
    new Snapshot({
      ...SPEC,
      version: (current(folder, 'snapshot')?.signed.version ?? 0) + 1,
      expires: draft.signed.expires,
      meta: { 'targets.json': new MetaFile({ version }) },
    }),
  );
  snapshot.sign(online.sign);
  put(metadataFile(folder, `${snapshot.signed.version}.snapshot.json`), JSON.stringify(snapshot.toJSON()));
  stamp(folder, online, snapshot.signed.version, null);
  rmSync(join(folder, DRAFT));
  return version;
}

/** Signs the time stamp anew, with what the online key has to say; null: nothing. Needed once a day. */
export function restamp(folder: string, online: PolicyKey, statement: PolicyStatement | null): void {
  underLock(folder, () => {
    const snapshot = current(folder, 'snapshot');
    if (snapshot === null) throw new Error(`${folder} has no policy yet: draft, sign and publish one`);
    stamp(folder, online, snapshot.signed.version, statement);
  });
}

/** The time stamp in force: its number, and until when it is fresh; null: there is no policy yet. */
export function stampOf(folder: string): { readonly number: number; readonly expires: string } | null {
  const signed = current(folder, 'timestamp')?.signed;
  return signed === undefined ? null : { number: signed.version, expires: signed.expires };
}

/** Throws for a key whose time stamps machines would refuse. */
export function checkOnlineKey(folder: string, { key }: PolicyKey): void {
  if (rootOf(folder).signed.roles['timestamp']?.keyIDs.includes(key.keyID) !== true)
    throw new Error(`this key may not sign time stamps of ${folder}`);
}

/** What the online key says now. */
export function statementOf(folder: string): PolicyStatement | null {
  const said = current(folder, 'timestamp')?.signed.unrecognizedFields['hookline'];
  return said === undefined ? null : (said as unknown as PolicyStatement);
}

/** The policy that is published; null: there is none yet. */
export function publishedPolicy(folder: string): ManagedPolicy | null {
  const digest = current(folder, 'targets')?.signed.targets['policy.json']?.hashes['sha256'];
  return digest === undefined ? null : parsePolicy(jsonIn(join(folder, 'targets', `${digest}.policy.json`)), DIALECTS);
}

/** What is published, as it was signed. */
export interface PublishedFiles {
  /** The text of the policy. */
  readonly text: string;
  /** The bytes of a file of a hook by their SHA-256; whoever uses them compares it. */
  readonly blobOf: (digest: string) => Buffer;
}

/** The draft with its files, whoever has signed it; null: there is none. */
export function draftFiles(folder: string): PublishedFiles | null {
  return existsSync(join(folder, DRAFT)) ? filesOf(folder, draftOf(folder)) : null;
}

/** The published policy with its files; null: there is none yet. Throws where not enough people have signed it. */
export function publishedFiles(folder: string): PublishedFiles | null {
  const targets = current(folder, 'targets');
  if (targets === null) return null;
  rootOf(folder).verifyDelegate('targets', targets);
  return filesOf(folder, targets);
}

function filesOf(folder: string, targets: Metadata<Targets>): PublishedFiles | null {
  const digest = targets.signed.targets['policy.json']?.hashes['sha256'];
  if (digest === undefined) return null;
  const text = readFileSync(join(folder, 'targets', `${digest}.policy.json`), 'utf8');
  if (sha256(text) !== digest) throw new Error(`the policy in ${folder} is not what was signed`);
  return { text, blobOf: (blob) => readFileSync(join(folder, 'targets', 'blobs', `${blob}.sha256-${blob}`)) };
}

function stamp(folder: string, online: PolicyKey, snapshot: number, statement: PolicyStatement | null): void {
  const made = new Metadata(
    new Timestamp({
      ...SPEC,
      version: (current(folder, 'timestamp')?.signed.version ?? 0) + 1,
      expires: inDays(STAMP_DAYS),
      snapshotMeta: new MetaFile({ version: snapshot }),
      ...(statement === null
        ? {}
        : { unrecognizedFields: { hookline: { ...statement, shadow: [...statement.shadow] } } }),
    }),
  );
  made.sign(online.sign);
  put(stampFile(folder), JSON.stringify(made.toJSON()));
}

const jsonIn = (file: string): never => JSON.parse(readFileSync(file, 'utf8')) as never;

const rootOf = (folder: string): Metadata<Root> =>
  Metadata.fromJSON(MetadataKind.Root, jsonIn(metadataFile(folder, 'root.json')));

function draftOf(folder: string): Metadata<Targets> {
  const file = join(folder, DRAFT);
  if (!existsSync(file)) throw new Error('there is no draft: make one with hookline policy draft');
  return Metadata.fromJSON(MetadataKind.Targets, jsonIn(file));
}

/** The metadata in force of a role; null: there is none yet. */
function current(folder: string, role: 'timestamp'): Metadata<Timestamp> | null;
function current(folder: string, role: 'snapshot'): Metadata<Snapshot> | null;
function current(folder: string, role: 'targets'): Metadata<Targets> | null;
function current(folder: string, role: 'timestamp' | 'snapshot' | 'targets'): unknown {
  const file = stampFile(folder);
  if (!existsSync(file)) return null;
  const made = Metadata.fromJSON(MetadataKind.Timestamp, jsonIn(file));
  if (role === 'timestamp') return made;
  const { version } = made.signed.snapshotMeta;
  const snapshot = Metadata.fromJSON(MetadataKind.Snapshot, jsonIn(metadataFile(folder, `${version}.snapshot.json`)));
  if (role === 'snapshot') return snapshot;
  const targets = snapshot.signed.meta['targets.json']?.version ?? 0;
  return Metadata.fromJSON(MetadataKind.Targets, jsonIn(metadataFile(folder, `${targets}.targets.json`)));
}

/** By rename, so that a server never gives half a file. */
function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
