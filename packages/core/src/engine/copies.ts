import type { Handler, Hook, ScheduleTable, Scope } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { handlerText } from './handler-text.ts';
import type { HookEntry } from './routes.ts';

/** Hooks that duplicate another one, each with the one that runs instead. */
export function duplicatesOf(selected: readonly HookEntry[], frame: Frame): ReadonlyMap<Hook, Hook> {
  const { duplicates } = frame.dialect.schedule;
  if (selected.length < 2 || duplicates === 'run') return NO_TWINS;
  const keyOf = KEYS[duplicates];
  const keyed = selected.map((entry) => ({ hook: entry.hook, key: keyOf(entry) }));
  const kept = new Map<string, Hook>();
  for (const { hook, key } of keyed) {
    const twin = kept.get(key);
    if (twin === undefined) kept.set(key, hook);
    // Of two duplicates, the one that can stop the action is kept, unless the first stands for all.
    else if (duplicates === 'identical-commands-run-once' && twin.background && !hook.background) kept.set(key, hook);
  }
  return new Map(
    keyed.flatMap(({ hook, key }) => {
      const twin = kept.get(key);
      return twin === undefined || twin === hook ? [] : [[hook, twin] as const];
    }),
  );
}

const NO_TWINS: ReadonlyMap<Hook, Hook> = new Map();

// A hook in shadow replaces no other hook.
function duplicateKey({ hook, shadow }: HookEntry): string {
  if (hook.handler.kind !== 'command') return hook.id;
  const env = Object.entries(hook.env).map((pair) => JSON.stringify(pair));
  return JSON.stringify([hook.handler, env.toSorted(), hook.condition?.text ?? null, hook.folder, shadow ?? null]);
}

/** The same kind and text, whatever else the copies say; the copy of a plugin is a hook of its own. */
function handlerKey({ hook, shadow }: HookEntry): string {
  if (hook.handler.kind === 'function') return hook.id;
  const { condition, folder, handler, once } = hook;
  return JSON.stringify([identityOf(handler), condition?.text ?? null, folder, once, shadow ?? null]);
}

/** The same name and text, wherever they stand. */
const nameKey = ({ hook, shadow }: HookEntry): string =>
  hook.handler.kind === 'function' ? hook.id : JSON.stringify([hook.name, identityOf(hook.handler), shadow ?? null]);

const KEYS: Readonly<Record<Exclude<ScheduleTable['duplicates'], 'run'>, (entry: HookEntry) => string>> = {
  'identical-commands-run-once': duplicateKey,
  'same-handler-runs-once': handlerKey,
  'same-name-and-handler-run-once': nameKey,
  'first-of-name-and-handler-runs': nameKey,
};

/** What tells one handler from another: not its options. */
function identityOf(handler: Handler): readonly unknown[] {
  const text = [handler.kind, handlerText(handler)];
  if (handler.kind === 'mcp_tool') return [...text, handler.input];
  return handler.kind === 'command' && handler.form === 'argv' ? [...text, handler.args] : text;
}

const STRENGTHENING: ReadonlySet<ScheduleTable['duplicates']> = new Set([
  'same-handler-runs-once',
  'same-name-and-handler-run-once',
] as const);

/** Scopes whose copy of a hook says how it is run before the copies of all others. */
const WIDER: readonly Scope[] = ['managed', 'user'];

/** The copy of the widest scope, of several the first: a project's own copy has no say in how a guard of the user is run. */
const widest = (first: Hook, copies: readonly Hook[]): Hook =>
  WIDER.flatMap((scope) => [first, ...copies].filter((copy) => copy.scope === scope))[0] ?? first;

/** Hooks that stand for copies of them: no copy makes a hook weaker than it is, and the strictest counts. */
export function strengthened(twins: ReadonlyMap<Hook, Hook>, frame: Frame): ReadonlyMap<Hook, Hook> {
  if (twins.size === 0 || !STRENGTHENING.has(frame.dialect.schedule.duplicates)) return NO_TWINS;
  const runs = new Map<Hook, Hook>();
  for (const [copy, first] of twins) {
    const so = runs.get(first) ?? first;
    const copies = [...twins].flatMap(([other, kept]) => (kept === first ? [other] : []));
    const { handler, env } = widest(first, copies);
    runs.set(first, {
      ...so,
      handler,
      env,
      timeoutMs: Math.max(so.timeoutMs, copy.timeoutMs),
      background: so.background && copy.background,
      wake: so.background && copy.background ? so.wake : null,
      ...(copy.onFault === 'block' ? { onFault: 'block' } : {}),
    });
  }
  return runs;
}

/**
 * Hooks under the one time limit that all hooks of the event share: none has more, and one whose entry asks for no other
 * than the usual time has all of it.
 */
export function withSharedTimeout(
  hooks: readonly Hook[],
  runs: ReadonlyMap<Hook, Hook>,
  { row: { sharedTimeout, timeoutMs: usual }, place: { env } }: Frame,
): ReadonlyMap<Hook, Hook> {
  if (sharedTimeout === undefined) return runs;
  const own = hooks.map((hook) => [hook, runs.get(hook) ?? hook] as const);
  const given = Number(env[sharedTimeout.variable] ?? Number.NaN);
  const raising = own.filter(([, { scope }]) => !sharedTimeout.notRaisedBy.includes(scope));
  const longest = Math.max(sharedTimeout.leastMs, ...raising.map(([, { timeoutMs }]) => timeoutMs));
  const limit = given > 0 ? given : Math.min(longest, sharedTimeout.mostMs);
  const timeOf = (so: Hook): number => (so.timeoutMs === usual ? limit : Math.min(so.timeoutMs, limit));
  return new Map(own.map(([hook, so]) => [hook, { ...so, timeoutMs: timeOf(so) }]));
}
