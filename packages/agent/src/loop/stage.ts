import type { CallEnd } from '../session/effects.ts';
import type { Thread } from '../session/thread.ts';
import type { ToolRequest } from './tool-request.ts';

/** Stands between a tool call and its execution: hands the request on, changed or not, or ends the call. */
export type Stage = (thread: Thread, request: ToolRequest, signal: AbortSignal) => Promise<ToolRequest | CallEnd>;
