import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { selfSignedCertificate } from './certificate.ts';
import type { FaultDialect } from './dialect.ts';
import { REASON, type Surroundings } from './row.ts';

/** A server on loopback that answers HTTP as it is told. */
export const answering = (listener: RequestListener): Promise<Surroundings> =>
  open(
    createHttpServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      listener(request, response);
    }),
    'http',
  );

/** A server that refuses in the words of the event, which is the path that it is asked for. */
export const refusing = ({ stages }: FaultDialect, visited: () => void = () => undefined): Promise<Surroundings> =>
  answering((request, response) => {
    visited();
    const stage = stages.find(({ native }) => request.url === `/${native}`);
    response.end(JSON.stringify(stage?.refusal?.(REASON) ?? { decision: 'block', reason: REASON }));
  });

/** A server whose certificate is self-signed. */
export const selfSigned = (): Promise<Surroundings> =>
  open(
    createHttpsServer(selfSignedCertificate(), (_request, response) => response.end('{}')),
    'https',
  );

/** A server that waits for the request and then does something to the connection. */
export const acting = (act: (socket: Socket) => void, protocol: 'http' | 'https' = 'http'): Promise<Surroundings> =>
  open(
    createTcpServer((socket) => socket.once('data', () => act(socket))),
    protocol,
  );

/** A port on which nothing listens any more. */
export async function notListening(): Promise<Surroundings> {
  const { url, close } = await open(createTcpServer(), 'http');
  await close();
  return { url: url ?? '', close: () => Promise.resolve() };
}

/** An address that is not a server of ours. */
export const address = (url: string): Promise<Surroundings> => Promise.resolve({ url, close: () => Promise.resolve() });

/** A server that sends elsewhere, to a place that counts its visitors. */
export async function redirecting(status: number): Promise<Surroundings> {
  let visits = 0;
  const target = await answering((_request, response) => {
    visits += 1;
    response.end('{}');
  });
  const source = await answering((_request, response) =>
    response.writeHead(status, { location: `${target.url}/stolen` }).end(),
  );
  return {
    ...source,
    trespasses: () => visits,
    close: async () => {
      await source.close();
      await target.close();
    },
  };
}

async function open(server: Server, protocol: 'http' | 'https'): Promise<Surroundings> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    sockets.forEach((socket) => socket.destroy());
    await closed;
  };
  return { url: `${protocol}://127.0.0.1:${port}`, close };
}
