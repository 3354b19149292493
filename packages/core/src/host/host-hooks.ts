import type { DialectHooks, HookEntry } from '../engine/routes.ts';
import { groupByEvent, unknownEvent } from '../engine/routes.ts';
import { calledAsHook } from '../engine/nesting.ts';
import type { MatcherProblem } from '../engine/rules/compiled-matcher.ts';
import { compileMatcher } from '../engine/rules/compile-matcher.ts';
import { host } from '../dialects/index.ts';
import type {
  AnyEvent,
  EventName,
  EventRow,
  Hook,
  Hooks,
  HostFunction,
  Outcome,
  Registration,
} from '../model/index.ts';
import { checkOptions } from '../options/check-options.ts';
import { REGISTRATION } from '../options/rules.ts';
import { shownValue } from '../text/shown-value.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** The functions that a host has registered: they live as long as the session. */
export interface HostHooks {
  readonly add: Hooks['on'];
  readonly current: () => DialectHooks;
  /** Drops those registered with `once` that have now run without a fault. */
  readonly forgetSpent: (outcome: Outcome) => void;
}

/**
 * Creates an empty registry that reports every change; `add` throws on a wrong registration, which is the caller's
 * mistake.
 */
export function createHostHooks(onChange: () => void): HostHooks {
  const hooks = new Set<HookEntry>();
  const spent = new Map<string, HookEntry>();
  let count = 0;
  const remove = (entry: HookEntry): void => {
    spent.delete(entry.hook.id);
    if (hooks.delete(entry)) onChange();
  };
  const add = <Name extends EventName>(registration: Registration<Name>, call: HostFunction<Name>): (() => void) => {
    // The engine calls it only for events of these names.
    const entry: HookEntry = {
      hook: hookOf(registration, call as (event: never) => unknown as AnyFunction, ++count),
      inactiveBecause: null,
    };
    hooks.add(entry);
    if (entry.hook.once) spent.set(entry.hook.id, entry);
    onChange();
    return () => remove(entry);
  };
  const forgetSpent = (outcome: Outcome): void => {
    if (spent.size === 0) return;
    for (const run of outcome.hooks) {
      const entry = spent.get(run.id);
      const isSpent = (run.status === 'passed' || run.status === 'blocked') && run.fault === null;
      if (entry !== undefined && isSpent) remove(entry);
    }
  };
  return {
    add,
    forgetSpent,
    current: () => ({ dialect: host, byEvent: groupByEvent([...hooks], host) }),
  };
}

type AnyFunction = (event: AnyEvent) => unknown;

function hookOf(registration: Registration, call: AnyFunction, number: number): Hook {
  const row = rowFor(registration, call);
  const { matcher, problems } = compileMatcher(row.match ?? host.match, { pattern: registration.matcher ?? null });
  const [problem] = problems;
  if (problem !== undefined) throw new TypeError(noHook(registration.matcher ?? '', problem));
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
    handler: { kind: 'function', call: calledAsHook(call) },
    timeoutMs: registration.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    priority: 0,
    background: false,
    wake: null,
    sequential: false,
    once: registration.once ?? false,
    onFault: registration.onFault ?? 'proceed',
    statusMessage: null,
    env: {},
    folder: null,
    dataFolder: null,
    defect: null,
  };
}

/** The row of the event that a function is registered for; throws on a wrong registration. */
function rowFor(registration: Registration, call: unknown): EventRow {
  checkOptions('hooks.on', registration, REGISTRATION);
  const { event }: { readonly event?: EventName } = registration;
  if (event === undefined) throw new TypeError('hooks.on needs the event, such as { event: "PreToolUse" }');
  const row = Object.hasOwn(host.events, event) ? host.events[event] : undefined;
  if (row === undefined) throw unknownEvent(event);
  if (typeof call !== 'function')
    throw new TypeError(`hooks.on needs a function as its second argument, not ${shownValue(call)}`);
  return row;
}

const noHook = (matcher: string, { isCostly, hint }: MatcherProblem): string => {
  const fact = isCostly === true ? 'is too costly to search' : 'is not a valid regular expression';
  return `hooks.on: the matcher ${shownValue(matcher)} ${fact}; no hook was added${hint === null ? '' : `: ${hint}`}`;
};
