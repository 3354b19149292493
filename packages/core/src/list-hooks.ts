import type { ArmedHook } from './engine/armed-hook.ts';
import type { DialectHooks } from './engine/routes.ts';
import { labelOf } from './hook-label.ts';
import type { ListedHook } from './model/index.ts';

/** Every hook of every dialect, armed or not, in the order in which dialects run. */
export const listHooks = (hooks: readonly DialectHooks[]): readonly ListedHook[] =>
  hooks.flatMap(({ byEvent }) => [...byEvent.values()].flat().map(listed));

/** One hook in the words of `list`: what keeps it from running is said, never hidden. */
export function listed({ hook, unarmed, shadow }: ArmedHook): ListedHook {
  const why = unarmed ?? hook.defect;
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
    ...(shadow === undefined ? {} : { shadow }),
  };
}
