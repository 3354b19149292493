import {
  type AnyEvent,
  createHooks,
  DIALECTS,
  emptyOutcome,
  forTerminal,
  type Hooks,
  type HooksOptions,
  jsonLine,
  killAllRuns,
  type Outcome,
  outcomeOfFailure,
} from '@hookline/core/internal';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { type Caller, THIS_PROCESS } from '../call/caller.ts';
import { disabledWords, environmentAtError, switchedOff } from '../call/disabled.ts';
import { readEvent } from '../call/event-input.ts';
import { EVENT, EVENT_PLACE, LAST, type OptionRow, OPTIONS } from '../call/options.ts';
import { tryToTrust } from '../call/person-only.ts';
import { modelOf, placeOf } from '../call/place.ts';
import { isCallersMistake } from '../call/wrong-call.ts';
import { diagnosticLines } from '../print/diagnostics.ts';
import { messageText, outcomeLines, printedLines } from '../print/outcome.ts';
import { paintFor } from '../print/paint.ts';
import { oneLine } from '../print/text.ts';
import { detachFor } from '../process/detach.ts';
import { endRunsOnSignal } from '../process/signals.ts';

const WAIT = { name: 'wait', about: 'Wait for background hooks, and report them.' } satisfies OptionRow;

export const FIRE = {
  name: 'fire',
  about: 'Run the hooks of one event and print the outcome.',
  words: { usage: '[FILE|-]', min: 0, max: 1, completes: 'files' },
  options: [...EVENT, ...EVENT_PLACE, OPTIONS.trustHooks, WAIT, OPTIONS.debug, ...LAST],
  examples: [
    {
      does: 'ask the hooks of this project about a command',
      line: `hookline fire --event PreToolUse --tool Bash --input '{"command":"ls"}'`,
    },
    { does: 'take the event from a program', line: 'agent-event | hookline fire - --json' },
    { does: 'also wait for background hooks', line: 'hookline fire event.json --wait' },
  ],
  exits: {
    0: 'nothing blocked',
    1: 'the call could not be carried out: bad event, bad option, or a hook file that its system rejects as a whole',
    2: 'blocked, or hookline itself failed while it decided; the reason is on stderr',
    130: 'interrupted, and its hooks with it',
  },
  run: fire,
  source: ({ words }: Arguments): string => words[0] ?? '-',
} satisfies Command & { readonly source: unknown };

const BLOCKED = 2;
const NOT_CARRIED_OUT = 1;

/** Runs the hooks of one event. Once something has blocked, nothing that fails afterwards hides it. */
async function fire(given: Arguments, caller: Caller = THIS_PROCESS): Promise<number> {
  const event = await readEvent(given, caller);
  try {
    return await decide(event, given, caller);
  } catch (error) {
    if (isCallersMistake(error)) throw error;
    return refuse(outcomeOfFailure(event, error, environmentAtError(given, caller)), given, caller);
  }
}

/** Says that nothing could be decided because of an internal error; also to a program that reads the outcome. */
function refuse(outcome: Outcome, given: Arguments, caller: Caller): number {
  killAllRuns();
  if (outcome.block === null)
    outcome.messages.forEach(({ text }) => caller.writeErr(`hookline: ${forTerminal(text)}\n`));
  showOutcome(outcome, given, caller);
  return outcome.block === null ? NOT_CARRIED_OUT : BLOCKED;
}

async function decide(event: AnyEvent, given: Arguments, caller: Caller): Promise<number> {
  const place = placeOf(given, event, caller);
  const off = switchedOff(place);
  if (off === null) {
    showDisabled(event, given, caller);
    return 0;
  }
  if (off.disabled !== undefined) caller.writeErr(`${disabledWords(false)}\n`);
  // Exit 1 would let the event go on without the hooks that were to be trusted.
  const untrusted = isGiven(given, 'trust-hooks') ? await tryToTrust(place, given, caller) : null;
  if (untrusted !== null) throw new Error(`the hooks of the project could not be trusted: ${untrusted}`);
  const hooks = await createHooks({
    ...place,
    ...off,
    ...hostOptionsOf(given, caller),
    ...modelOf(place.env, folderOf(caller)),
  });
  const elsewhere = caller.elsewhere?.(hooks) ?? null;
  if (elsewhere !== null) {
    await hooks.close();
    return elsewhere();
  }
  const outcome = await runInterruptibly(hooks, event, given, caller);
  try {
    showOutcome(outcome, given, caller);
    await hooks.close();
  } catch (error) {
    if (outcome.block === null) throw error;
  }
  if (outcome.block !== null) return BLOCKED;
  return hooks.rejected.length > 0 ? NOT_CARRIED_OUT : 0;
}

