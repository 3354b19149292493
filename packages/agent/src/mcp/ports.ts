import type { ElicitationAnswer, ElicitationQuestion } from '../contract/user-interface.ts';

/** What a server wants to know of the user, as hooks and the user interface are told. */
export interface ElicitationRequest extends ElicitationQuestion {
  /** Given for mode `url` by servers of the 2025 revisions. */
  readonly elicitationId: string | null;
}

/** What MCP servers need of the session. */
export interface McpPorts {
  readonly elicit: (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;
  /** Called with the final answer to a server, before it is sent. */
  readonly onElicited: (request: ElicitationRequest, answer: ElicitationAnswer) => Promise<void>;
  /** Called with one line for everything that the user should know: servers that do not start, end early or misbehave. */
  readonly onProblem: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly project: string;
}
