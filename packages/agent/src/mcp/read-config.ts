import { join } from 'node:path';
import {
  type Diagnostic,
  duplicateFindings,
  forTerminal,
  isJsonObject,
  parseJsonDocument,
  type Position,
  toDiagnostics,
} from '@hookline/core/internal';
import { readEntry } from './config-entry.ts';
import { readConfigFile } from './config-file.ts';
import { contentDigest } from './content-digest.ts';
import { unknownKeys, type Reading } from './entry-fields.ts';
import type { McpServerConfig } from './server-config.ts';

/** What `.mcp.json` says. */
export interface McpConfig {
  /** The digest of the file and of the project's scripts that it starts, for `mcpTrust`; null: no such file. */
  readonly digest: string | null;
  readonly servers: readonly McpServerConfig[];
  /** One line for each thing that is wrong; a bad entry disables only itself. */
  readonly problems: readonly string[];
}

const MCP_CONFIG_FILE = '.mcp.json';

/** Reads the servers of a project; starts and asks nothing. */
export async function readMcpConfig(
  project: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<McpConfig> {
  const file = readConfigFile(join(project, MCP_CONFIG_FILE));
  if (file.kind === 'absent') return { digest: null, servers: [], problems: [] };
  if (file.kind === 'refused') return { digest: null, servers: [], problems: [`${MCP_CONFIG_FILE}: ${file.why}`] };
  const { servers, problems } = await readServers(file.text, project, env);
  const digest = contentDigest(file.digest, servers, project);
  return { digest, servers, problems: problems.map(forTerminal) };
}

type Found = Pick<McpConfig, 'servers' | 'problems'>;

async function readServers(text: string, project: string, env: Reading['env']): Promise<Found> {
  const parsed = await parseJsonDocument(text);
  if (!parsed.ok) return unusable(await toDiagnostics([parsed.finding], MCP_CONFIG_FILE, null));
  const { document } = parsed;
  const duplicates = duplicateFindings(document, 'error');
  if (duplicates.length > 0) return unusable(await toDiagnostics(duplicates, MCP_CONFIG_FILE, document));
  const { value } = document;
  const locate = await document.locator();
  const reading: Reading = { project, env, at: (path) => placeAt(locate(path, 'key')) };
  if (!isJsonObject(value)) return failed(`${reading.at([])} expected an object with the key "mcpServers"`);
  const unknown = unknownKeys(value, ['mcpServers'], [], reading);
  const entries = value['mcpServers'];
  if (entries === undefined) return failed(unknown[0] ?? `${reading.at([])} lacks the key "mcpServers"`);
  if (!isJsonObject(entries)) return failed(`${reading.at(['mcpServers'])} expected an object of servers by name`);
  const read = Object.entries(entries).map(([name, entry]) => readEntry(name, entry, reading));
  return {
    servers: read.flatMap(({ server }) => (server === null ? [] : [server])),
    problems: [...unknown, ...read.flatMap(({ problems }) => problems)],
  };
}

const failed = (problem: string): Found => ({ servers: [], problems: [problem] });

const unusable = (diagnostics: readonly Diagnostic[]): Found => ({
  servers: [],
  problems: diagnostics.map(
    ({ line, column, message, hint }) =>
      `${placeAt({ line: line ?? 1, column: column ?? 1 })} ${message}${hint === null ? '' : `; ${hint}`}`,
  ),
});

const placeAt = ({ line, column }: Position): string => `${MCP_CONFIG_FILE}:${line}:${column}`;
