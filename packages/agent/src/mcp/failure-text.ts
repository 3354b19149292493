import { statSync } from 'node:fs';
import { forTerminal } from '@hookline/core/internal';
import type { McpServerConfig } from './server-config.ts';
import type { StdioTransport } from './stdio-transport.ts';

/** Why a server could not be connected to within the time, in one line that says what to look at. */
export function failureText(
  config: McpServerConfig,
  error: unknown,
  program: StdioTransport | null,
  limitMs: number,
): string {
  return oneLine(`MCP server "${config.name}" did not start: ${startFailure(config, error, program, limitMs)}`);
}

function startFailure(
  config: McpServerConfig,
  error: unknown,
  program: StdioTransport | null,
  limitMs: number,
): string {
  const { place } = config;
  if (config.kind === 'stdio' && !isFolder(config.cwd)) {
    return `there is no folder ${config.cwd}; check "cwd" in ${place}`;
  }
  const ownWords = program === null ? null : wordsOf(program, error);
  if (ownWords !== null) return `${ownWords}; check "command" and "args" in ${place}`;
  if (isTimeout(error)) return `it did not answer within ${limitMs} ms; check it, or set MCP_TIMEOUT (${place})`;
  return `${causeOf(error)}; check ${hintOf(config, error)}`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

// After a timeout the program ends because it is killed, which would explain nothing.
function wordsOf(program: StdioTransport, error: unknown): string | null {
  if (isTimeout(error)) return strangeWords(program);
  return isBroken(error) ? programFailure(program) : null;
}

/** True when an error only says that the connection is closed. */
export const isBroken = (error: unknown): boolean =>
  chainOf(error).some((each) => 'code' in each && BROKEN_CODES.has(String(each.code)));

const BROKEN_CODES: ReadonlySet<string> = new Set(
  [
    ['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED'],
    ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
  ].flat(),
);

/** Says everything in one line that is safe to print. */
export const oneLine = (text: string): string =>
  forTerminal(text)
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

/** How a program ended, else what it wrote that is not MCP; null when there is neither. */
export function programFailure(program: StdioTransport): string | null {
  const { ending, lastErrorLine } = program;
  const words = lastErrorLine === '' ? '' : `: ${lastErrorLine.slice(0, 300)}`;
  return ending === null ? strangeWords(program) : `it ${ending}${words}`;
}

const strangeWords = ({ strayLine }: StdioTransport): string | null =>
  strayLine === null ? null : `it does not speak MCP, its output is ${JSON.stringify(strayLine)}`;

/** What an error says, without what it repeats of requests and replies. */
export function causeOf(error: unknown): string {
  const status = statusOf(error);
  if (status !== null) return STATUS_TEXTS[status] ?? `it answered with HTTP ${status}`;
  if (chainOf(error).some((each) => 'issues' in each)) return 'it answered, but not in the words of MCP';
  return innermost(error).slice(0, 300);
}

/** True when an error only says that no answer came in time. */
export const isTimeout = (error: unknown): boolean =>
  chainOf(error).some((each) => ('code' in each && each.code === 'REQUEST_TIMEOUT') || each.name === 'TimeoutError');

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  401: 'it requires authentication (HTTP 401)',
  403: 'it denies access (HTTP 403)',
  404: 'there is no MCP server at this address (HTTP 404)',
};

function hintOf(config: McpServerConfig, error: unknown): string {
  const status = statusOf(error);
  const key = config.kind === 'stdio' ? 'command' : status === 401 || status === 403 ? 'headers' : 'url';
  return `"${key}" in ${config.place}`;
}

function statusOf(error: unknown): number | null {
  for (const each of chainOf(error)) {
    if ('status' in each && typeof each.status === 'number') return each.status;
  }
  return null;
}

/** `fetch failed` says nothing; what it was caused by does. */
function innermost(error: unknown): string {
  const last = chainOf(error).at(-1);
  if (last === undefined) return String(error);
  if (last instanceof AggregateError && last.errors.length > 0) return innermost(last.errors[0]);
  if (last.message !== '') return last.message;
  return 'code' in last && typeof last.code === 'string' ? last.code : last.name;
}

function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 10; each = each.cause) chain.push(each);
  return chain;
}
