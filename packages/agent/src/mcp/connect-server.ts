import type { JsonObject } from '@hookline/core';
import type { Client, ClientOptions, Tool as ListedTool, Transport } from '@modelcontextprotocol/client';
import { setTimeout as wait } from 'node:timers/promises';
import { createGuardedFetch, errorText } from '@hookline/core/internal';
import { callTool, LAST_WORDS_MS, type ConnectedServer, type Connection } from './connected-server.ts';
import { answerElicitation } from './elicitation.ts';
import { failureText, isBroken, oneLine, programFailure } from './failure-text.ts';
import type { Limits } from './limits.ts';
import type { McpPorts } from './ports.ts';
import { RunningCalls } from './running-calls.ts';
import type { McpServerConfig } from './server-config.ts';
import { serverEnvironment } from './server-environment.ts';
import { StdioTransport } from './stdio-transport.ts';

/** What all servers of a session share. */
export interface McpSession {
  readonly ports: McpPorts;
  readonly limits: Limits;
}

/** Connects to one server and lists its tools; null when that failed, which was reported to `onProblem`. */
export async function connectServer(
  config: McpServerConfig,
  session: McpSession,
  signal: AbortSignal,
): Promise<ConnectedServer | null> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(session.limits.connectMs)]);
  const first = config.kind === 'stdio' ? 'legacy' : 'auto';
  try {
    const server = await attempt(config, session, first, inTime);
    return server === 'other-revision' ? await lastAttempt(config, session, inTime) : server;
  } catch (error) {
    if (!signal.aborted) session.ports.onProblem(errorText(error));
    return null;
  }
}

/**
 * Over pipes the older revisions are tried first, since their servers may break at the first question of the newer one;
 * over HTTP it is the other way round, since servers without sessions can ask the user only in the newer one.
 */
type Revision = 'legacy' | 'auto';

async function lastAttempt(
  config: McpServerConfig,
  session: McpSession,
  signal: AbortSignal,
): Promise<ConnectedServer> {
  const server = await attempt(config, session, 'auto', signal);
  if (server !== 'other-revision') return server;
  throw new Error(`MCP server "${config.name}" did not start: it supports no known revision of MCP`);
}

async function attempt(
  config: McpServerConfig,
  session: McpSession,
  revision: Revision,
  signal: AbortSignal,
): Promise<ConnectedServer | 'other-revision'> {
  const opened = await openConnection(config, session, revision);
  const { connection, transport, listed } = opened;
  const options = { signal, timeout: session.limits.connectMs };
  try {
    await connection.client.connect(transport, options);
    listed.tools = (await connection.client.listTools(undefined, options)).tools;
  } catch (error) {
    if (isBroken(error)) await connection.program?.endsWithin(LAST_WORDS_MS);
    const text = failureText(config, error, connection.program, session.limits.connectMs);
    await closeConnection(opened);
    if (isOtherRevision(error)) return 'other-revision';
    throw new Error(text, { cause: error });
  }
  return serverOf(opened, session.ports);
}

const UNSUPPORTED_REVISION = -32_022;
const isOtherRevision = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNSUPPORTED_REVISION;

interface OpenedConnection {
  readonly connection: Connection;
  readonly transport: Transport & { readonly terminateSession?: () => Promise<void> };
  readonly listed: { tools: readonly ListedTool[] };
}

async function openConnection(
  config: McpServerConfig,
  { ports, limits }: McpSession,
  revision: Revision,
): Promise<OpenedConnection> {
  const { Client, deserializeMessage, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const listed: OpenedConnection['listed'] = { tools: [] };
  const calls = new RunningCalls();
  const client = new Client(
    WHO_WE_ARE,
    optionsOf(revision, (tools) => (listed.tools = tools)),
  );
  const ask: Connection['ask'] = (params, signal) =>
    calls.during((either) => answerElicitation(config.name, params, ports, either), signal);
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => ask(params, mcpReq.signal));
  if (config.kind === 'stdio') {
    const program = new StdioTransport(config, serverEnvironment(ports.env, config.env), deserializeMessage);
    return { connection: { config, client, program, calls, limits, ask }, transport: program, listed };
  }
  const { url, headers } = config;
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: createGuardedFetch(ports.env),
  });
  return { connection: { config, client, program: null, calls, limits, ask }, transport, listed };
}

const WHO_WE_ARE = { name: 'hookline', version: '0.1.0' };

const optionsOf = (revision: Revision, onTools: (tools: readonly ListedTool[]) => void): ClientOptions => ({
  capabilities: { elicitation: { form: {}, url: {} } },
  versionNegotiation: { mode: revision },
  listChanged: { tools: { onChanged: (_, tools) => (tools === null ? undefined : onTools(tools)) } },
});

function serverOf(opened: OpenedConnection, ports: McpPorts): ConnectedServer {
  const { connection, listed } = opened;
  const { config, client, program } = connection;
  client.onclose = () => {
    const how = (program === null ? null : programFailure(program)) ?? 'the connection was closed';
    ports.onProblem(oneLine(`MCP server "${config.name}" is gone: ${how}; its tools cannot be used any more`));
  };
  return {
    name: config.name,
    connection: connectionInfo(config),
    get tools() {
      return listed.tools;
    },
    call: (tool, input, signal) => callTool(connection, tool, input, signal),
    close: () => {
      client.onclose = () => undefined;
      return closeConnection(opened);
    },
  };
}

/** Ends a session that the server keeps for us, but does not wait long for it. */
async function closeConnection({ connection, transport }: OpenedConnection): Promise<void> {
  const goodbye = transport.terminateSession?.().catch(() => undefined);
  if (goodbye !== undefined) await Promise.race([goodbye, wait(GOODBYE_MS, undefined, { ref: false })]);
  await closeQuietly(connection.client);
  await transport.close();
}

const GOODBYE_MS = 1_000;

async function closeQuietly(client: Client): Promise<void> {
  try {
    await client.close();
  } catch {
    // the transport is closed next in any case
  }
}

/** How a server is reached, as hooks are told: without its environment, arguments and headers, and without query or credentials of its URL. */
export function connectionInfo(config: McpServerConfig): JsonObject {
  if (config.kind === 'stdio') return { command: config.command, cwd: config.cwd };
  const { origin, pathname } = new URL(config.url);
  return { url: `${origin}${pathname}` };
}
