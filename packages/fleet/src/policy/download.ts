import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { BaseFetcher } from 'tuf-js';

/** How files of a repository are asked for. */
export interface DownloadOptions {
  /** Certificates of the authority that signed the server's, in PEM; null: those that Node knows. */
  readonly ca: string | null;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the request before its time is over. */
  readonly signal?: AbortSignal | undefined;
}

/** The beginning of an answer; redirections are not followed. Rejects when none comes in time. */
export function download(
  address: URL,
  { ca, timeoutMs, headers = {}, signal: ended }: DownloadOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isTls = address.protocol === 'https:';
    const late = AbortSignal.timeout(timeoutMs);
    const signal = ended === undefined ? late : AbortSignal.any([late, ended]);
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
      throw new Error(`the download of ${url} failed with status ${answer.statusCode ?? 0}`);
    }
    return Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>;
  }
}

const MOST_ROOTS = 256;
const NOT_THERE = [403, 404];

/**
 * How many roots of a repository follow the one of a version: the TUF client is told, because it cannot learn from a fetcher
 * of ours that a file is not there. Throws when the repository cannot be asked.
 */
export async function countNewerRoots(metadataUrl: URL, version: number, options: DownloadOptions): Promise<number> {
  for (let count = 0; count < MOST_ROOTS; count += 1) {
    const address = new URL(`${version + count + 1}.root.json`, metadataUrl);
    // oxlint-disable-next-line no-await-in-loop -- each is asked for only when the one before it is there
    const answer = await download(address, options);
    answer.resume();
    if (NOT_THERE.includes(answer.statusCode ?? 0)) return count;
    if (answer.statusCode !== 200)
      throw new Error(`the download of ${address.href} failed with status ${answer.statusCode ?? 0}`);
  }
  return MOST_ROOTS;
}
