import type { DialectHooks } from './engine/engine.ts';
import type { ArmedHook } from './engine/armed-hook.ts';
import { compileMatcher } from './engine/rules/compile-matcher.ts';
import { host } from './dialects/index.ts';
import type { Hook, HostFunction, Outcome, Registration } from './model/index.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** The functions that a host has registered: they live as long as the session. */
export interface HostHooks {
  readonly add: (registration: Registration, call: HostFunction) => () => void;
  readonly current: () => DialectHooks;
  /** Drops those that are wanted once and have now run without a fault. */
  readonly forgetSpent: (outcome: Outcome) => void;
}

/** Makes an empty registry; `add` throws on a matcher that cannot be read, which is the caller's mistake. */
export function createHostHooks(): HostHooks {
  const byEvent = new Map<string, readonly ArmedHook[]>();
  const spent = new Set<string>();
  let count = 0;
  const remove = (hook: Hook): void => {
    byEvent.set(
      hook.event,
      (byEvent.get(hook.event) ?? []).filter((each) => each.hook !== hook),
    );
  };
  const add = (registration: Registration, call: HostFunction): (() => void) => {
    const hook = hookOf(registration, call, ++count);
    byEvent.set(hook.event, [...(byEvent.get(hook.event) ?? []), { hook, unarmed: null }]);
    if (hook.once) spent.add(hook.id);
    return () => remove(hook);
  };
  const forgetSpent = (outcome: Outcome): void => {
    if (spent.size === 0) return;
    for (const run of outcome.hooks) {
      if (!spent.has(run.id) || (run.status !== 'passed' && run.status !== 'blocked') || run.fault !== null) continue;
      spent.delete(run.id);
      for (const { hook } of byEvent.get(outcome.event) ?? []) if (hook.id === run.id) remove(hook);
    }
  };
  return { add, forgetSpent, current: () => ({ dialect: host, byEvent }) };
}

function hookOf(registration: Registration, call: HostFunction, number: number): Hook {
  const row = host.events[registration.event];
  if (row === undefined) throw new TypeError(`unknown event "${registration.event}"`);
  const { matcher, problems } = compileMatcher(row.match ?? host.match, { pattern: registration.matcher ?? null });
  const [problem] = problems;
  if (problem !== undefined) throw new TypeError(problem.message);
  return {
    id: `host:${registration.event}#${number}`,
    name: registration.name ?? (call.name || `function ${number}`),
    dialect: host.id,
    scope: 'host',
    source: '',
    file: '',
    event: registration.event,
    matcher,
    condition: null,
    handler: { kind: 'function', call },
    timeoutMs: registration.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    priority: 0,
    background: false,
    wake: null,
    sequential: false,
    once: registration.once ?? false,
    statusMessage: null,
    env: {},
    folder: null,
    dataFolder: null,
    defect: null,
  };
}
