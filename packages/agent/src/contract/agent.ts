import type { Hooks, HooksOptions } from '@hookline/core';
import type { UserInterface } from './user-interface.ts';
import type { TurnEnd } from './agent-event.ts';
import type { Model } from './model.ts';
import type { PermissionMode } from './permission-mode.ts';

/** The models that prompt hooks ask for by size; a slot that is not set is the agent's own model. */
export type ModelSlot = 'fast' | 'long' | 'thinking';

/** What an agent is made of: the project it works in, the model that it asks and its user interface. */
export interface AgentOptions {
  readonly project: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly model: Model;
  readonly slots?: Readonly<Partial<Record<ModelSlot, Model>>>;
  /** Makes a model that a hook or a sub-agent names as `PROVIDER/NAME`; by default with the keys in the environment. */
  readonly modelByName?: (spec: string) => Promise<Model>;
  readonly ui: UserInterface;
  /** True where a user stays after a turn, as in a chat: background hooks can then wake the model. */
  readonly interactive?: boolean;
  readonly permissionMode?: PermissionMode;
  /** Model turns that one prompt may take; default 100. */
  readonly maxTurns?: number;
  /** Tokens that the model can hold; compaction starts at four fifths of it. Default 200,000. */
  readonly contextLength?: number;
  /** The session to go on with; throws a UsageProblem when there is none of that id. */
  readonly resume?: string;
  readonly hooks?: Pick<
    HooksOptions,
    'dialects' | 'plugins' | 'settings' | 'settingSources' | 'stateDir' | 'record' | 'trust'
  >;
  /** Trust the project's hooks and MCP servers as they are now, and record it. */
  readonly trustHooks?: boolean;
  readonly onDebug?: (line: string) => void;
  /** A background hook wants the model woken while nothing runs: the host should call `wake`. */
  readonly onWake?: () => void;
}

/** Why a session ends; each dialect gives it its own name. */
export type EndReason = 'user_exit' | 'ask_complete' | 'clear' | 'resume' | 'sigterm' | 'sighup' | 'error' | 'other';

/** A line that a user can type in place of a prompt, with a slash before its name. */
interface CommandName {
  readonly name: string;
  readonly about: string;
}

/** How the start of a session went. */
interface AgentStart {
  readonly started: boolean;
  readonly reason: string | null;
  /** A prompt of a hook: submit it before any other. */
  readonly firstPrompt: string | null;
}

/** A running session; its user interface is told of everything that happens. */
export interface Agent {
  readonly id: string;
  readonly transcript: string;
  readonly mode: PermissionMode;
  /** `PROVIDER/NAME` of the model that is asked now. */
  readonly model: string;
  /** The commands of user and project, which `submit` expands. */
  readonly commands: readonly CommandName[];
  readonly hooks: Hooks;
  /**
   * Fires SessionStart, before it Setup in a project without sessions, loads instructions and connects to servers, which an aborted signal cuts short; false: a hook
   * aborted the session, which is then closed.
   */
  readonly start: (signal?: AbortSignal) => Promise<AgentStart>;
  /** Carries one prompt, or a command such as `/review src`, through to its end. An aborted signal interrupts the turn, and the session goes on. */
  readonly submit: (prompt: string, signal: AbortSignal) => Promise<TurnEnd>;
  /** A turn that hooks asked for, not the user; nothing happens when no hook has anything to say any more. */
  readonly wake: (signal: AbortSignal) => Promise<TurnEnd>;
  readonly compact: (instructions: string | null, signal: AbortSignal) => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly switchMode: (mode: PermissionMode) => Promise<void>;
  /** Asks another model from now on: `PROVIDER/NAME`, a name of the same provider, or a slot; false: it was refused. */
  readonly switchModel: (name: string, signal: AbortSignal) => Promise<boolean>;
  /** Lets tools work in a further folder as in the project; false: there is no such folder. */
  readonly addFolder: (path: string) => Promise<boolean>;
  /** Fires Setup with the trigger `maintenance`. */
  readonly maintain: () => Promise<void>;
  /** Reads hook files again, as after an edit; says whether the new set is in force. */
  readonly reloadHooks: () => Promise<boolean>;
  /** Tells hooks that the agent waits for its user. */
  readonly notifyIdle: () => Promise<void>;
  /** Ends the session; false: a hook called off the exit that the user asked for, and the session goes on. */
  readonly end: (reason: EndReason) => Promise<boolean>;
}
