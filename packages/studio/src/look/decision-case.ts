import { dirname, relative, resolve, sep } from 'node:path';
import type { RecordedDecision } from '@hookline/core/internal';
import { CASE_FILE_ENDING, recordedCase, type RecordedCase, withCase } from '@hookline/toolbox';
import type { CaseMade } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import { projectLeft, type StudioPlace, withHooks } from './project-hooks.ts';

/** A decision as a case, and where it belongs; writes nothing. */
export async function caseOf(decision: RecordedDecision, place: StudioPlace): Promise<CaseMade> {
  const { project, file, made } = await placedCase(decision, place);
  return { file: relative(project, file), text: await textWith(null, file, made), isSaved: false };
}

/** A case, and the case file that it belongs into. */
export interface PlacedCase {
  readonly project: string;
  /** Absolute; it may not be there yet. */
  readonly file: string;
  readonly made: RecordedCase;
}

/** Beside the file of the project's hook that decided: its place is from our own list, never from the record. */
export async function placedCase(decision: RecordedDecision, place: StudioPlace): Promise<PlacedCase> {
  const project = projectLeft(decision.project, place);
  const made = recordedCase(decision, project);
  if (typeof made === 'string') throw new HttpProblem(409, `this decision cannot be a case: ${made}`);
  const ids = [decision.outcome?.block?.hook, ...decision.hooks.map(({ id }) => id)];
  const listed = await withHooks(place, project, (hooks) => hooks.list());
  const own = ids
    .flatMap((id) => listed.filter((hook) => hook.id === id && hook.scope === 'project'))
    .map(({ source }) => resolve(project, source))
    .find((path) => path.startsWith(`${project}${sep}`));
  return { project, file: resolve(own === undefined ? project : dirname(own), `recorded${CASE_FILE_ENDING}`), made };
}

/** The text of a case file with one more case. */
export async function textWith(before: string | null, file: string, made: RecordedCase): Promise<string> {
  const text = await withCase(before, file, made);
  if (typeof text !== 'string') throw new HttpProblem(409, `${text.file}: ${text.message}`);
  return text;
}
