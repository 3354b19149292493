/** One entry of `.mcp.json`, with its variables filled in. */
export type McpServerConfig = StdioServerConfig | HttpServerConfig;

interface NamedEntry {
  readonly name: string;
  /** Where the entry stands, such as `.mcp.json:4`. */
  readonly place: string;
}

/** A server that is a program of its own. */
export interface StdioServerConfig extends NamedEntry {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}

/** A server that is reached by streamable HTTP. */
interface HttpServerConfig extends NamedEntry {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
