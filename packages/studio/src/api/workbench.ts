import type { Decision, HookRun, JsonObject } from '@hookline/core/internal';
import type { HookProof, Mismatch } from '@hookline/toolbox';

/** `GET /api/drafts`, edit mode. */
export interface DraftList {
  readonly drafts: readonly Draft[];
}

/** `POST /api/drafts {hook, project, file?}` begins one from the hook's file; `PUT /api/drafts/:id {text}` changes it. */
export interface Draft {
  readonly id: string;
  /** Id of the hook that it is a draft of. */
  readonly hook: string;
  readonly name: string;
  readonly dialect: string;
  readonly project: string;
  /** The file that it is a draft of, as the hook's file list shows it. */
  readonly file: string;
  readonly language: DraftLanguage;
  readonly text: string;
  /** Differs from the file on disk. */
  readonly differs: boolean;
  /** The file on disk is another one than the draft was begun from. */
  readonly outdated: boolean;
  readonly changedAt: number;
  /** Saving it asks in the terminal, because it is in force without trust. */
  readonly savedByTerminal: boolean;
}

export type DraftLanguage = 'shell' | 'javascript' | 'python' | 'json' | 'yaml' | 'text';

/** `POST /api/drafts/:id/run`: the draft and the hook as it is now, on events. */
export interface DraftRunAsked {
  readonly on:
    | { readonly from: 'record'; readonly q: string; readonly limit: number }
    | { readonly from: 'example' }
    | { readonly from: 'event'; readonly event: JsonObject };
}

export interface DraftRun {
  readonly results: readonly DraftResult[];
  /** Events that could not be run, with the reason in words. */
  readonly notes: readonly string[];
}

/** One event through the draft and through the hook as it is. */
export interface DraftResult {
  /** The decision that the event comes from; null: an example. */
  readonly decision: string | null;
  readonly about: string;
  readonly event: string;
  readonly draft: DraftOutcome;
  readonly now: DraftOutcome;
  readonly differs: boolean;
}

export interface DraftOutcome {
  readonly decision: Decision;
  /** "block (deny_tool)", "pass" and such, in words. */
  readonly words: string;
  readonly reason: string | null;
  /** Null: the hook was not selected by the event. */
  readonly run: HookRun | null;
}

/** `POST /api/drafts/:id/save` */
export type DraftSaved =
  | { readonly kind: 'saved'; readonly file: string; readonly trust: string; readonly difference: string }
  | { readonly kind: 'asked'; readonly ask: string };

/** `POST /api/tests/run {project, hook?}`, edit mode. */
export interface CasesRun {
  readonly cases: readonly CaseView[];
  readonly passed: number;
  readonly failed: number;
  readonly problems: readonly string[];
}

export interface CaseView {
  readonly title: string;
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  readonly status: 'passed' | 'failed' | 'skipped' | 'updated';
  readonly mismatches: readonly Mismatch[];
  readonly decision: Decision | null;
  readonly durationMs: number;
}

/** `POST /api/prove {project, hook}`, edit mode. */
export interface Proved {
  readonly proofs: readonly HookProof[];
}

/** `POST /api/ask {what, project, hook?}`: only asks; the question stands in the studio's terminal. */
export interface AskRequest {
  readonly what: 'trust' | 'untrust' | 'shadow' | 'unshadow';
  readonly project: string;
  /** Id of the hook, for shadow. */
  readonly hook: string | null;
}

/** What `POST /api/ask` gives, and `GET /api/asks/:id` after it. */
export interface AskState {
  readonly ask: string;
  readonly state: 'waiting' | 'done' | 'refused' | 'failed' | 'no-terminal';
  /** The question as the terminal shows it. */
  readonly question: string;
  /** What came of it, in words; null while it waits. */
  readonly result: string | null;
  /** The command that does the same. */
  readonly command: string;
}
