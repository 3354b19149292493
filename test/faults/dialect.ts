import type { Effect, EventName, HandlerKind, Json, JsonObject } from '../../packages/core/src/model/index.ts';

/** Whose hook it is: one of the user's own, or one that a project brings along. */
export type HookScope = 'user' | 'project';
export const SCOPES: readonly HookScope[] = ['user', 'project'];
/** Whether a dialect has hooks of a scope. */
export const hasScope = ({ scopes = SCOPES }: Pick<FaultDialect, 'scopes'>, scope: HookScope): boolean =>
  scopes.includes(scope);
export const otherScope = (scope: HookScope): HookScope => (scope === 'user' ? 'project' : 'user');

/** What the specification says about one event of one dialect: written by hand, never read out of the source. */
export interface Stage {
  readonly event: EventName;
  readonly native: string;
  readonly fields: JsonObject;
  /** What a refusal does here; null where the event cannot be stopped. */
  readonly effect: Effect | null;
  /** Whether the action goes on when the hook fails: STD of faults.md. */
  readonly onFault: 'proceed' | 'block';
  /** Whether it goes on when the hook takes too long; absent: as when it fails. */
  readonly onTimeout?: 'proceed';
  /** The reason of a refusal that stands for a failure; absent: the message of the fault. */
  readonly faultReason?: RegExp;
  /** Whether it goes on when only the answer is broken. */
  readonly onBadOutput: 'proceed' | 'block';
  /** What output that is not a JSON object is, at exit 0. */
  readonly text: 'nothing' | 'bad_output';
  /** What no output is, at exit 0. */
  readonly silence: 'nothing' | 'bad_output';
  /** What an object is that says nothing of the dialect. */
  readonly emptyObject: 'nothing' | 'bad_output';
  /** What a field is that the dialect does not know, beside a refusal; `void`: the refusal does not count either. */
  readonly strangeField: 'ignored' | 'bad_output' | 'void';
  /** What exit code 2 is where the event cannot be stopped: a failure, or nothing; absent: a refusal without power. */
  readonly exitTwo?: 'a failure' | 'nothing';
  /** False: the hook runs in the background. */
  readonly waits: boolean;
  /** A refusal in the dialect's own words, null where it has none for this event. */
  readonly refusal: ((reason: string) => JsonObject) | null;
  /** The words of a refusal and of its opposite, as they stand in the JSON. */
  readonly words: { readonly no: string; readonly yes: string };
  readonly consent: JsonObject;
  /** No key of an answer decides anything here, so that none can have a word that is not known. */
  readonly hasNoWords?: true;
  /** The dialect knows the words of a consent, and does not take them. */
  readonly hasNoConsent?: true;
  /** What a refusal of a prompt handler does here, where that differs. */
  readonly promptEffect?: Effect;
  /** An answer that carries a text to the model or to the user; null where none is taken. */
  readonly telling: ((text: string) => JsonObject) | null;
}

/** A program, or another handler, as a hook. */
export interface LaidHook {
  readonly name: string;
  readonly native: string;
  readonly path: string;
  readonly timeoutMs: number;
  /** The handler where it is no command, as the dialect writes it. */
  readonly entry?: JsonObject;
  /** Keys that claim powers which no hook has. */
  readonly claims?: JsonObject;
  /** Leaves out what the dialect requires. */
  readonly isBad?: true;
}

