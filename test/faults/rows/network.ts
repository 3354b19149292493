import { gzipSync } from 'node:zlib';
import type { Expected } from '../expectation.ts';
import type { Program, Row, Surroundings } from '../row.ts';
import { isFull, SHORT_MS, THE_REASON } from '../row.ts';
import { acting, address, answering, notListening, redirecting, refusing, selfSigned } from '../servers.ts';

const SECTION = 'Network, models, workers';
const TIMEOUT = { is: 'fault', code: 'timeout', says: /did not finish within 700 ms and was stopped/ } as const;

const unavailable = (says: RegExp): Expected => ({ is: 'fault', code: 'unavailable', says });
const garbled = (says: RegExp): Expected => ({ is: 'fault', code: 'bad_output', says });

/** A hook that posts its event to the server of its row. */
const posting = ({ url }: { readonly url: string }): Program => ({ content: null, entry: { type: 'http', url } });

interface Served extends Pick<Row, 'fault' | 'expected' | 'timeoutMs' | 'truncated'> {
  readonly server: NonNullable<Row['surroundings']>;
}

const served = (id: string, { server, ...more }: Served): Row => ({
  id: `http-${id}`,
  section: SECTION,
  program: posting,
  handler: 'http',
  surroundings: server,
  ...more,
});

const status = (code: number): Row =>
  served(`status-${code}`, {
    fault: `is answered with status ${code}, whatever the body says`,
    server: () => answering((_request, response) => response.writeHead(code).end('{"decision":"deny"}')),
    expected: unavailable(new RegExp(`answered with status ${code}$`)),
  });

const redirect = (code: number): Row =>
  served(`redirect-${code}`, {
    fault: `is redirected with status ${code}, which is never followed`,
    server: () => redirecting(code),
    expected: unavailable(new RegExp(`status ${code}, a redirect, which is never followed`)),
  });

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const MEGABYTE = Buffer.alloc(1024 * 1024, 0x20);

const BOMB_BYTES = (isFull ? 256 : 16) * 1024 * 1024;
let made: Buffer | undefined;
const bomb = (): Buffer => (made ??= gzipSync(Buffer.alloc(BOMB_BYTES)));

const ANSWER_ROWS: readonly Row[] = [
  served('html', {
    fault: 'is answered with a page instead of JSON',
    server: () => answering((_request, response) => response.end('<html><body>Welcome</body></html>')),
    expected: {
      is: 'by dialect',
      of: ({ otherBody }) =>
        otherBody === 'a message' ? { is: 'silence' } : garbled(/gave no answer that can be read/),
    },
  }),
  served('huge-body', {
    fault: 'is answered with a body that never ends',
    server: () =>
      answering((_request, response) => {
        const more = (): void => {
          if (!response.destroyed) response.write(MEGABYTE, more);
        };
        more();
      }),
    expected: garbled(/is not a JSON object|is too long and was cut/),
    truncated: 'stdout',
  }),
  served('gzip-bomb', {
    fault: `is answered with a compressed body of ${BOMB_BYTES / 1024 / 1024} MB`,
    server: () =>
      answering((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb())),
    expected: garbled(/a compressed answer, which was not asked for/),
  }),
];

