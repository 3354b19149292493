import { createSocket } from 'node:dgram';

/** The addresses that a name stands for, by the number of questions so far. */
export type Names = Readonly<Record<string, (asked: number) => readonly string[]>>;

/** A DNS server on the usual port, which answers each query anew, with a time to live of 0. */
export async function startNameServer(names: Names): Promise<() => void> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question);
    // Both kinds of addresses are asked for at the same time: one question for us.
    const count = asked.get(name) ?? 0;
    if (type === A) asked.set(name, count + 1);
    const found = (names[name]?.(count) ?? []).filter((each) => each.includes(':') === (type === AAAA));
    socket.send(answerTo(question.subarray(0, end), found), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(53, '127.0.0.1', resolve));
  return () => socket.close();
}

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;

function readQuestion(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2); // an answer, without an error
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map(recordOf)]);
}

function recordOf(address: string): Buffer {
  const bytes = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const record = Buffer.alloc(HEADER_BYTES);
  record.writeUInt16BE(0xc000 + HEADER_BYTES, 0); // the name of the question
  record.writeUInt16BE(bytes.length === 4 ? A : AAAA, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([record, bytes]);
}

/** Of an address that is written out in full. */
const ipv6Bytes = (address: string): Buffer =>
  Buffer.from(address.split(':').flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]));