export interface FaultDialect {
  readonly id: string;
  readonly stages: readonly Stage[];
  /** Another event, whose hook is in order: it must still work after the fault. */
  readonly next: Pick<Stage, 'event' | 'native' | 'fields'> & {
    /** Its refusal with a reason; absent: exit code 2, with the reason on stderr. */
    readonly refusal?: (reason: string) => JsonObject;
  };
  /** An event that never happens here, for hooks that are only there. */
  readonly idle: string;
  /** Kinds of handlers that it knows. */
  readonly handlers: readonly HandlerKind[];
  /** Variables without which the servers of the matrix, all on this machine, are not asked; absent: none are needed. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whose hooks there can be; absent: both the user's and a project's. */
  readonly scopes?: readonly HookScope[];
  /** Where its definitions stand, below the root of a site. */
  readonly folders: Readonly<Record<HookScope, string>>;
  /** The file in that folder which defines a hook. */
  readonly fileOf: (name: string) => string;
  /** Where in that folder the program of a hook must stand; null: programs may stand anywhere. */
  readonly programOf: ((name: string) => string) | null;
  /** The files that define these hooks; `direct` asks for no shell where there is a choice. */
  readonly definitions: (hooks: readonly LaidHook[], direct: boolean) => Readonly<Record<string, Json | string>>;
  /** What of its definitions can be anything else without a change of what they mean; absent: white space alone. */
  readonly withoutMeaning?: RegExp;
  readonly runsIn: 'project' | 'event';
  /** Whose hooks run in the folder of their file instead; absent: no one's. */
  readonly runInOwnFolder?: readonly HookScope[];
  /** Whether one bad entry, or one unknown key, makes the whole load void. */
  readonly badEntry: 'skipped' | 'rejects the load' | 'rejects its file';
  /** What is said about an entry that lacks what the dialect requires. */
  readonly badEntrySays: RegExp;
  /** What every exit but 0 and 2 is. */
  readonly otherExit: 'fault' | 'refusal';
  /** What the failure of a hook by its exit is to the user, where it stops nothing. */
  readonly failedExit: 'a warning' | 'a remark';
  /** What a refusal is in an answer that cannot be read as a whole; `text`: void, and what is no JSON is plain text. */
  readonly brokenRefusal: 'counts' | 'void' | 'text';
  /** A refusal in JSON that the system itself reads, and that is longer or deeper than we do; absent: as `brokenRefusal`. */
  readonly beyondOurLimits?: 'counts';
  /** Output that begins as JSON does, and is not one object; absent: text like any other. */
  readonly likeJson?: 'bad_output';
  /** What the answer of a hook is that then fails by its exit code or dies; absent: it is not obeyed. */
  readonly failedAnswer?: 'counts';
  /** Of whom a refusal tells the reason, where several hooks refuse: the first stops the others, or all run. */
  readonly reasons: 'first' | 'all';
  /** What the fault says about the decision "toString"; null where a word that is not known is nothing. */
  readonly unknownWordSays: RegExp | null;
  /** An answer with values of the wrong types, and what the fault says about it; null where they are nothing. */
  readonly wrongTypes: { readonly answer: string; readonly says: RegExp | null };
  /** Whether a shell starts the program of a hook. */
  readonly shell: 'always' | 'unless direct' | 'never';
  /** Timeouts are whole seconds; absent: they can be shorter. */
  readonly wholeSeconds?: true;
  /** A refusal without a reason is a failure; absent: it has a default. */
  readonly silentRefusal?: 'a failure';
  /** The shell is started for a program that cannot be, and its exit code is the fault; absent: nothing is started. */
  readonly missingProgram?: 'its shell fails';
  /** What a definition without content is; absent: a broken one. */
  readonly emptyFile?: 'no hooks';
  /** Milliseconds of the timeout where no definition can set it; null where it can. */
  readonly fixedTimeoutMs: number | null;
  /** What a model may answer: the first of several objects counts, or there must be one. */
  /** `whole object`: anything else lets the action go on. */
  readonly modelReply: 'first object' | 'one object' | 'whole object';
  /** What becomes of the words on stderr beside exit 2; absent: they are the reason. */
  readonly exitTwoReason?: 'default';
  /** What exit 2 without a word on stderr is; absent: a refusal. */
  readonly silentExit2?: 'a fault';
  /** What two documents are, one after the other; absent: text. */
  readonly twoDocuments?: 'bad_output';
  /** What a server's answer is that is no JSON; absent: a fault. */
  readonly otherBody?: 'a message';
  /** What comes of a program that its shell cannot start, where the shell is started anyhow; absent: it is not. */
  readonly shellFails?: 'a fault' | 'a refusal';
  /** Events on which agent handlers are refused. */
  readonly noAgentsOn: readonly EventName[];
  /** Events on which prompt handlers are refused; absent: none. */
  readonly noPromptsOn?: readonly EventName[];
  /** The event on which a hook keeps the agent working, and how often in a row; null where there is none. */
  readonly keepsWorking: { readonly native: string; readonly bound: number } | null;
  /** By the name of the hook and the native event. */
  readonly defaultReason: (name: string, native: string) => string;
  /** Ids under which users know faults; a refusal is told like an exit. */
  readonly faultIds: Readonly<Record<string, string>>;
}

export const TOOL = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1' };
export const OPEN = { onFault: 'proceed', onBadOutput: 'proceed', waits: true } as const;
export const LENIENT = { silence: 'nothing', emptyObject: 'nothing', strangeField: 'ignored' } as const;

/** Values under the native event of their hook, in order. */
export function byEvent(hooks: readonly LaidHook[], entryOf: (hook: LaidHook) => Json): Record<string, Json[]> {
  const events: Record<string, Json[]> = {};
  for (const hook of hooks) (events[hook.native] ??= []).push(entryOf(hook));
  return events;
}

/** Groups of one handler each, as the dialects with groups write them. */
export const grouped = (hooks: readonly LaidHook[], entryOf: (hook: LaidHook) => JsonObject): Record<string, Json[]> =>
  byEvent(hooks, (hook) => ({ matcher: '*', hooks: [entryOf(hook)] }));
