import { errorText } from '@hookline/core/internal';
import { type S3Credentials, sha256Hex, signedHeaders } from './s3-signature.ts';
import { isKey, lacksMark, MARK, type ObjectStore, ObjectsAway, type StoreOwner } from './store.ts';

/** A bucket of a server that speaks S3; what it takes to get in comes from the environment. */
export interface S3Bucket {
  /** Without the bucket: it is the first part of each path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
}

/** With the mark by which the bucket is known. */
export interface S3Place extends S3Bucket {
  readonly id: string;
}

/** For a chunk of a few megabytes at most. */
const TIMEOUT_MS = 10_000;

/** Makes a bucket ready, or finds out that it is. Throws when it is that of another database, or cannot be used. */
export async function prepareBucket(bucket: S3Bucket, owner: StoreOwner): Promise<S3Place> {
  const ask = createAsk(bucket);
  const found = (await got(ask, MARK))?.toString() ?? null;
  if (lacksMark(`the bucket ${bucket.bucket}`, found, owner)) await put(ask, MARK, Buffer.from(owner.id));
  return { ...bucket, id: owner.id };
}

export function openS3Store({ id, ...bucket }: S3Place): ObjectStore {
  const ask = createAsk(bucket);
  const checked = (key: string): string => {
    if (!isKey(key)) throw new Error(`"${key}" is no key of an object`);
    return key;
  };
  return {
    put: (key, bytes) => put(ask, checked(key), bytes),
    get: async (key) => {
      const bytes = await got(ask, checked(key));
      if (bytes === null && (await got(ask, MARK))?.toString() !== id)
        throw new ObjectsAway(`the bucket ${bucket.bucket} does not have its objects now`);
      return bytes;
    },
    remove: async (key) => {
      await ok(await ask({ method: 'DELETE', key: checked(key) }), [200, 204, 404]);
    },
    list: (day) => listed(ask, `${day}/`),
  };
}

interface S3Call {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
}

type CallS3 = (asked: S3Call) => Promise<Response>;

/** Whatever keeps an answer from coming means that nothing is known about the objects. */
function createAsk({ endpoint, bucket, region }: S3Bucket): CallS3 {
  return async ({ method, key = '', query = {}, bytes }) => {
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const request = { method, url, headers: { host: url.host }, payload: sha256Hex(bytes ?? '') };
    const { host: _host, ...headers } = signedHeaders(request, credentials(), region, new Date());
    const options = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' } as const;
    try {
      return await fetch(url, bytes === undefined ? options : { ...options, body: new Uint8Array(bytes) });
    } catch (error) {
      throw new ObjectsAway(`${url.origin} cannot be reached: ${errorText(error)}`);
    }
  };
}

function credentials(): S3Credentials {
  const { env } = process;
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ObjectsAway(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, which the bucket of older lines needs',
    );
  return { accessKeyId, secretAccessKey };
}

async function ok(answer: Response, statuses: readonly number[]): Promise<Buffer> {
  const bytes = await answer.arrayBuffer().then(
    (read) => Buffer.from(read),
    (error: unknown) => {
      throw new ObjectsAway(errorText(error));
    },
  );
  if (statuses.includes(answer.status)) return bytes;
  const code = /<Code>(\w+)<\/Code>/.exec(bytes.toString())?.[1] ?? '';
  throw new ObjectsAway(`${new URL(answer.url).host} answered with ${answer.status} ${code}`.trimEnd());
}

/** It answers when the object is kept for good. */
async function put(ask: CallS3, key: string, bytes: Uint8Array): Promise<void> {
  await ok(await ask({ method: 'PUT', key, bytes }), [200]);
}

/** Null: there is no such object. A bucket that is not there is no answer. */
async function got(ask: CallS3, key: string): Promise<Buffer | null> {
  const answer = await ask({ method: 'GET', key });
  const bytes = await ok(answer, [200, 404]);
  if (answer.status === 200) return bytes;
  if (bytes.toString().includes('<Code>NoSuchKey</Code>')) return null;
  throw new ObjectsAway('the bucket is not there');
}

async function* listed(ask: CallS3, prefix: string): AsyncGenerator<string, void> {
  let query: Record<string, string> = { 'list-type': '2', prefix };
  for (;;) {
    const text = (await ok(await ask({ method: 'GET', query }), [200])).toString();
    for (const [, key = ''] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) if (isKey(key)) yield key;
    const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(text)?.[1];
    if (next === undefined) return;
    query = { ...query, 'continuation-token': next };
  }
}
