import type { Decision, Diagnostic, Json, JsonObject, AnyEvent, Outcome } from '@hookline/core/internal';

/** The expectation about a string. */
export type TextExpectation =
  | { readonly is: 'exactly'; readonly text: string }
  | { readonly is: 'containing'; readonly text: string }
  | { readonly is: 'matching'; readonly pattern: RegExp };

/** An expected message. */
export interface MessageExpectation {
  readonly level: string | null;
  readonly text: TextExpectation;
}

/**
 * The expectation about an outcome; absent keys are not checked, except that no hook may fail and one must have run.
 */
export interface Expectation {
  readonly decision?: Decision;
  /** Any decision but a block. */
  readonly isLetPass?: true;
  readonly reason?: TextExpectation | null;
  readonly effect?: string;
  readonly updatedInput?: JsonObject | null;
  readonly updatedToolOutput?: Json;
  readonly updatedPrompt?: TextExpectation | null;
  /** One string: some context matches it. A list: these and no others, in order. */
  readonly context?: TextExpectation | readonly TextExpectation[];
  readonly messages?: MessageExpectation | readonly MessageExpectation[];
  /** Names or ids of the hooks that ran, in order, each with its status or null. */
  readonly hooks?: readonly { readonly hook: string; readonly status: string | null }[];
  /** Codes of the faults, in order. */
  readonly faults?: readonly string[];
  readonly extra?: JsonObject;
  readonly withinMs?: number;
}

/** One case of a case file. */
export interface HookCase {
  readonly title: string;
  /** Absolute path of the case file. */
  readonly file: string;
  /** For people: relative to the project. */
  readonly display: string;
  readonly line: number;
  /** Its index in the list. */
  readonly index: number;
  readonly project: string;
  readonly dialects: readonly string[] | null;
  /** Names or ids of the only hooks that take part; null: all. */
  readonly hooks: readonly string[] | null;
  readonly event: AnyEvent;
  /** Null: a snapshot is to be taken. */
  readonly expect: Expectation | null;
  readonly prove: 'block' | 'pass' | null;
  readonly skip: boolean;
}

/** A case file as read: broken parts are reported, valid ones are included. */
export interface CaseFile {
  readonly file: string;
  readonly cases: readonly HookCase[];
  readonly diagnostics: readonly Diagnostic[];
  /** Files beside it that its cases read. */
  readonly fixtures: readonly string[];
}

/** One difference from what was expected. */
export interface Mismatch {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** The result of a case. */
export type CaseResult = { readonly case: HookCase; readonly durationMs: number } & (
  | { readonly status: 'passed'; readonly outcome: Outcome }
  | {
      readonly status: 'failed';
      readonly outcome: Outcome | null;
      readonly mismatches: readonly Mismatch[];
      /** It was not run, because its project is not trusted: all cases of the project fail for this one reason. */
      readonly isUntrusted?: true;
    }
  | { readonly status: 'skipped' }
  | { readonly status: 'updated'; readonly outcome: Outcome }
);
