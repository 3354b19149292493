import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { type Caller, THIS_PROCESS } from '../../call/caller.ts';

/** The payload of a call; an agent that never ends it must not keep the deadline from being noticed. */
export async function readPayload(caller: Caller): Promise<string> {
  return caller === THIS_PROCESS && isStream() ? readStream() : caller.readText('-');
}

function isStream(): boolean {
  try {
    const found = fstatSync(0);
    return found.isFIFO() || found.isSocket();
  } catch {
    return false; // reading it will say what is wrong
  }
}

function readStream(): Promise<string> {
  const chunks: Buffer[] = [];
  const stream = new Socket({ fd: 0, readable: true, writable: false });
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    stream.once('end', () => {
      stream.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}
