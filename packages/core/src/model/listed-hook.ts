import type { Diagnostic } from './diagnostic.ts';
import type { EventName } from './event.ts';
import type { HandlerKind, HookUse, Scope } from './hook.ts';

/** One hook as `list` shows it. */
export interface ListedHook {
  /** Unique and stable as long as its file does not change. */
  readonly id: string;
  readonly name: string;
  /** What people call it, where its name is only its command; absent otherwise. */
  readonly label?: string;
  /** Id of the hook system whose rules it follows; `host` for a function of the host. */
  readonly dialect: string;
  readonly scope: Scope;
  /** Its file: relative to the project, absolute outside it. */
  readonly source: string;
  /** Its own system's name for the event. */
  readonly event: string;
  readonly matcher: string | null;
  readonly handler: HandlerKind;
  readonly armed: boolean;
  /** Why it is not armed; null when it is. */
  readonly why: string | null;
  /** It was trusted, and does not run because one of its files has changed: `why` names it. Absent otherwise. */
  readonly withheld?: true;
  /** The skill or sub-agent in whose front matter it stands. Absent otherwise. */
  readonly during?: HookUse;
  /** The user has put it in shadow: it runs, and decides nothing. Absent otherwise. */
  readonly shadow?: true;
}

/** One hook as `explain` shows it; `order` counts from 1 among those that run. */
export interface ExplainedHook extends ListedHook {
  readonly runs: boolean;
  readonly why: string;
  readonly order: number | null;
  /** It is about the tool of the event, and only the input of this call keeps it from running. */
  readonly byInput?: true;
}

/** What an event would do if it were fired: for every hook whether it runs, why or why not, and in which order. */
export interface Explanation {
  readonly event: EventName;
  readonly hooks: readonly ExplainedHook[];
  readonly diagnostics: readonly Diagnostic[];
}
