import { type Context, Hono } from 'hono';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { etagOf } from './wait.ts';

const METADATA = /^(?:timestamp|(?:[0-9]+\.)?(?:root|snapshot|targets))\.json$/;
const TARGET = /^(?:[0-9a-f]{64}\.policy\.json|blobs\/[0-9a-f]{64}\.sha256-[0-9a-f]{64})$/;
const STAMP = 'timestamp.json';

export interface PolicyRouteOptions {
  /** Told of every look for a newer time stamp. */
  readonly onPoll?: (context: Context) => void;
  /** Waits for another time stamp than that of an ETag, as long as the request wants and may. */
  readonly waitForNews?: (context: Context, etag: string) => Promise<void>;
}

/**
 * Gives out a repository of a policy; everything in it is signed, so that any cache may stand before it. `/v1/policy` is the
 * time stamp, by which a machine sees whether there is anything new.
 */
export function policyRoutes(folder: string, { onPoll, waitForNews }: PolicyRouteOptions = {}): Hono {
  const app = new Hono();
  const answer = async (context: Context, kind: 'metadata' | 'targets', name: string): Promise<Response> => {
    const asked = context.req.header('if-none-match');
    const read = (): Promise<Buffer | null> => readFile(join(folder, kind, name)).catch(() => null);
    let bytes = await read();
    if (name === STAMP) {
      onPoll?.(context);
      if (bytes !== null && asked === etagOf(bytes) && waitForNews !== undefined) {
        await waitForNews(context, asked);
        bytes = await read();
      }
    }
    if (bytes === null) return context.json({ error: 'no such file' }, 404);
    const etag = etagOf(bytes);
    if (asked === etag) return context.body(null, 304, { etag });
    const type = kind === 'metadata' ? 'application/json' : 'application/octet-stream';
    return context.body(new Uint8Array(bytes), 200, { etag, 'content-type': type });
  };
  app.get('/v1/policy', (context) => answer(context, 'metadata', STAMP));
  app.get('/v1/policy/:kind{metadata|targets}/:name{.+}', async (context) => {
    const { kind, name } = context.req.param();
    if (kind === 'metadata' && METADATA.test(name)) return answer(context, kind, name);
    if (kind === 'targets' && TARGET.test(name)) return answer(context, kind, name);
    return context.json({ error: 'no such file' }, 404);
  });
  return app;
}
