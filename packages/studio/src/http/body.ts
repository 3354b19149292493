import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '@hookline/core/internal';
import { HttpProblem } from './problem.ts';

const MAX_BYTES = 1024 * 1024;

/** The JSON object that a request carries; throws a problem when it is none, or too large. */
export async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json(;|$)/i.test(type)) throw new HttpProblem(415, 'expected application/json');
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > MAX_BYTES) throw TOO_LARGE();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw TOO_LARGE();
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString('utf8'));
}

const TOO_LARGE = (): HttpProblem => new HttpProblem(413, 'the request is larger than 1 MiB');

function parsed(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpProblem(400, 'expected JSON');
  }
  if (!isJsonObject(value)) throw new HttpProblem(400, 'expected a JSON object');
  return value;
}
