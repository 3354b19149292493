import type { Json, JsonObject } from '@hookline/core';
import type { Happening } from './happening.ts';

/** A tool call that needs a person's word. */
export interface PermissionQuestion {
  readonly tool: string;
  readonly input: JsonObject;
  /** Why it is asked, when a hook wants it to be. */
  readonly reason: string | null;
  /** The rule that an answer `always` would add. */
  readonly rule: string;
}

/** A person's word about a tool call; `always` adds the rule of the question, `message` goes to the model. */
export type PermissionAnswer =
  | { readonly allow: true; readonly always: boolean }
  | { readonly allow: false; readonly message: string | null };

/** What an MCP server wants to know from the person: a form to fill in, or a page to visit. */
export interface ElicitationQuestion {
  readonly server: string;
  readonly message: string;
  readonly mode: 'form' | 'url';
  readonly url: string | null;
  readonly requestedSchema: JsonObject | null;
}

/** What the person did about it; `content` is the filled-in form, and null unless it is accepted. */
export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content: Json;
}

/** Who sits in front of the agent: told of everything, and asked where somebody is there to answer. */
export interface Front {
  readonly tell: (happening: Happening) => void;
  /** null: nobody can answer, and what would be asked is denied. */
  readonly askPermission: ((question: PermissionQuestion, signal: AbortSignal) => Promise<PermissionAnswer>) | null;
  /** null: nobody can answer, and an elicitation is cancelled. */
  readonly elicit: ((question: ElicitationQuestion, signal: AbortSignal) => Promise<ElicitationAnswer>) | null;
}
