import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The body of a request; null: it has more bytes than that. Read from Node's own request: to make a web stream of each body
 * takes several times the processor time.
 */
export function readBody(context: Context, most: number): Promise<Buffer | null> {
  const { incoming } = context.env as HttpBindings;
  if (Number(incoming.headers['content-length'] ?? 0) > most) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const take = (part: Buffer): void => {
      bytes += part.length;
      if (bytes > most) {
        incoming.off('data', take).resume(); // the rest is read, and dropped
        resolve(null);
      } else parts.push(part);
    };
    incoming.on('data', take);
    incoming.once('end', () => resolve(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)));
    incoming.once('error', reject);
    incoming.once('close', () => {
      if (!incoming.complete) reject(new Error('the connection was closed before the whole request had come'));
    });
  });
}
