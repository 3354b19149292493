import { proveHooks, readCanaries, runCases, STRESSES } from '@hookline/toolbox';
import type { CasesRun, CaseView, Proved } from '../api/index.ts';
import { caseFilesOf, casesWith } from '../look/hook-cases.ts';
import type { StudioPlace } from '../look/project-hooks.ts';

/** Runs the cases of a project, or those in which a hook takes part, with real hooks; records nothing. */
export async function runCasesOf(place: StudioPlace, hook: string | null, signal: AbortSignal): Promise<CasesRun> {
  const files = await (hook === null ? caseFilesOf(place) : casesWith(hook, place));
  const wanted = files.flatMap((file) => file.cases);
  const results = await runCases(wanted, { hooks: { ...place, record: false }, concurrency: 2 }, signal);
  const cases = results.map((result): CaseView => {
    const outcome = 'outcome' in result ? result.outcome : null;
    return {
      title: result.case.title,
      file: result.case.display,
      line: result.case.line,
      status: result.status,
      mismatches: result.status === 'failed' ? result.mismatches : [],
      decision: outcome?.decision ?? null,
      durationMs: result.durationMs,
    };
  });
  return {
    cases,
    passed: cases.filter(({ status }) => status === 'passed').length,
    failed: cases.filter(({ status }) => status === 'failed').length,
    problems: files.flatMap(({ diagnostics }) => diagnostics.map(({ file, message }) => `${file}: ${message}`)),
  };
}

/** Runs a hook under stress, and says whether it enforces. */
export async function proveHook(place: StudioPlace, hook: string, signal: AbortSignal): Promise<Proved> {
  const { canaries, diagnostics } = await readCanaries(place);
  const { hooks } = await proveHooks(
    { hooks: place, only: [hook], canaries, diagnostics, stresses: STRESSES, strict: false },
    signal,
  );
  return { proofs: hooks };
}
