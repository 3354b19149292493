import { createHash, createHmac } from 'node:crypto';

/** Who asks a server that speaks S3. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A request that is to be signed; its headers include `host`. */
export interface S3Request {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hexadecimal. */
  readonly payload: string;
}

export const sha256Hex = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The headers of a request with its signature (AWS Signature Version 4). */
export function signedHeaders(
  { method, url, headers, payload }: S3Request,
  { accessKeyId, secretAccessKey }: S3Credentials,
  region: string,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': payload, 'x-amz-date': time };
  const names = Object.keys(all).toSorted((one, other) => (one < other ? -1 : 1));
  const canonical = [
    method,
    url.pathname,
    queryOf(url),
    ...names.map((name) => `${name}:${all[name]?.trim() ?? ''}`),
    '',
    names.join(';'),
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256Hex(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

/** In the order of the names, each as RFC 3986 wants it. */
const queryOf = ({ searchParams }: URL): string =>
  [...searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join('&');

const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.codePointAt(0)?.toString(16).toUpperCase()}`);
