import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { toolServer } from './mcp-tools.mjs';

// Prints its address when it listens. --sessions: the older revision, with a session; --key KEY: asks for that bearer.
const key = process.argv.includes('--key') ? process.argv[process.argv.indexOf('--key') + 1] : null;
const handle = process.argv.includes('--sessions') ? withSessions() : withoutSessions();

const server = createServer((request, response) => {
  if (key !== null && request.headers.authorization !== `Bearer ${key}`) response.writeHead(401).end('no key');
  else
    handle(asWebRequest(request, response))
      .then((answer) => send(answer, response))
      .catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));

function withoutSessions() {
  const handler = createMcpHandler(toolServer);
  return (request) => handler.fetch(request);
}

function withSessions() {
  const sessions = new Map();
  return async (request) => {
    const known = sessions.get(request.headers.get('mcp-session-id'));
    if (known !== undefined) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
      onsessionclosed: (id) => console.log(`closed ${sessions.delete(id)}`),
    });
    await toolServer().connect(transport);
    return transport.handleRequest(request);
  };
}

function asWebRequest(request, response) {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const hasBody = request.method === 'POST';
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method,
    headers: request.headers,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
  });
}

function send(answer, response) {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  else
    Readable.fromWeb(answer.body)
      .on('error', () => response.destroy())
      .pipe(response);
}
