import type { DialectHooks } from '../engine/routes.ts';
import type { InternalFireOptions } from '../model/index.ts';

/** The hooks that take part in an event: without some dialects, and only some hooks, where a caller says so. */
export function partOf(
  hooks: readonly DialectHooks[],
  { without, only }: Pick<InternalFireOptions, 'without' | 'only'>,
): readonly DialectHooks[] {
  const left = without === undefined ? hooks : hooks.filter(({ dialect }) => !without.includes(dialect.id));
  if (only === undefined) return left;
  const wanted = new Set(only);
  return left.map(({ dialect, byEvent }) => ({
    dialect,
    byEvent: new Map([...byEvent].map(([event, armed]) => [event, armed.filter(({ hook }) => wanted.has(hook.id))])),
  }));
}
