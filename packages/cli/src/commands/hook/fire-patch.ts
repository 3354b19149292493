import {
  type AnyEvent,
  type HeardPatch,
  type Hooks,
  type Outcome,
  outcomeOfPatch,
  outcomeOfUnreadPatch,
} from '@hookline/core/internal';
import { ranTwice } from './decision-notes.ts';
import type { Decided } from './deliveries.ts';
import type { Entry } from './entry.ts';
import type { Told } from './news.ts';

/** An event about a patch. */
interface PatchTold extends Pick<Told, 'event'> {
  readonly patch: HeardPatch;
}

/** Who tells of it, and until when. */
export interface PatchFiring {
  readonly entry: Entry;
  readonly signal: AbortSignal;
}

/**
 * Asks hooks about each file of a patch, and those that accept the tool of the patch itself, and were not asked about a
 * file, about the whole. After a refusal none is asked any more. Each is a decision of its own in the record.
 */
export async function firePatch(
  hooks: Hooks,
  { event, patch }: PatchTold,
  { entry, signal }: PatchFiring,
): Promise<Decided> {
  const { tool, parts } = patch;
  const outcomes: Outcome[] = [];
  let decisionId: string | null = null;
  const fire = async (part: AnyEvent, note: string, only?: readonly string[]): Promise<Outcome> => {
    const notesOn = (outcome: Outcome, id: string): readonly string[] => {
      decisionId = id;
      return [note, ...ranTwice(outcome, entry)];
    };
    const toldBy = entry.agent.id;
    return hooks.fire(part, { signal, toldBy, notesOn, ...(only === undefined ? {} : { only }) });
  };
  // One that cannot be read may make new files too.
  const asked = parts ?? [{ ...event, tool_name: 'Write' }];
  for (const [index, part] of asked.entries()) {
    const note = parts === null ? `a ${tool} that cannot be read` : `${index + 1} of ${asked.length} of one ${tool}`;
    // oxlint-disable-next-line no-await-in-loop -- after a refusal no hook is asked any more
    outcomes.push(await fire(withReplacedOutput(part, outcomes), note));
    if (outcomes.at(-1)?.block !== null) break;
  }
  const rest = isRefused(outcomes) ? [] : unasked(hooks, event, outcomes);
  const whole = rest.length === 0 ? null : await fire(event, `the whole ${tool}`, rest);
  const outcome = outcomeOfPatch(outcomes, whole);
  if (parts !== null || entry.failsOpen) return { outcome, decisionId };
  return { outcome: outcomeOfUnreadPatch(outcome, tool, unaskable(hooks, event)), decisionId };
}

const isRefused = (outcomes: readonly Outcome[]): boolean => outcomes.some(({ block }) => block !== null);

/** What hooks have put in the place of the output is what the next ones see. */
function withReplacedOutput(part: AnyEvent, before: readonly Outcome[]): AnyEvent {
  const replaced = before.findLast(({ updatedToolOutput }) => updatedToolOutput !== null);
  return replaced === undefined ? part : { ...part, tool_response: replaced.updatedToolOutput };
}

/** How many hooks are about such calls for some files only: for none of them it is known whether the patch has one. */
function unaskable(hooks: Hooks, event: AnyEvent): number {
  const all = FILE_TOOLS.flatMap((tool) => hooks.explain({ ...event, tool_name: tool }).hooks);
  return new Set(all.filter(({ byInput }) => byInput).map(({ id }) => id)).size;
}

const FILE_TOOLS: readonly string[] = ['Write', 'Edit'];

/** The hooks that the event itself selects and that no part of it has. */
function unasked(hooks: Hooks, event: AnyEvent, outcomes: readonly Outcome[]): readonly string[] {
  const known = new Set(outcomes.flatMap((outcome) => outcome.hooks.map(({ id }) => id)));
  return hooks
    .explain(event)
    .hooks.filter(({ id, runs }) => runs && !known.has(id))
    .map(({ id }) => id);
}