const CONNECTION_ROWS: readonly Row[] = [
  served('refused', {
    fault: 'finds a port where nothing listens',
    server: notListening,
    expected: unavailable(/nothing listens there \(ECONNREFUSED\)/),
  }),
  served('no-such-name', {
    fault: 'has an unknown host name in its address',
    server: () => address('http://no-such-host.invalid/'),
    expected: unavailable(/no-such-host\.invalid: the name cannot be resolved/),
  }),
  served('tls-self-signed', {
    fault: 'finds a self-signed certificate',
    server: selfSigned,
    expected: unavailable(/no secure connection could be made/),
  }),
  served('tls-plain', {
    fault: 'finds a server that does not speak TLS',
    server: () => acting((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), 'https'),
    expected: unavailable(/no secure connection could be made/),
  }),
  served('reset', {
    fault: 'has its connection reset',
    server: () => acting((socket) => socket.resetAndDestroy()),
    expected: unavailable(/the connection was closed before the answer was complete/),
  }),
  served('cut-body', {
    fault: 'has its connection closed in the middle of a refusal',
    server: () => acting((socket) => socket.end(`${HEAD}content-length: 100\r\n\r\n{"decision":"deny"}`)),
    expected: unavailable(/the connection was closed before the answer was complete/),
  }),
  served('no-http', {
    fault: 'finds a server that speaks something else',
    server: () => acting((socket) => socket.end('220 mail.example.org ESMTP ready\r\n')),
    expected: unavailable(/it does not speak HTTP/),
  }),
];

/** Sends a little again and again, so that only a deadline for the whole can end it. */
const trickling = (first: string, drop: string): Promise<Surroundings> =>
  acting((socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(drop), 50);
    socket.once('close', () => clearInterval(timer));
  });

const SLOW_ROWS: readonly Row[] = [
  served('silent', {
    fault: 'is never answered',
    server: () => acting(() => undefined),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  }),
  served('slow-header', {
    fault: 'is answered one header at a time, without an end',
    server: () => trickling(HEAD, 'x-more: y\r\n'),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  }),
  served('slow-body', {
    fault: 'is answered one byte at a time, without an end',
    server: () => trickling(`${HEAD}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  }),
];

const REFUSED_ADDRESS = unavailable(/is a link-local or metadata address, from which credentials could be read/);

/** Spellings of addresses at which clouds hand out credentials. */
const METADATA: readonly (readonly [id: string, host: string])[] = [
  ['literal', '169.254.169.254'],
  ['number', '2852039166'],
  ['hexadecimal', '0xa9.0xfe.0xa9.0xfe'],
  ['octal', '0251.0376.0251.0376'],
  ['mapped', '[::ffff:169.254.169.254]'],
  ['link-local', '[fe80::1]'],
  ['ipv6', '[fd00:ec2::254]'],
];

const METADATA_ROWS: readonly Row[] = METADATA.map(([id, host]) =>
  served(`metadata-${id}`, {
    fault: `asks for http://${host}/, a metadata or link-local address`,
    server: () => address(`http://${host}/latest/meta-data/`),
    expected: REFUSED_ADDRESS,
  }),
);

/** Hooks that ask a server. */
export const HTTP_ROWS: readonly Row[] = [
  ...CONNECTION_ROWS,
  ...[400, 401, 404, 429, 500, 503].map(status),
  ...[301, 302, 303, 307, 308].map(redirect),
  ...SLOW_ROWS,
  ...ANSWER_ROWS,
  ...METADATA_ROWS,
];

/** Names that only a resolver which lies knows. */
export const METADATA_NAME = 'metadata-by-name.test';
export const REBINDING_NAME = 'rebinding.test';

/** For a resolver that lies. */
export const DNS_ROWS: readonly Row[] = [
  served('metadata-by-name', {
    fault: 'asks for a name that stands for a metadata address',
    server: () => address(`http://${METADATA_NAME}/`),
    expected: REFUSED_ADDRESS,
  }),
  {
    ...served('rebinding', {
      fault:
        'asks for a name that stands for a metadata address from the second question on: the address that was checked is the one connected to',
      server: (dialect) => refusing(dialect),
      expected: { is: 'refusal', reason: THE_REASON },
    }),
    // A name for each hook, so that the first question of each is told from its second.
    program: ({ url, dialect, stage, scope }) => {
      const { port } = new URL(url);
      return posting({
        url: `http://${dialect.id}-${stage.native.toLowerCase()}-${scope}.${REBINDING_NAME}:${port}/${stage.native}`,
      });
    },
  },
];
