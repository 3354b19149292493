import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** What can happen to a request on its way. */
const MISHAPS = ['dropped', 'unanswered', 'doubled', 'late', 'overtaking', 'half'] as const;
type Mishap = (typeof MISHAPS)[number];

/** A way to a gateway on which requests get lost, come twice, late, or in part. */
export interface BadNetwork {
  readonly url: string;
  /** `overtook`: chunks that were longer than one that was held back and came before them, and were refused for it. */
  readonly counts: Record<Mishap | 'passed' | 'overtook', number>;
  /** Calls this once, at the next chunk that a gateway confirms, before the machine has the answer. */
  readonly atNextConfirmed: (call: () => void) => void;
  /**
   * Holds chunks back until one was overtaken: it was taken at last, and then a longer one came that follows the same line.
   * Nothing else happens to requests meanwhile.
   */
  readonly untilOvertaken: () => Promise<void>;
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
  const counts = { passed: 0, dropped: 0, unanswered: 0, doubled: 0, late: 0, overtaking: 0, half: 0, overtook: 0 };
  const held: Held = new Map();
  let isHealed = false;
  let awaited: (() => void) | null = null;
  const onConfirmed = (): void => {
    const call = awaited;
    awaited = null;
    call?.();
  };
  let whenOvertaken: (() => void) | null = null;
  const onOvertaken = (isRefused: boolean): void => {
    if (isRefused) counts.overtook += 1;
    whenOvertaken?.();
    whenOvertaken = null;
  };
  const mishapOf = ({ url }: IncomingMessage): Mishap | null => {
    if (whenOvertaken !== null) return held.size === 0 && isChunk(url) ? 'overtaking' : null;
    return isHealed || chance() >= share ? null : (MISHAPS[Math.floor(chance() * MISHAPS.length)] ?? null);
  };
  const server = createServer((asked, answer) => {
    const mishap = mishapOf(asked);
    counts[mishap ?? 'passed'] += 1;
    const way = { target, mishap, delayMs: chance() * 1_500, onConfirmed, held, onHeld, onOvertaken };
    carry(asked, answer, way).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    atNextConfirmed: (call) => void (awaited = call),
    untilOvertaken: () => new Promise((resolve) => void (whenOvertaken = resolve)),
    heal: () => void (isHealed = true),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Chunks that were held back, by the path of their stream. */
type Held = Map<string, HeldChunk>;

interface HeldChunk {
  readonly bytes: number;
  readonly send: () => Promise<Answer>;
}

const isChunk = (url = ''): boolean => /\/append\?/.test(url);

interface Way {
  readonly target: () => number;
  readonly mishap: Mishap | null;
  readonly delayMs: number;
  readonly onConfirmed: () => void;
  readonly held: Held;
  readonly onHeld: () => void;
  readonly onOvertaken: (isRefused: boolean) => void;
}

async function carry(asked: IncomingMessage, answer: ServerResponse, way: Way): Promise<void> {
  const { target, mishap, delayMs, onConfirmed, held, onHeld } = way;
  const parts: Buffer[] = [];
  for await (const part of asked as AsyncIterable<Buffer>) parts.push(part);
  const body = Buffer.concat(parts);
  const port = target();
  const send = (): Promise<Answer> => forward(asked, body, port);
  const [path = ''] = (asked.url ?? '').split('?');
  const before = isChunk(asked.url) ? held.get(path) : undefined;
  if (before !== undefined) {
    held.delete(path);
    const { status } = await before.send(); // so that this one, which may have more lines, finds another head
    // That it does is to be told, so that nothing else happens to it.
    const got = await arrived(asked, body, target);
    if (status === 200 && body.length > before.bytes) way.onOvertaken(got.status === 409);
    return void answer.writeHead(got.status, got.headers).end(got.body);
  }
  if (mishap === 'overtaking' && isChunk(asked.url)) {
    held.set(path, { bytes: body.length, send: () => arrived(asked, body, target) });
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
  if (got.status === 200 && mishap === null && isChunk(asked.url)) onConfirmed();
  if (mishap === 'unanswered') return void answer.destroy();
  answer.writeHead(got.status, got.headers).end(got.body);
}

const TRIES = 50;
const NEXT_TRY_MS = 100;

/** Sends a request until some gateway has answered it: any of them may be starting again. */
async function arrived(asked: IncomingMessage, body: Buffer, target: () => number): Promise<Answer> {
  for (let n = 1; ; n += 1)
    try {
      return await forward(asked, body, target());
    } catch (error) {
      if (n === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, NEXT_TRY_MS));
    }
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function forward({ method, url, headers }: IncomingMessage, body: Buffer, port: number): Promise<Answer> {
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
