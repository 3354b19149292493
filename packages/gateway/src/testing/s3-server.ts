import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type S3Credentials, sha256Hex, signedHeaders } from '../objects/s3-signature.ts';

/** A server that speaks as much of S3 as the store needs, and takes only what is signed. */
export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Answers everything with 503, as a server that is overloaded. */
  isAway: boolean;
  readonly close: () => Promise<void>;
}

const BUCKET = 'lines';
const PAGE = 2;

export async function startS3Server(credentials: S3Credentials, region: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const take = (body: Buffer): void => {
      if (state.isAway) return fail(response, 503, 'SlowDown');
      const url = new URL(request.url ?? '', state.url);
      if (!isSigned(request, url, body, { credentials, region })) return fail(response, 403, 'SignatureDoesNotMatch');
      return answer(request.method ?? '', url, body, { objects, response });
    };
    bodyOf(request).then(take, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    isAway: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

interface Known {
  readonly credentials: S3Credentials;
  readonly region: string;
}

function isSigned(
  { method = '', headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  { credentials, region }: Known,
): boolean {
  const time = String(headers['x-amz-date']).replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z');
  const request = { method, url, headers: { host: headers.host ?? '' }, payload: sha256Hex(body) };
  return signedHeaders(request, credentials, region, new Date(time))['authorization'] === headers.authorization;
}

interface Answering {
  readonly objects: Map<string, Buffer>;
  readonly response: ServerResponse;
}

function answer(method: string, url: URL, body: Buffer, { objects, response }: Answering): void {
  const [, bucket, ...rest] = url.pathname.split('/');
  const key = rest.join('/');
  if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket');
  if (method === 'PUT') objects.set(key, body);
  if (method === 'DELETE') objects.delete(key);
  if (method !== 'GET') return void response.writeHead(method === 'PUT' ? 200 : 204).end();
  if (key === '') return void response.end(listOf(objects, url.searchParams));
  const found = objects.get(key);
  return found === undefined ? fail(response, 404, 'NoSuchKey') : void response.end(found);
}

function listOf(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const from = Number(query.get('continuation-token') ?? 0);
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? ''))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const page = keys.slice(from, from + PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const next = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${page.join('')}${next}</ListBucketResult>`;
}
