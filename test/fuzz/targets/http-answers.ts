import { type AddressInfo, createServer, type Server } from 'node:net';
import { runHttp } from '../../../packages/core/src/handlers/http.ts';
import { mutate } from '../mutate.ts';
import type { Target } from '../target.ts';

const BODY = '{"decision":"deny","reason":"no"}';

/** The reader of a server's answer, through a real connection: whatever comes over it, there is one report in time. */
export const httpAnswers: Target = {
  name: 'http-answer',
  weight: 0.4,
  limitMs: 1000,
  seeds: [
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n`,
    'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 No\r\nContent-Encoding: gzip\r\n\r\nx',
  ],
  input: (random, corpus) => mutate(random.pick(corpus), random, corpus),
  run: async (input) => {
    const url = await listen();
    answer = Buffer.from(input);
    const report = await runHttp({
      kind: 'http',
      url,
      headers: {},
      body: Buffer.from('{}'),
      timeoutMs: 400,
      runId: 'r',
    } as unknown as Parameters<typeof runHttp>[0]);
    const isRead = report.ending.how === 'answered';
    return isRead && !/^HTTP\/1\.[01] (?:1\d\d|2\d\d)/i.test(input)
      ? `read as an answer: ${JSON.stringify(report.ending)}`
      : null;
  },
  close: () =>
    new Promise<void>((resolve) => {
      if (server === null) return resolve();
      server.close(() => resolve());
      server = null;
    }),
};

let server: Server | null = null;
let answer: Buffer = Buffer.alloc(0);

async function listen(): Promise<string> {
  if (server === null) {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      // One that is not read would not even keep the process alive.
      socket.resume().end(answer, () => socket.destroy());
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
