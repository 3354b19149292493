import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { errorCode, errorText } from '../process/errno.ts';
import { MOST_ANSWER_BYTES } from './answer.ts';
import type { MachineCredentials } from './credentials.ts';
import { createSigner } from './sign.ts';

/** Posts to the gateway that a machine has joined, over connections that are kept. */
export interface GatewayLine {
  /** The parsed body of an answer with status 200; rejects with why there is none. */
  readonly post: (path: string, body: Buffer, signal: AbortSignal) => Promise<unknown>;
  readonly close: () => void;
}

export function openLine(credentials: MachineCredentials): GatewayLine {
  const { url, ca } = credentials;
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const sign = createSigner(credentials, now);
  const isTls = new URL(url).protocol === 'https:';
  const agent = isTls ? tlsAgent(ca) : new Agent({ keepAlive: true });
  const once = (path: string, body: Buffer, signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const signedAt = now(); // the clock may be put right before the answer comes
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.length),
        authorization: sign({ method: 'POST', path, body }),
      };
      const options = { method: 'POST', agent, signal, headers };
      const sent: ClientRequest = (isTls ? tlsRequest : httpRequest)(new URL(path, url), options, (answer) => {
        const at = answer.statusCode === 401 ? timeIn(answer) : null;
        if (at !== null && Math.abs(at - signedAt) > WRONG_MS) {
          answer.resume();
          reject(new WrongClock(at - Date.now()));
        } else readAnswer(answer).then(resolve, reject);
      });
      sent.on('error', (error) => reject(isStale(sent, error) ? new StaleConnection() : error));
      sent.end(body);
    });
  return {
    post: async (path, body, signal) => {
      try {
        return await once(path, body, signal);
      } catch (error) {
        if (error instanceof WrongClock) aheadMs = error.aheadMs;
        else if (!(error instanceof StaleConnection)) throw error;
        return once(path, body, signal); // the same question has the same answer
      }
    },
    close: () => agent.destroy(),
  };
}

const tlsAgent = (ca: MachineCredentials['ca']): TlsAgent =>
  new TlsAgent({ keepAlive: true, ...(ca === null ? {} : { ca }) });

/** The gateway takes no signature of another time than its own: where this machine's clock is wrong, that of the gateway counts. */
class WrongClock extends Error {
  /** How far the gateway's clock is ahead of this machine's. */
  readonly aheadMs: number;
  constructor(aheadMs: number) {
    super(`the clock of this machine differs by ${Math.round(Math.abs(aheadMs) / 1000)} s from that of the gateway`);
    this.aheadMs = aheadMs;
  }
}

const WRONG_MS = 30_000;

/** What time the gateway has, to the second; null: it does not say. */
function timeIn({ headers }: IncomingMessage): number | null {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? null : at;
}

/** A connection that was kept had been closed by the other side: says nothing about the gateway. */
class StaleConnection extends Error {}

const isStale = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && ['ECONNRESET', 'EPIPE'].includes(errorCode(error));

async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MOST_ANSWER_BYTES) throw new Error(`its answer has more than ${MOST_ANSWER_BYTES} bytes`);
  }
  const text = Buffer.concat(parts).toString();
  if (answer.statusCode === 200) return parsed(text);
  const { error } = (quietly(text) ?? {}) as { readonly error?: unknown };
  const said = typeof error === 'string' ? `: ${error.slice(0, 500)}` : '';
  throw new Error(`it answered with status ${answer.statusCode ?? 0}${said}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`its answer is no JSON: ${errorText(error)}`, { cause: error });
  }
}

function quietly(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // a proxy's page: the status says enough
  }
}
