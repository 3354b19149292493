import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface LogRecord {
  readonly timeUnixNano: string;
  readonly severityText: string;
  readonly eventName: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** A receiver of OTLP logs as JSON over HTTP. */
export interface OtlpReceiver {
  readonly url: string;
  /** What it answers from now on. */
  status: number;
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  readonly logs: LogRecord[];
  readonly close: () => Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.requests.push({ path: request.url ?? '', authorization: request.headers.authorization });
      const { resourceLogs } = JSON.parse(Buffer.concat(parts).toString()) as {
        resourceLogs: { scopeLogs: { logRecords: LogRecord[] }[] }[];
      };
      if (receiver.status === 200)
        receiver.logs.push(...resourceLogs.flatMap((each) => each.scopeLogs.flatMap(({ logRecords }) => logRecords)));
      response.writeHead(receiver.status, { 'content-type': 'application/json' });
      response.end('{"partialSuccess":{}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: 200,
    requests: [],
    logs: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
