import { setTimeout as wait } from 'node:timers/promises';
import { HTTP_HOST, type HttpAddress, httpAddress } from './http-address.ts';
import { isServed } from './is-served.ts';

const LOOK_EVERY_MS = 20;
const LONGEST_MS = 10_000;

/** Waits until requests are taken by http, as long as the server may still come; at once where no agent uses http. */
export async function untilHttpIsServed(stateFolder: string, mayStillCome: () => boolean): Promise<void> {
  const address = addressIn(stateFolder);
  const endsAt = performance.now() + LONGEST_MS;
  while (address !== null && !(await isHttpServed(address)) && mayStillCome() && performance.now() < endsAt)
    await wait(LOOK_EVERY_MS);
}

const isHttpServed = ({ port }: HttpAddress): Promise<boolean> => isServed({ port, host: HTTP_HOST });

function addressIn(stateFolder: string): HttpAddress | null {
  try {
    return httpAddress(stateFolder);
  } catch {
    return null; // no server can use it either, and `doctor` says so
  }
}
