import type { Json, JsonObject } from '@hookline/core';
import type { AgentEvent } from './agent-event.ts';

/** A tool call, or another change, that needs a user's permission. */
export interface PermissionQuestion {
  readonly tool: string;
  readonly input: JsonObject;
  /** Why it is asked, when a hook wants it to be. */
  readonly reason: string | null;
  /** The rule that an answer `always` would add; null: there is none, and it counts as a yes. */
  readonly rule: string | null;
}

/** A user's answer about a tool call; `always` adds the rule of the question, `message` goes to the model. */
export type PermissionAnswer =
  | { readonly allow: true; readonly always: boolean }
  | { readonly allow: false; readonly message: string | null };

/** What an MCP server wants to know from the user: a form to fill in, or a page to visit. */
export interface ElicitationQuestion {
  readonly server: string;
  readonly message: string;
  readonly mode: 'form' | 'url';
  readonly url: string | null;
  readonly requestedSchema: JsonObject | null;
}

/** What the user did about it; `content` is the filled-in form, and null unless it is accepted. */
export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content: Json;
}

/** The user interface of an agent: told of everything, and asked where a user is there to answer. */
export interface UserInterface {
  readonly tell: (event: AgentEvent) => void;
  /** null: no user can answer, and what would be asked is denied. */
  readonly askPermission: ((question: PermissionQuestion, signal: AbortSignal) => Promise<PermissionAnswer>) | null;
  /** null: no user can answer, and an elicitation is cancelled. */
  readonly elicit: ((question: ElicitationQuestion, signal: AbortSignal) => Promise<ElicitationAnswer>) | null;
}
