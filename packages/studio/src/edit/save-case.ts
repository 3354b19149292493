import { relative } from 'node:path';
import { readConfigurationFile, type RecordedDecision } from '@hookline/core/internal';
import { ChangedMeanwhileError, OutsideProjectError, writeChanges } from '@hookline/toolbox';
import type { CaseMade } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import { placedCase, textWith } from '../look/decision-case.ts';
import type { StudioPlace } from '../look/project-hooks.ts';

/** Adds a decision to the case file beside its hook; hooks are not touched, so trust stays as it is. */
export async function saveCaseOf(decision: RecordedDecision, place: StudioPlace): Promise<CaseMade> {
  const { project, file, made } = await placedCase(decision, place);
  const read = readConfigurationFile(file, project);
  const before = read.kind === 'text' ? read.text : null;
  try {
    writeChanges([{ path: file, before, after: await textWith(before, file, made), executable: false }], project);
  } catch (error) {
    if (error instanceof ChangedMeanwhileError || error instanceof OutsideProjectError)
      throw new HttpProblem(409, error.message, 'copy the case into a file of yours');
    throw error;
  }
  return { file: relative(project, file), text: await textWith(null, file, made), isSaved: true };
}
