import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { BaseFetcher } from 'tuf-js';
// The package has no other way to tell its client that a file is not there.
import { DownloadHTTPError } from 'tuf-js/dist/error.js';

/** How files of a repository are asked for. */
export interface DownloadOptions {
  /** Certificates of the authority that signed the server's, in PEM; null: those that Node knows. */
  readonly ca: string | null;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The beginning of an answer; redirections are not followed. Rejects when none comes in time. */
export function download(address: URL, { ca, timeoutMs, headers = {} }: DownloadOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isTls = address.protocol === 'https:';
    const signal = AbortSignal.timeout(timeoutMs);
    // A connection of its own: one that was kept may be closed at the moment it is used, and the next look is a minute away.
    const options = { headers, signal, agent: false, ...(isTls && ca !== null ? { ca } : {}) };
    const sent = (isTls ? tlsRequest : httpRequest)(address, options, resolve);
    sent.on('error', reject);
    sent.end();
  });
}

/** Downloads for the TUF client, with the same certificates as all else. */
export class RepositoryFetcher extends BaseFetcher {
  readonly #options: DownloadOptions;
  constructor(options: DownloadOptions) {
    super();
    this.#options = options;
  }

  override async fetch(url: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const answer = await download(new URL(url), this.#options);
    if (answer.statusCode !== 200) {
      answer.resume();
      throw new DownloadHTTPError(`the download of ${url} failed`, answer.statusCode ?? 0);
    }
    return Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>;
  }
}
