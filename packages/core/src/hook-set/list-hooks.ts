import type { ArmedHook, DialectHooks } from '../engine/routes.ts';
import { labelOf } from './hook-label.ts';
import type { Hook, ListedHook } from '../model/index.ts';

/** Every hook of every dialect, armed or not, in the order in which dialects run. */
export const listHooks = (hooks: readonly DialectHooks[], { withheld }: Withholding): readonly ListedHook[] =>
  hooks.flatMap(({ byEvent }) =>
    [...byEvent.values()].flat().map((each) => listed(each, each.unarmed === null ? withheld(each.hook) : null)),
  );

/** Tells why a hook that is in force must not run as things stand; null when it may. */
export interface Withholding {
  readonly withheld: (hook: Hook) => string | null;
}

/** One hook in the words of `list`: what keeps it from running is said, never hidden. */
export function listed({ hook, unarmed, shadow }: ArmedHook, withheld: string | null = null): ListedHook {
  const why = unarmed ?? withheld ?? hook.defect;
  const label = labelOf(hook);
  return {
    id: hook.id,
    name: hook.name,
    ...(label === hook.name ? {} : { label }),
    dialect: hook.dialect,
    scope: hook.scope,
    source: hook.source,
    event: hook.event,
    matcher:
      hook.condition === null
        ? hook.matcher.text
        : [hook.matcher.text, `if ${hook.condition.text ?? ''}`].filter(Boolean).join(' '),
    handler: hook.handler.kind,
    armed: why === null,
    why,
    ...(withheld === null ? {} : { withheld: true }),
    ...(shadow === undefined ? {} : { shadow }),
  };
}
