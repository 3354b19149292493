import { loadSources } from '../load/load.ts';
import type { Diagnostic, Dialect, Position, Source, WrittenHook } from '../model/index.ts';
import type { Places, Settings } from '../settings/settings.ts';
import { isChosen, settingsOf } from '../settings/settings.ts';
import { matcherProblems } from './matcher-problems.ts';
import { programProblem } from './program-problem.ts';

/** A problem of a well-formed hook that keeps it from working. */
export interface HookProblem extends Pick<Diagnostic, 'severity' | 'message' | 'hint'> {
  /** What it is about: the program that the hook starts, or when the hook is selected. */
  readonly about: 'program' | 'matcher';
}

/** Such a problem with its location. */
export interface InspectedHook {
  /** Id of the hook. */
  readonly hook: string;
  readonly about: HookProblem['about'];
  readonly diagnostic: Diagnostic;
}

/** Finds hooks that cannot be started or can never be selected, trusted or not; starts nothing and changes nothing. */
export async function inspectHooks(options: Places = {}): Promise<readonly InspectedHook[]> {
  const settings = settingsOf(options);
  const sources = await loadSources(settings.dialects, { ...settings, strict: true });
  return inspectSources(
    sources.filter((source) => isChosen(settings, source)),
    settings,
  );
}

/** The same for sources from a strict load; a problem that several hooks share is reported once. */
export function inspectSources(sources: readonly Source[], settings: Settings): readonly InspectedHook[] {
  const found = sources.flatMap((source) => {
    const dialect = settings.dialects.find(({ id }) => id === source.dialect);
    return dialect === undefined ? [] : (source.written ?? []).flatMap((hook) => inspected(hook, dialect, settings));
  });
  const once = new Map<string, InspectedHook>();
  for (const each of found) {
    const key = JSON.stringify(each.diagnostic);
    if (!once.has(key)) once.set(key, each);
  }
  return [...once.values()];
}

function inspected(written: WrittenHook, dialect: Dialect, settings: Settings): readonly InspectedHook[] {
  const problems = [
    ...matcherProblems(written.hook, dialect, settings.systems),
    ...programProblem(written, dialect, settings),
  ];
  return problems.map(({ about, severity, message, hint }) => {
    const { line, column }: Position = about === 'program' ? written.handlerAt : written.matcherAt;
    const { id, source: file } = written.hook;
    return { hook: id, about, diagnostic: { severity, file, line, column, message, hint } };
  });
}
