import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startS3Server } from '../testing/s3-server.ts';
import { openFileStore, prepareFolder } from './file-store.ts';
import { openS3Store, prepareBucket } from './s3-store.ts';
import { type ObjectStore, ObjectsAway, type StoreOwner } from './store.ts';

const CREDENTIALS = { accessKeyId: 'gateway', secretAccessKey: 'secret' };

/** A store, and how it goes away and comes back. */
interface Rig {
  readonly store: ObjectStore;
  readonly away: (isAway: boolean) => void;
  /** Opens it for the database of that mark. */
  readonly prepare: (owner: StoreOwner) => Promise<{ readonly id: string }>;
}

const FIRST: StoreOwner = { id: 'this-database', hasStored: false };

async function fileRig(): Promise<Rig & { readonly folder: string }> {
  const root = mkdtempSync(join(tmpdir(), 'hookline-objects-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'objects');
  const place = await prepareFolder(folder, FIRST);
  return {
    folder,
    store: openFileStore(place),
    away: (isAway) => renameSync(isAway ? folder : `${folder}.away`, isAway ? `${folder}.away` : folder),
    prepare: (owner) => prepareFolder(folder, owner),
  };
}

async function s3Rig(): Promise<Rig> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secretAccessKey);
  const server = await startS3Server(CREDENTIALS, 'eu-central-1');
  onTestFinished(() => server.close());
  const bucket = { endpoint: server.url, bucket: 'lines', region: 'eu-central-1' };
  const place = await prepareBucket(bucket, FIRST);
  return {
    store: openS3Store(place),
    away: (isAway) => void (server.isAway = isAway),
    prepare: (owner) => prepareBucket(bucket, owner),
  };
}

afterEach(() => vi.unstubAllEnvs());

async function listed(store: ObjectStore, day: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store.list(day)) keys.push(key);
  return keys.toSorted();
}

describe.each([
  ['a folder', fileRig],
  ['a bucket of a server that speaks S3', s3Rig],
] as const)('%s', (_, rig) => {
  it('gives back what was put there, lists a day, and forgets what was removed', async () => {
    const { store } = await rig();
    const bytes = Buffer.from([0, 255, 10, 13, 60]);
    const keys = ['2026-11-19/1-1-aa', '2026-11-19/1-2-bb', '2026-11-19/2-1-cc', '2026-11-20/1-3-dd'];
    for (const key of keys) await store.put(key, bytes);
    await store.put(keys[0] ?? '', bytes); // once more: the same
    expect(await store.get(keys[1] ?? '')).toEqual(bytes);
    expect(await store.get('2026-11-19/1-9-zz')).toBeNull();
    expect(await listed(store, '2026-11-19')).toEqual(keys.slice(0, 3));
    expect(await listed(store, '2026-01-01')).toEqual([]);
    await store.remove(keys[1] ?? '');
    await store.remove(keys[1] ?? '');
    expect(await store.get(keys[1] ?? '')).toBeNull();
    expect(await listed(store, '2026-11-19')).toEqual([keys[0], keys[2]]);
    for (const key of ['../secret', '2026-11-19/../x', 'hookline-objects', '2026-11-19/a/b'])
      await expect(Promise.resolve().then(() => store.put(key, bytes))).rejects.toThrow('no key of an object');
  });

  it('that is away is not empty', async () => {
    const { store, away } = await rig();
    await store.put('2026-11-19/1-1-aa', Buffer.from('x'));
    away(true);
    await expect(store.get('2026-11-19/1-1-aa')).rejects.toThrow(ObjectsAway);
    await expect(store.put('2026-11-19/1-2-bb', Buffer.from('x'))).rejects.toThrow();
    away(false);
    expect(await store.get('2026-11-19/1-1-aa')).toEqual(Buffer.from('x'));
    expect(await store.get('2026-11-19/1-2-bb')).toBeNull();
  });

  it('is known by its mark', async () => {
    const { prepare } = await rig();
    // Also where a gateway was killed before its database had noted the place.
    expect(await prepare(FIRST)).toMatchObject({ id: FIRST.id });
    expect(await prepare({ ...FIRST, hasStored: true })).toMatchObject({ id: FIRST.id });
    for (const hasStored of [false, true])
      await expect(prepare({ id: 'of-another', hasStored })).rejects.toThrow('belongs to another database');
  });
});

describe('a folder', () => {
  it('that cannot be made is refused with what to do', async () => {
    const { folder } = await fileRig();
    await expect(prepareFolder(join(folder, 'hookline-objects/below'), FIRST)).rejects.toThrow(
      /^the folder of objects .*below cannot be used: .*; make it, for the account of the gateway$/,
    );
  });

  it('that cannot be used now is away, whatever the reason, and not empty', async () => {
    const { store, folder } = await fileRig();
    await store.put('2026-11-19/1-1-aa', Buffer.from('x'));
    rmSync(join(folder, '2026-11-20'), { recursive: true, force: true });
    writeFileSync(join(folder, '2026-11-20'), 'no folder');
    await expect(store.put('2026-11-20/1-1-aa', Buffer.from('x'))).rejects.toThrow(ObjectsAway);
    await expect(listed(store, '2026-11-20')).rejects.toThrow(ObjectsAway);
    await expect(store.remove('2026-11-20/1-1-aa')).rejects.toThrow(ObjectsAway);
    renameSync(folder, `${folder}.away`);
    mkdirSync(folder); // nothing is mounted
    await expect(listed(store, '2026-11-19')).rejects.toThrow('is it mounted?');
    await expect(store.remove('2026-11-19/1-1-aa')).rejects.toThrow('is it mounted?');
  });
});

describe('a bucket', () => {
  it('is not used without a key, with a wrong one, or where it is not there', async () => {
    const { store } = await s3Rig();
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
    await expect(store.get('2026-11-19/1-1-aa')).rejects.toThrow('answered with 403 SignatureDoesNotMatch');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
    await expect(store.get('2026-11-19/1-1-aa')).rejects.toThrow('are not set');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secretAccessKey);
    const server = await startS3Server(CREDENTIALS, 'x');
    onTestFinished(() => server.close());
    await expect(prepareBucket({ endpoint: server.url, bucket: 'none', region: 'x' }, FIRST)).rejects.toThrow(
      'not there',
    );
  });
});
