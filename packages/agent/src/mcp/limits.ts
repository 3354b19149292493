import type { McpPorts } from './ports.ts';

/** How long to wait for a server. */
export interface Limits {
  readonly connectMs: number;
  readonly toolMs: number;
}

/** The limits of the environment: MCP_TIMEOUT to connect and MCP_TOOL_TIMEOUT for a call, both in milliseconds. */
export function limitsOf({ env, onProblem }: Pick<McpPorts, 'env' | 'onProblem'>): Limits {
  const read = (name: string, otherwise: number): number => {
    const text = env[name] ?? '';
    if (text === '') return otherwise;
    const value = Number(text);
    if (Number.isInteger(value) && value > 0 && value <= LONGEST_TIMER_MS) return value;
    onProblem(`${name} must be a number of milliseconds, not "${text}"; ${otherwise} is used`);
    return otherwise;
  };
  return { connectMs: read('MCP_TIMEOUT', 10_000), toolMs: read('MCP_TOOL_TIMEOUT', 600_000) };
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
