import assert from 'node:assert/strict';
import { createServer } from 'node:http';

/** A real server on loopback that is told of each tool call and lets it pass. */
export async function startAuditServer() {
  const seen = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    assert.equal(request.headers.authorization, 'Bearer demo');
    seen.push(JSON.parse(Buffer.concat(chunks).toString()).tool_name);
    response.end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () =>
    new Promise((closed) => {
      server.close(closed);
      server.closeAllConnections();
    });
  return { seen, close, url: `http://127.0.0.1:${server.address().port}/hook` };
}
