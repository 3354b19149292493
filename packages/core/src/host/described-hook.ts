import { fire } from '../engine/engine.ts';
import type { Place } from '../engine/frame.ts';
import { groupByEvent } from '../engine/routes.ts';
import { prepareToolRules } from '../engine/rules/tool-rule.ts';
import { hookOfDescription } from '../load/hook-description.ts';
import type { AnyEvent, Hook, HookDescription, HooksOptions, Outcome } from '../model/index.ts';
import { newDecisionId } from '../record/decision-id.ts';
import { settingsOf } from '../settings/settings.ts';
import { monotonicMs } from '../text/clock.ts';
import { createBackground, hostHandlers, portsOf } from './world.ts';

/** The options for running a described hook. */
export type DescribedOptions = Pick<
  HooksOptions,
  'project' | 'home' | 'env' | 'toolNames' | 'model' | 'agent' | 'mcpTool'
>;

/**
 * Fires an event at one described hook, by the rules of its own dialect. It reads no file and keeps no record, and it
 * also runs inside a hook: the caller is responsible for the hook. A background hook is waited for.
 */
export async function runDescribed(
  description: HookDescription,
  event: AnyEvent,
  options: DescribedOptions,
  signal?: AbortSignal,
): Promise<Outcome> {
  const settings = settingsOf(options);
  const hook = hookOfDescription(description, settings, ofHost(description));
  if (hook.condition !== null) await prepareToolRules();
  const { project, home, env, platform, systems } = settings;
  const names = { toolNames: options.toolNames ?? 'given', systems } as const;
  const own = { ...names, nonInteractive: false, isInsideHook: false, canWake: false };
  const place: Place = { project, home, env, platform, ...own };
  const background = createBackground();
  const handlers = hostHandlers({ ...options, warm: false }, settings);
  try {
    const hooks = systems
      .filter(({ id }) => id === hook.dialect)
      .map((dialect) => ({ dialect, byEvent: groupByEvent([{ hook, inactiveBecause: null }], dialect) }));
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

const ofHost = ({ dialect, name }: HookDescription): Pick<Hook, 'id' | 'scope' | 'source' | 'file'> => ({
  id: `${dialect}:host:${name}`,
  scope: 'host',
  source: '',
  file: '',
});
