import { readSources } from './hook-set.ts';
import { mergeSources } from '../load/merge.ts';
import { isOwnEntry } from '../load/own-entry.ts';
import type { Diagnostic, Hook } from '../model/index.ts';
import type { Places } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings.ts';
import { switchedOff } from '../settings/project-sources.ts';

/** The hooks of one dialect as its files have them, whether the project is trusted or not. */
export interface ReadHooks {
  /** The user's own, as they are without the project. */
  readonly user: readonly Hook[];
  /** Those of the project, of its local file and of plugins. */
  readonly project: readonly Hook[];
  /** Hooks of the user that the project switches off or replaces. */
  readonly switchedOff: readonly Hook[];
  /** Entries through which an agent calls hookline, which are no hooks; and what switches each off here, if something does. */
  readonly entries: readonly { readonly hook: Hook; readonly off: string | null }[];
  readonly diagnostics: readonly Diagnostic[];
  /** The dialect's own rule rejects all of them. */
  readonly rejected: boolean;
}

/**
 * Reads the hooks of a dialect in the order in which they run, and runs none; throws on a dialect that does not exist.
 */
export async function readHooks(id: string, places: Places): Promise<ReadHooks> {
  const settings = settingsOf({ ...places, dialects: [id] });
  const [dialect] = settings.dialects;
  if (dialect === undefined) throw new TypeError(`unknown dialect "${id}"`);
  const sources = (await readSources(settings)).filter((source) => source.dialect === id);
  const all = mergeSources(dialect, sources);
  const own = mergeSources(
    dialect,
    sources.filter(({ scope }) => scope === 'user'),
  );
  const ordered = (hooks: readonly Hook[]): readonly Hook[] =>
    dialect.schedule.order === 'priority' ? hooks.toSorted((one, other) => other.priority - one.priority) : hooks;
  return {
    user: ordered(own.hooks.filter(isHook)),
    project: ordered(all.hooks.filter(({ scope }) => scope !== 'user').filter(isHook)),
    switchedOff: switchedOff(dialect, sources).map(({ hook }) => hook),
    entries: [
      ...all.hooks.map((hook) => ({ hook, off: null })),
      ...all.off.map(({ hook, why }) => ({ hook, off: why })),
    ].filter(({ hook }) => !isHook(hook)),
    diagnostics: [...sources.flatMap(({ diagnostics }) => diagnostics), ...all.diagnostics],
    rejected: all.rejected,
  };
}

const isHook = ({ handler }: Hook): boolean => !isOwnEntry(handler);
