import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** What can happen to a request on its way. */
const MISHAPS = ['dropped', 'unanswered', 'doubled', 'late', 'overtaking', 'half'] as const;
type Mishap = (typeof MISHAPS)[number];

/** A way to a gateway on which requests get lost, come twice, late, or in part. */
export interface BadNetwork {
  readonly url: string;
  readonly counts: Record<Mishap | 'passed', number>;
  /** Calls this once, at the next chunk that a gateway confirms, before the machine has the answer. */
  readonly atNextConfirmed: (call: () => void) => void;
  /** From now on nothing happens to requests. */
  readonly heal: () => void;
  readonly close: () => void;
}

export interface BadNetworkOptions {
  /** The port of the gateway to which the next request goes. */
  readonly target: () => number;
  /** Gives numbers below 1. */
  readonly chance: () => number;
  /** So many of the requests meet with something. */
  readonly share: number;
  /** Called when a chunk is held back until the machine sends its next one. */
  readonly onHeld: () => void;
}

export async function openBadNetwork({ target, chance, share, onHeld }: BadNetworkOptions): Promise<BadNetwork> {
  const counts = { passed: 0, dropped: 0, unanswered: 0, doubled: 0, late: 0, overtaking: 0, half: 0 };
  const held: Held = new Map();
  let isHealed = false;
  let awaited: (() => void) | null = null;
  const onConfirmed = (): void => {
    const call = awaited;
    awaited = null;
    call?.();
  };
  const server = createServer((asked, answer) => {
    const mishap = isHealed || chance() >= share ? null : (MISHAPS[Math.floor(chance() * MISHAPS.length)] ?? null);
    counts[mishap ?? 'passed'] += 1;
    carry(asked, answer, { port: target(), mishap, delayMs: chance() * 1_500, onConfirmed, held, onHeld }).catch(() =>
      answer.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    atNextConfirmed: (call) => void (awaited = call),
    heal: () => void (isHealed = true),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Chunks that were held back, by the path of their stream. */
type Held = Map<string, () => Promise<unknown>>;

interface Way {
  readonly port: number;
  readonly mishap: Mishap | null;
  readonly delayMs: number;
  readonly onConfirmed: () => void;
  readonly held: Held;
  readonly onHeld: () => void;
}

async function carry(asked: IncomingMessage, answer: ServerResponse, way: Way): Promise<void> {
  const { port, mishap, delayMs, onConfirmed, held, onHeld } = way;
  const parts: Buffer[] = [];
  for await (const part of asked as AsyncIterable<Buffer>) parts.push(part);
  const body = Buffer.concat(parts);
  const send = (): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> =>
    forward(asked, body, port);
  const [path = '', query] = (asked.url ?? '').split('?');
  const isChunk = path.endsWith('/append') && query !== undefined;
  const before = isChunk ? held.get(path) : undefined;
  if (before !== undefined) {
    held.delete(path);
    await before(); // so that this one, which may have more lines, finds another head
  }
  if (mishap === 'overtaking' && isChunk) {
    held.set(path, send);
    answer.destroy();
    return onHeld();
  }
  if (mishap === 'dropped') return void answer.destroy();
  if (mishap === 'half') {
    answer.destroy();
    return sendHalf(asked, body, port);
  }
  if (mishap === 'late') {
    answer.destroy();
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return void (await send());
  }
  if (mishap === 'doubled') await send();
  const got = await send();
  if (got.status === 200 && mishap === null && isChunk) onConfirmed();
  if (mishap === 'unanswered') return void answer.destroy();
  answer.writeHead(got.status, got.headers).end(got.body);
}

function forward(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  port: number,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers }, (got) => {
      const parts: Buffer[] = [];
      got.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
      got.on('end', () => resolve({ status: got.statusCode ?? 502, headers: got.headers, body: Buffer.concat(parts) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function sendHalf({ method, url, headers }: IncomingMessage, body: Buffer, port: number): Promise<void> {
  return new Promise((resolve) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(body.subarray(0, Math.floor(body.length / 2)), () => socket.destroy());
    });
    socket.on('error', () => undefined).on('close', () => resolve());
  });
}
