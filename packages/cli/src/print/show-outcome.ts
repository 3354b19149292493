import { type AnyEvent, DIALECTS, type Outcome, emptyOutcome, forTerminal, jsonLine } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import type { Caller } from '../call/caller.ts';
import { askWhy } from './ask-why.ts';
import { diagnosticLines } from './diagnostics.ts';
import { oneLine } from './text.ts';
import { messageText, outcomeLines, printedLines } from './outcome.ts';
import { paintFor } from './paint.ts';

/** Prints an outcome: data on stdout, then on stderr the reason of a block, alone on the last lines. */
export function showOutcome(outcome: Outcome, given: Arguments, caller: Caller): void {
  if (isGiven(given, 'json')) caller.writeOut(jsonLine(outcome));
  else showSummary(outcome, given, caller);
  if (outcome.block !== null) caller.writeErr(`${reasonOf(outcome.block)}\n`);
}

/** Says that no hook was run at all, so that nobody takes silence for consent. */
export function showDisabled(event: AnyEvent, given: Arguments, caller: Caller): void {
  const outcome = emptyOutcome(event.hook_event_name);
  if (isGiven(given, 'json')) caller.writeOut(jsonLine(outcome));
  else caller.writeOut(`${outcomeLines(outcome, paintFor(1, caller.env, caller.isTerminal)).join('\n')}\n`);
  caller.writeErr('hookline: no hook was run: HOOKLINE_DISABLE is set\n');
}

/** What a system says about an answer that it takes all the same goes to stderr, as what is said about hook files does. */
const isAside =
  ({ hooks }: Outcome) =>
  ({ level, code, hook }: Outcome['messages'][number]): boolean =>
    level === 'warning' && code === null && WARNING_ONCE.has(hooks.find(({ id }) => id === hook)?.dialect ?? '');

const WARNING_ONCE: ReadonlySet<string> = new Set(
  DIALECTS.filter(({ answer }) => answer.unknownKeys === 'warned-once').map(({ id }) => id),
);

function showSummary(outcome: Outcome, given: Arguments, caller: Caller): void {
  const talk = paintFor(2, caller.env, caller.isTerminal);
  const notes = [
    ...outcome.diagnostics.flatMap((diagnostic) => diagnosticLines(diagnostic, talk)),
    ...outcome.messages.filter(isAside(outcome)).map((message) => `warning: ${oneLine(messageText(message))}`),
    ...(isGiven(given, 'debug') ? printedLines(outcome.hooks) : []),
  ];
  const data = paintFor(1, caller.env, caller.isTerminal);
  const summary = [...outcomeLines(outcome, data, isAside(outcome)), data('dim', askWhy(given))];
  if (notes.length > 0) caller.writeErr(`${notes.join('\n')}\n`);
  caller.writeOut(`${summary.join('\n')}\n`);
}

const reasonOf = ({ reason, hook, effect }: NonNullable<Outcome['block']>): string =>
  forTerminal(reason === null || reason.trim() === '' ? `blocked by ${hook} (${effect}), without a reason` : reason);
