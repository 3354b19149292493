import { type CaseFile, findCaseFiles, type HookCase, hooksNamed, readCaseFile } from '@hookline/toolbox';
import { type StudioPlace, withHooks } from './project-hooks.ts';

/** The case files of a project, each with the cases in which a hook takes part, by any name that a case may give it. */
export async function casesWith(hook: string, place: StudioPlace): Promise<readonly CaseFile[]> {
  const files = await caseFilesOf(place);
  return withHooks(place, place.project, (hooks) => {
    const isFor = ({ hooks: names, dialects, event }: HookCase): boolean =>
      names === null ||
      names.some((name) => hooksNamed(name, hooks, { dialects, eventOf: () => event }).some(({ id }) => id === hook));
    return files.map((file) => ({ ...file, cases: file.cases.filter(isFor) }));
  });
}

export const caseFilesOf = (place: StudioPlace): Promise<readonly CaseFile[]> =>
  Promise.all(findCaseFiles([], place).map((file) => readCaseFile(file, place.project)));
