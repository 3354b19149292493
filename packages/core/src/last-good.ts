import type { Diagnostic, Source } from './model/index.ts';

/** Sources as they count now, and what is to be said where an old one stays in force. */
export interface KeptSources {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A file that was good and is now gone or broken stays in force as it was, and that is said aloud. */
export function keepLastGood(read: readonly Source[], previous: readonly Source[]): KeptSources {
  const now = new Map(read.map((source) => [source.file, source]));
  const diagnostics: Diagnostic[] = [];
  const stays = previous.filter(
    (source) => source.usable && source.entries > 0 && now.get(source.file)?.usable !== true,
  );
  for (const source of stays)
    diagnostics.push(...(now.get(source.file)?.diagnostics ?? []), staysInForce(source, now.has(source.file)));
  const replaced = new Set(stays.map((source) => source.file));
  const sources = [...stays, ...read.filter((source) => !replaced.has(source.file))];
  return {
    sources: sources.toSorted((one, other) => SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope)),
    diagnostics,
  };
}

/** Within a dialect, files count in this order. */
const SCOPES: readonly Source['scope'][] = ['user', 'project', 'local', 'plugin'];

const staysInForce = (source: Source, exists: boolean): Diagnostic => ({
  severity: 'error',
  file: source.display,
  line: null,
  column: null,
  message: `the file ${exists ? 'cannot be used any more' : 'is gone'}; the ${source.entries} ${source.entries === 1 ? 'hook' : 'hooks'} read from it before stay in force`,
  hint: exists ? 'mend the file and reload' : 'to take its hooks out, leave a valid file without hooks, or start again',
});
