import type { Json, JsonObject } from '@hookline/core';
import type { Task } from '../contract/task.ts';
import type { ToolDefinition } from '../contract/model.ts';

/** What a tool does to the world: permission modes decide by it. */
export type Access = 'read' | 'edit' | 'run' | 'network' | 'delegate';

/** Where a tool runs and for whom. */
export interface ToolContext {
  readonly project: string;
  /** Folder that relative paths and commands start from. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unique for the call. */
  readonly callId: string;
  /** Called with every file that the tool read or changed, as an absolute path. */
  readonly onFile: (path: string) => void;
  readonly tasks: TaskList;
  /** Shell files that hooks have written for commands: read before each, in this order. */
  readonly shellFiles: () => readonly string[];
}

/** What became of a change of the task list: the task with the texts of hooks for the model, or why it was refused. */
export type TaskChange = { readonly task: Task; readonly reminders: readonly string[] } | { readonly refused: string };

/** The task list of the session. */
export interface TaskList {
  readonly all: () => readonly Task[];
  readonly create: (subject: string, description: string) => Promise<TaskChange>;
  /** Puts a task in the place of the one with its id. */
  readonly replace: (task: Task) => Promise<TaskChange>;
  readonly remove: (id: string) => void;
}

/** A tool ended: `text` is what the model reads, and what hooks see as tool_response unless `output` says more. */
export type ToolEnd =
  | {
      readonly ok: true;
      readonly output?: Json;
      readonly text: string;
      readonly exitCode?: number;
      /** The folder a command left behind as its own, when it moved. */
      readonly newCwd?: string;
      /** Texts of hooks for the model beside `text`, complete with their envelopes. */
      readonly reminders?: readonly string[];
      /** The turn is done with it: there is nothing more to ask the model. */
      readonly isLast?: true;
    }
  | {
      readonly ok: false;
      readonly error: string;
      /** One word, such as `timeout`, `exit`, `not_found`, `invalid_input`, `interrupted`. */
      readonly errorType: string;
      readonly exitCode?: number;
      readonly newCwd?: string;
    };

/** Something the model can use. `run` never throws for what the model or the world did wrong. */
export interface Tool extends ToolDefinition {
  readonly access: Access;
  /** For tools of an MCP server: which server runs it. */
  readonly mcp?: {
    readonly server: string;
    readonly tool: string;
    /** How the server is reached, without anything secret. */
    readonly connection: JsonObject;
  };
  /** The file that a call is about, for permission and for nested instructions. */
  readonly fileOf?: (input: JsonObject) => string | null;
  readonly run: (input: JsonObject, context: ToolContext, signal: AbortSignal) => Promise<ToolEnd>;
}
