// A server that does what the event asks for; prints its port, and ends with its parent.
import { createServer } from 'node:http';

const MANNERS = {
  'soak-error': (_request, response) => response.writeHead(500).end('{"decision":"allow"}'),
  'soak-reset': (request) => request.socket.resetAndDestroy(),
  'soak-redirect': (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'soak-break': (request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"deci', () => request.socket.destroy());
  },
  'soak-slow': (_request, response) => response.writeHead(200).write('{'),
  'soak-silent': () => undefined,
  'soak-flood': (_request, response) => response.end('x'.repeat(2_000_000)),
  'soak-bomb': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
};

const server = createServer((request, response) => {
  const chunks = [];
  response.on('error', () => undefined);
  request.on('error', () => undefined);
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const asked = Buffer.concat(chunks).toString();
    const manner = Object.keys(MANNERS).find((word) => asked.includes(word));
    if (manner === undefined) response.end('{}');
    else MANNERS[manner](request, response);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit());
