import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { HTTP_HOST, type HttpAddress, httpAddress } from './http-address.ts';

const LOOK_EVERY_MS = 20;
const LONGEST_MS = 10_000;

/** Waits until requests are taken by http, as long as the server may still come; at once where no agent uses http. */
export async function untilHttpIsServed(stateFolder: string, mayStillCome: () => boolean): Promise<void> {
  const address = addressIn(stateFolder);
  const endsAt = performance.now() + LONGEST_MS;
  while (address !== null && !(await isListening(address)) && mayStillCome() && performance.now() < endsAt)
    await wait(LOOK_EVERY_MS);
}

function addressIn(stateFolder: string): HttpAddress | null {
  try {
    return httpAddress(stateFolder);
  } catch {
    return null; // no server can use it either, and `doctor` says so
  }
}

async function isListening({ port }: HttpAddress): Promise<boolean> {
  const line = connect(port, HTTP_HOST);
  try {
    await once(line, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    line.destroy();
  }
}
