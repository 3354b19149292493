import type { Hooks, Outcome, SaidAnswer } from '@hookline/core/internal';
import { lostIn, ranTwice } from './decision-notes.ts';
import type { Decided } from './deliveries.ts';
import { firePatch, type PatchFiring } from './fire-patch.ts';
import type { Told } from './news.ts';

interface TellFiring extends PatchFiring {
  readonly answerWith: (outcome: Outcome) => SaidAnswer;
}

/** Runs the hooks of an event that an agent has told, and notes in the record what the agent is not told in return. */
export async function fireTold(
  hooks: Hooks,
  told: Told,
  { entry, signal, answerWith }: TellFiring,
): Promise<Decided & { readonly said: SaidAnswer | null }> {
  const { event, patch } = told;
  if (patch !== undefined) {
    const decided = await firePatch(hooks, { event, patch }, { entry, signal });
    const said = answerWith(decided.outcome);
    if (decided.decisionId !== null) for (const text of lostIn(said)) hooks.note(decided.decisionId, text);
    return { ...decided, said };
  }
  let decisionId: string | null = null;
  let said: SaidAnswer | null = null;
  const notesOn = (outcome: Outcome, id: string): readonly string[] => {
    decisionId = id;
    said = answerWith(outcome);
    return [...lostIn(said), ...ranTwice(outcome, entry)];
  };
  const outcome = await hooks.fire(event, { signal, toldBy: entry.agent.id, notesOn });
  return { outcome, decisionId, said };
}