// With --wait there is nothing to hand over: the engine waits for background hooks itself.
const hostOptionsOf = (given: Arguments, caller: Caller): HooksOptions => ({
  warm: isResident(caller),
  ...(isGiven(given, WAIT) ? {} : { detach: detachFor(caller) }),
  onRecordFailure: (why) => caller.writeErr(`warning: ${forTerminal(why)}\n`),
  ...(isGiven(given, 'debug') ? { onDebug: (line) => caller.writeErr(`${forTerminal(line)}\n`) } : {}),
});

/** A server is not where its caller is. */
const folderOf = ({ gone, folder }: Caller): (() => string) | undefined => (gone === null ? undefined : folder);

/** A process that runs one event and ends has no use for shells that wait. */
const isResident = ({ gone, env }: Caller): boolean => gone !== null && env['HOOKLINE_WARM'] !== '0';

async function runInterruptibly(hooks: Hooks, event: AnyEvent, given: Arguments, { gone }: Caller): Promise<Outcome> {
  const wait = isGiven(given, WAIT);
  if (gone !== null) return hooks.fire(event, { wait, signal: gone });
  const restoreSignals = endRunsOnSignal();
  try {
    return await hooks.fire(event, { wait });
  } finally {
    restoreSignals();
  }
}

/** Prints an outcome: data on stdout, then on stderr the reason of a block, alone on the last lines. */
function showOutcome(outcome: Outcome, given: Arguments, caller: Caller): void {
  if (isGiven(given, 'json')) caller.writeOut(jsonLine(outcome));
  else showSummary(outcome, given, caller);
  if (outcome.block !== null) caller.writeErr(`${reasonOf(outcome.block)}\n`);
}

/** Says that no hook was run at all, so that silence is not taken for consent. */
function showDisabled(event: AnyEvent, given: Arguments, caller: Caller): void {
  const outcome = emptyOutcome(event.hook_event_name);
  if (isGiven(given, 'json')) caller.writeOut(jsonLine(outcome));
  else caller.writeOut(`${outcomeLines(outcome, paintFor(1, caller.env, caller.isTerminal)).join('\n')}\n`);
  caller.writeErr(`${disabledWords(true)}\n`);
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
  const paintErr = paintFor(2, caller.env, caller.isTerminal);
  const notes = [
    ...outcome.diagnostics.flatMap((diagnostic) => diagnosticLines(diagnostic, paintErr)),
    ...outcome.messages.filter(isAside(outcome)).map((message) => `warning: ${oneLine(messageText(message))}`),
    ...(isGiven(given, 'debug') ? printedLines(outcome.hooks) : []),
  ];
  const paintOut = paintFor(1, caller.env, caller.isTerminal);
  const summary = [...outcomeLines(outcome, paintOut, isAside(outcome)), paintOut('dim', askWhy(given))];
  if (notes.length > 0) caller.writeErr(`${notes.join('\n')}\n`);
  caller.writeOut(`${summary.join('\n')}\n`);
}

const reasonOf = ({ reason, hook, effect }: NonNullable<Outcome['block']>): string =>
  forTerminal(reason === null || reason.trim() === '' ? `blocked by ${hook} (${effect}), without a reason` : reason);

/** The command that says why the event was decided as it was: by the record, which has just got it. */
function askWhy(given: Arguments): string {
  const home = valueOf(given, 'home');
  return `Why: hookline explain last${home === undefined ? '' : oneLine(` --home ${quote(home)}`)}`;
}

const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
