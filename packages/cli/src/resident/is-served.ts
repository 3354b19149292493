import { once } from 'node:events';
import { connect, type NetConnectOpts } from 'node:net';

/** Whether something answers there; a socket that a dead server left refuses connections. */
export async function isServed(address: NetConnectOpts): Promise<boolean> {
  const line = connect(address);
  try {
    await once(line, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    line.destroy();
  }
}
