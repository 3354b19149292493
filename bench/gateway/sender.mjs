// A sender that costs little processor time, because it shares the cores with what it measures: one connection that is kept,
// requests whose bytes are made beforehand. In a fleet this work is done by the machines.
import { connect } from 'node:net';

/** The bytes of a request, signed as the machine signs it. */
export function bytesOf({ method, path, body, headers }, url, sign) {
  const { host } = new URL(url);
  const said = Object.entries({
    host,
    ...headers,
    authorization: sign({ method, path, body }),
    'content-length': body.length,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${said}\r\n`, 'latin1'), body]);
}

/** Sends requests one after the other; each gives the status of its answer. */
export function openSender(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let [text, waiting] = ['', null];
  const settle = (how, value) => {
    const now = waiting;
    waiting = null;
    text = '';
    now?.[how](value);
  };
  socket.setEncoding('latin1');
  socket.on('data', (part) => {
    text += part;
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? Number.NaN);
    // An answer of the gateway has a length; one that is sent in pieces ends with an empty one.
    const hasNoBody = text.slice(9, 12) === '304';
    const isWhole = hasNoBody || (Number.isNaN(length) ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + length);
    if (isWhole) settle('resolve', { status: Number(text.slice(9, 12)), text: text.slice(end + 4) });
  });
  socket.on('error', (error) => settle('reject', error));
  socket.on('close', () => settle('reject', new Error('the connection was closed')));
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}
