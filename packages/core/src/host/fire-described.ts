import { createBackground } from './background-work.ts';
import { groupByEvent } from '../engine/armed-hook.ts';
import { fire } from '../engine/engine.ts';
import type { Place } from '../engine/frame.ts';
import { prepareToolRules } from '../engine/rules/tool-rule.ts';
import type { HookDescription } from './hook-description.ts';
import { hookOfDescription } from './hook-description.ts';
import { hostHandlers } from './host-handlers.ts';
import type { HooksOptions, AnyEvent, Outcome } from '../model/index.ts';
import { portsOf } from './ports-of.ts';
import { newDecisionId } from '../record/decision-id.ts';
import { settingsOf } from '../settings/settings.ts';
import { monotonicMs } from '../text/clock.ts';

/** What a described hook is run with. */
export type DescribedOptions = Pick<HooksOptions, 'project' | 'home' | 'env' | 'toolNames' | 'model' | 'agent'>;

/**
 * Fires an event at one hook that was written down, by the rules of its own dialect. It reads no file and keeps no record, and it
 * runs inside a hook too: whoever calls it answers for the hook. A background hook is waited for.
 */
export async function fireDescribed(
  description: HookDescription,
  event: AnyEvent,
  options: DescribedOptions,
  signal?: AbortSignal,
): Promise<Outcome> {
  const settings = settingsOf(options);
  const hook = hookOfDescription(description, settings);
  if (hook.condition !== null) await prepareToolRules();
  const { project, home, env, platform, systems } = settings;
  const names = { toolNames: options.toolNames ?? 'given', systems } as const;
  const own = { ...names, nonInteractive: false, isInsideHook: false, canWake: false };
  const place: Place = { project, home, env, platform, ...own };
  const background = createBackground();
  const handlers = hostHandlers({ ...options, warm: false }, settings);
  try {
    const byEvent = groupByEvent([{ hook, unarmed: null }]);
    const hooks = systems.filter(({ id }) => id === hook.dialect).map((dialect) => ({ dialect, byEvent }));
    const ports = portsOf(options, null, background, { run: handlers.run, gate: undefined });
    return await fire(
      {
        event,
        hooks,
        place,
        diagnostics: [],
        wait: true,
        signal,
        decisionId: newDecisionId(),
        startedMs: monotonicMs(),
      },
      ports,
    );
  } finally {
    await background.close(0);
    await handlers.close();
  }
}
