import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startS3Server } from '../testing/s3-server.ts';
import { openFileStore, prepareFolder } from './file-store.ts';
import { openS3Store, prepareBucket } from './s3-store.ts';
import { type ObjectStore, ObjectsAway } from './store.ts';

const CREDENTIALS = { accessKeyId: 'gateway', secretAccessKey: 'secret' };

/** A store, and how it goes away and comes back. */
interface Rig {
  readonly store: ObjectStore;
  readonly away: (isAway: boolean) => void;
  /** Opens it as for another database, or as for the same. */
  readonly prepare: (known: string | null) => Promise<{ readonly id: string }>;
}

async function fileRig(): Promise<Rig> {
  const root = mkdtempSync(join(tmpdir(), 'hookline-objects-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'objects');
  const place = await prepareFolder(folder, null);
  return {
    store: openFileStore(place),
    away: (isAway) => renameSync(isAway ? folder : `${folder}.away`, isAway ? `${folder}.away` : folder),
    prepare: (known) => prepareFolder(folder, known),
  };
}

async function s3Rig(): Promise<Rig> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secretAccessKey);
  const server = await startS3Server(CREDENTIALS, 'eu-central-1');
  onTestFinished(() => server.close());
  const bucket = { endpoint: server.url, bucket: 'lines', region: 'eu-central-1' };
  const place = await prepareBucket(bucket, null);
  return {
    store: openS3Store(place),
    away: (isAway) => void (server.isAway = isAway),
    prepare: (known) => prepareBucket(bucket, known),
  };
}

afterEach(() => vi.unstubAllEnvs());

describe.each([
  ['a folder', fileRig],
  ['a bucket of a server that speaks S3', s3Rig],
] as const)('%s', (_, rig) => {
  const listed = async (store: ObjectStore, day: string) => {
    const keys: string[] = [];
    for await (const key of store.list(day)) keys.push(key);
    return keys.toSorted();
  };

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
    const { id } = await prepare(null);
    expect(await prepare(id)).toMatchObject({ id });
    await expect(prepare('of-another')).rejects.toThrow('belongs to another database');
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
    await expect(prepareBucket({ endpoint: server.url, bucket: 'none', region: 'x' }, null)).rejects.toThrow(
      'not there',
    );
  });
});
