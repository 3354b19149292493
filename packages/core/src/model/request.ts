import type { AnyEvent } from './event.ts';
import type { JsonObject } from './json.ts';
import type { CentralRule } from './managed-policy.ts';

/** What every handler needs to know about its run. */
export interface RunFrame {
  /** Unique for the run: names the environment tag by which escaped children are found. */
  readonly runId: string;
  readonly timeoutMs: number;
  /** Called at the last moment before anything is started: why it must not be, or null. Absent: it may. */
  readonly mayStart?: (() => string | null) | undefined;
}

/** A program to start: fully resolved, nothing left to interpret. */
export interface CommandRequest extends RunFrame {
  readonly kind: 'command';
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Where it runs when that folder cannot be entered; absent: then it is not started. */
  readonly otherwiseIn?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array;
  /** `kill`: SIGKILL at once at the timeout; `term`: SIGTERM, then SIGKILL. */
  readonly atTimeout: 'term' | 'kill';
  /** Milliseconds between the two; absent: our own. */
  readonly killGraceMs?: number;
  /** The session of the hook: sessions take turns when processes are many. */
  readonly session?: string;
  /** A background hook's group is left alone after its own exit. */
  readonly background: boolean;
  /** The text given to a shell, when the program is one; used only to find a missing script beforehand. */
  readonly script?: string;
  /** A missing script does not keep the program from being started. */
  readonly startsWithoutScript?: true;
  readonly elsewhere?: Elsewhere;
  /** A folder that the hook may write to, made before it starts. */
  readonly dataFolder?: string;
  /** The same, for this session and this user alone. */
  readonly sessionFolder?: string;
  /** The file in it that keeps the variables which the answer gives under this key to later hooks; absent: none. */
  readonly keepsVariables?: { readonly file: string; readonly key: string };
  /** Absent: it is waited for to its end. */
  readonly letGo?: LetGoRule;
}

/** How a program that is waited for may say that nothing is to wait for it any more. */
export interface LetGoRule {
  /** Whether what it has printed so far says so. */
  readonly isSaidBy: (printed: string) => boolean;
  /** Called at most once, while it runs. */
  readonly take: (running: RunningOn) => void;
}

/** A program that runs on although nothing waits for it; until one of the two is called, it is watched as before. */
export interface RunningOn {
  /** What it has printed so far. */
  readonly printed: string;
  /** It is watched on here, for at most so long; the signal ends it. */
  readonly keep: (timeoutMs: number, signal: AbortSignal) => void;
  /** Another process is to watch it; here it counts as cancelled. Throws where the system cannot pass it on. */
  readonly passOn: () => StartedHook;
}

/** The other folder in which a relative program, or the script of an interpreter, is searched. */
export interface Elsewhere {
  readonly folder: string;
  /** The program there, when no shell reads the command and it is relative. */
  readonly program: string | null;
  /** Whether it is searched there before the working folder. */
  readonly isFirst: boolean;
}

/** A background hook that was started by a process which ends before it does. */
export interface HandedOver {
  readonly pid: number;
  /** Wall-clock time in milliseconds, because two processes share no other clock. */
  readonly startedAt: number;
  /** What it had printed before; absent: nothing. */
  readonly printed?: { readonly stdout: string; readonly stderr: string };
}

/** A hook that already runs, and this process's ends of its pipes, to be passed to the process that will supervise it. */
export interface StartedHook {
  readonly handed: HandedOver;
  /** Read ends of stdout and stderr, and of its exit status where it writes one; the caller closes them. */
  readonly descriptors: readonly number[];
}

export interface HttpRequest extends RunFrame {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Addresses that are refused by default, and that the user's own environment allows. */
  readonly allowedAddresses?: readonly string[];
  /** Addresses of private networks are refused; this machine itself only where that is said. Absent: both are asked. */
  readonly privateNetworks?: 'refused' | 'refused-with-loopback';
  /** Environment variables used in the headers, with their values: no record may contain these. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** The event as hooks in code see it. */
export interface CodeEvent {
  readonly name: string;
  readonly payload: JsonObject;
  readonly session_id: string | null;
  readonly cwd: string;
  readonly permission_mode: string | null;
}

export interface PythonRequest extends RunFrame {
  readonly kind: 'python';
  readonly callable: string;
  readonly event: CodeEvent;
  readonly project: string;
  /** `installed`: no module of the project is imported, since the project is not trusted. Absent: those too. */
  readonly imports?: 'installed';
  readonly env: Readonly<Record<string, string>>;
}

export interface ModuleRequest extends RunFrame {
  readonly kind: 'module';
  readonly path: string;
  readonly exportName: string;
  readonly event: CodeEvent;
}

export interface PromptRequest extends RunFrame {
  readonly kind: 'prompt';
  readonly prompt: string;
  /** As the hook names it; null: the model of the session. */
  readonly model: string | null;
}

export interface AgentRequest extends RunFrame {
  readonly kind: 'agent';
  readonly prompt: string;
  readonly model: string | null;
  /** The only tools the sub-agent may use; null for all that are safe inside a hook. */
  readonly tools: readonly string[] | null;
  readonly maxTurns: number | null;
}

/** A call of a tool of an MCP server, with its input filled in; only a host can carry it out. */
export interface McpToolRequest extends RunFrame {
  readonly kind: 'mcp_tool';
  readonly server: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** A hook of a policy that is decided by the gateway that the machine has joined. */
export interface CentralRequest extends RunFrame {
  readonly kind: 'central';
  readonly org: string;
  /** Its name in the policy. */
  readonly hook: string;
  readonly rule: CentralRule;
  /** What of the event leaves the machine. */
  readonly event: AnyEvent;
}

/** A function of the host, called directly. */
export interface FunctionRequest extends RunFrame {
  readonly kind: 'function';
  readonly call: () => unknown;
}

/** A hook that cannot be turned into a request, such as a command line with an open quote. */
export interface ImpossibleRequest extends RunFrame {
  readonly kind: 'impossible';
  readonly why: string;
}

export type Request =
  | CommandRequest
  | HttpRequest
  | PythonRequest
  | ModuleRequest
  | PromptRequest
  | AgentRequest
  | McpToolRequest
  | CentralRequest
  | FunctionRequest
  | ImpossibleRequest;
