import type {
  Client,
  ElicitRequestParams,
  ElicitRequestURLParams,
  ElicitResult,
  Tool as ListedTool,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '@hookline/core';
import type { ToolEnd } from '../tools/tool.ts';
import { causeOf, isBroken, isTimeout, oneLine, programFailure } from './failure-text.ts';
import type { Limits } from './limits.ts';
import type { McpServerConfig } from './server-config.ts';
import type { StdioTransport } from './stdio-transport.ts';
import { toolEndOf } from './tool-result.ts';
import type { RunningCalls } from './running-calls.ts';

/** A server that answered, and what it offers now. */
export interface ConnectedServer {
  readonly name: string;
  /** How it is reached, for hooks. */
  readonly connection: JsonObject;
  readonly tools: readonly ListedTool[];
  /** Never throws: every failure becomes an error for the model. */
  readonly call: (tool: string, input: JsonObject, signal: AbortSignal) => Promise<ToolEnd>;
  readonly close: () => Promise<void>;
}

/** What makes up one connection. */
export interface Connection {
  readonly config: McpServerConfig;
  readonly client: Client;
  /** null for a server over HTTP. */
  readonly program: StdioTransport | null;
  readonly calls: RunningCalls;
  readonly limits: Limits;
  readonly ask: (params: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>;
}

/** Calls one tool within the time limit; what the server or the connection did wrong becomes an error for the model. */
export async function callTool(
  connection: Connection,
  tool: string,
  input: JsonObject,
  signal: AbortSignal,
): Promise<ToolEnd> {
  const { client, program, calls, limits } = connection;
  if (program !== null && program.ending !== null) return ended(connection);
  const done = calls.begin();
  try {
    const timeout = limits.toolMs;
    return toolEndOf(await client.callTool({ name: tool, arguments: { ...input } }, { signal, timeout }));
  } catch (error) {
    const pages = signal.aborted ? [] : pagesIn(error);
    if (pages.length > 0) return await openPages(connection, pages, signal);
    return signal.aborted ? INTERRUPTED : await failedCall(connection, error);
  } finally {
    done();
  }
}

/** A broken pipe is often noticed before the end of the program that was behind it. */
export const LAST_WORDS_MS = 500;

const INTERRUPTED: ToolEnd = { ok: false, error: 'The call was interrupted.', errorType: 'interrupted' };

/** The pages that the user must see before the server of a 2025 revision takes the call. */
const pagesIn = (error: unknown): readonly ElicitRequestURLParams[] =>
  error instanceof Error && 'elicitations' in error ? (error as UrlElicitationRequiredError).elicitations : [];

async function openPages(
  { config, ask }: Connection,
  pages: readonly ElicitRequestURLParams[],
  signal: AbortSignal,
): Promise<ToolEnd> {
  const actions: string[] = [];
  for (const page of pages) actions.push((await ask(page, signal)).action);
  if (signal.aborted) return INTERRUPTED;
  const isAccepted = actions.every((action) => action === 'accept');
  const advice = isAccepted ? 'try again when the user is done' : 'the user did not agree';
  const error = `MCP server "${config.name}" wants the user to open a page first; ${advice}`;
  return { ok: false, error, errorType: 'mcp' };
}

async function failedCall(connection: Connection, error: unknown): Promise<ToolEnd> {
  const { config, program, limits } = connection;
  if (isBroken(error)) await program?.endsWithin(LAST_WORDS_MS);
  if (program !== null && program.ending !== null) return ended(connection);
  const who = `MCP server "${config.name}"`;
  if (isTimeout(error)) {
    const text = `${who} gave no answer within ${limits.toolMs} ms (MCP_TOOL_TIMEOUT)`;
    return { ok: false, error: text, errorType: 'timeout' };
  }
  const isAnswer = error instanceof Error && 'code' in error && typeof error.code === 'number';
  const text = isAnswer ? `${who} refused: ${error.message}` : `${who} could not be asked: ${causeOf(error)}`;
  return { ok: false, error: text, errorType: 'mcp' };
}

function ended({ config, program }: Connection): ToolEnd {
  const how = (program === null ? null : programFailure(program)) ?? 'it has ended';
  const error = oneLine(`MCP server "${config.name}" is gone: ${how}; its tools cannot be used any more`);
  return { ok: false, error, errorType: 'mcp' };
}
