import { type Context, Hono } from 'hono';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const METADATA = /^(?:timestamp|(?:[0-9]+\.)?(?:root|snapshot|targets))\.json$/;
const TARGET = /^(?:[0-9a-f]{64}\.policy\.json|blobs\/[0-9a-f]{64}\.sha256-[0-9a-f]{64})$/;

/** Gives out a repository of a policy; everything in it is signed, so that any cache may stand before it. */
export function policyRoutes(folder: string, onPoll: (context: Context) => void = () => undefined): Hono {
  const app = new Hono();
  app.get('/v1/policy/:kind{metadata|targets}/:name{.+}', async (context) => {
    const { kind, name } = context.req.param();
    if (!(kind === 'metadata' ? METADATA : TARGET).test(name)) return context.json({ error: 'no such file' }, 404);
    if (name === 'timestamp.json') onPoll(context);
    const bytes = await readFile(join(folder, kind, name)).catch(() => null);
    if (bytes === null) return context.json({ error: 'no such file' }, 404);
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    if (context.req.header('if-none-match') === etag) return context.body(null, 304, { etag });
    const type = kind === 'metadata' ? 'application/json' : 'application/octet-stream';
    return context.body(new Uint8Array(bytes), 200, { etag, 'content-type': type });
  });
  return app;
}
