import { withUniqueIds } from '../load/source-of.ts';
import type { Handler, Source } from '../model/index.ts';
import type { Pin, PinnedHook } from './pin.ts';

/** What one decision contains about one hook. */
export interface HookPin extends PinnedHook, Pick<Pin, 'rules' | 'given' | 'written'> {
  /** Versions of the hook that earlier decisions had trusted. */
  readonly replaced: readonly PinnedHook[];
}

/** Hooks of several files may have one id. In a pin they stand in the order of the files, as in the sources. */
export function pinsByHandler(
  sources: readonly Source[],
  pins: readonly Pin[],
): ReadonlyMap<Handler, readonly HookPin[]> {
  const hooks = sources.flatMap((source) => source.hooks);
  const pinned = pins.map((pin) => ({ ...pin, hooks: withUniqueIds(pin.hooks) }));
  return new Map(
    withUniqueIds(hooks).map(({ id, handler }, index) => {
      const ids = [id, hooks[index]?.id];
      return [handler, pinned.flatMap((pin) => pinsOf(id, pin, ids))] as const;
    }),
  );
}

/** Of versions that were replaced, only the id in the file is known. */
const pinsOf = (
  id: string,
  { hooks, rules, given, written, replaced }: Pin,
  ids: readonly (string | undefined)[],
): readonly HookPin[] =>
  hooks
    .filter((hook) => hook.id === id)
    .map((hook) => ({ ...hook, rules, given, written, replaced: replaced.filter((each) => ids.includes(each.id)) }));

/** Whether one of the decisions of now says the same of a hook as one of those before. */
export function hasSamePin(before: readonly HookPin[], now: readonly Pin[]): boolean {
  const trusted = new Set(before.map(({ id, files }) => JSON.stringify([id, files])));
  return now.some(({ hooks }) =>
    withUniqueIds(hooks).some(({ id, files }) => trusted.has(JSON.stringify([id, files]))),
  );
}
