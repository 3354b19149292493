import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { answerTo } from './answer.ts';
import { FieldReader } from './field-reader.ts';
import { readClientStdin, readRequest } from './request.ts';
import type { Service } from './serve-call.ts';
import type { Endpoint } from './socket-place.ts';

const LINE_BREAK = 0x0a;
const LONGEST_TOKEN = 128;
const TOKEN_WITHIN_MS = 5000;

/** Serves one connection to its end; a client without the token gets no answer, and nothing of it is read. */
export async function serveConnection(socket: Socket, endpoint: Endpoint, { isOpen, serve }: Service): Promise<void> {
  const gone = new AbortController();
  socket.on('error', () => undefined).once('close', () => gone.abort());
  const deadline = setTimeout(() => socket.destroy(), TOKEN_WITHIN_MS);
  const reader = new FieldReader(socket);
  try {
    const clientToken = await reader.until(LINE_BREAK, LONGEST_TOKEN);
    if (!isSame(clientToken, endpoint.clientToken)) return;
    socket.write(`${endpoint.serverToken}\n`);
    reader.answerPauses();
    const request = await readRequest(reader);
    clearTimeout(deadline);
    const answer = answerTo(socket);
    if (!isOpen()) return answer.decline();
    const readStdin = (): Promise<string> => {
      answer.askForStdin();
      return readClientStdin(reader);
    };
    await serve({ request, answer, readStdin, gone: gone.signal });
  } catch {
    // the client has gone away, or was none
  } finally {
    clearTimeout(deadline);
    if (!socket.writableEnded) socket.destroy();
  }
}

/** Takes the same time however much of it is right. */
function isSame(given: Buffer, expected: string): boolean {
  const wanted = Buffer.from(expected);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
