import { HttpProblem } from '../http/index.ts';
import type { DecisionSource, FoundDecision } from '../source/decision-source.ts';

/** A decision by its id; throws a problem where there is none. */
export async function findDecision(source: DecisionSource, id: string): Promise<FoundDecision> {
  const found = await source.ask('find', id);
  if (found === null)
    throw new HttpProblem(404, 'there is no such decision in the record', 'it may have been removed with its file');
  return found;
}
