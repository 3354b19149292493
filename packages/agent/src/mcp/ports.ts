import type { ElicitationAnswer, ElicitationQuestion } from '../contract/front.ts';

/** What a server wants to know of the person, as hooks and the front are told. */
export interface ElicitationRequest extends ElicitationQuestion {
  /** Given for mode `url` by servers of the 2025 revisions. */
  readonly elicitationId: string | null;
}

/** What MCP servers need of the session. */
export interface McpPorts {
  readonly elicit: (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;
  /** Told what a server was answered in the end, before it is. */
  readonly onElicited: (request: ElicitationRequest, answer: ElicitationAnswer) => Promise<void>;
  /** Told in one line of everything that a person should know: servers that do not start, end early or misbehave. */
  readonly onProblem: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly project: string;
}
