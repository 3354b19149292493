import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fire } from '../engine/engine.ts';
import type { Place } from '../engine/frame.ts';
import { groupByEvent } from '../engine/routes.ts';
import { compileMatcher } from '../engine/rules/compile-matcher.ts';
import { newReading } from '../engine/rules/pattern-reading.ts';
import { compileCondition } from '../engine/rules/compile-condition.ts';
import { prepareToolRules } from '../engine/rules/tool-rule.ts';
import type { AnyEvent, Dialect, Handler, Hook, HooksOptions, Matcher, Outcome, Wake } from '../model/index.ts';
import { newDecisionId } from '../record/recorder.ts';
import type { Settings } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings.ts';
import { monotonicMs } from '../text/clock.ts';
import { createBackground, hostHandlers, portsOf } from './world.ts';

/** A hook as data that can be stored and used elsewhere; paths in the project are relative to it. */
export interface HookDescription {
  readonly dialect: string;
  readonly name: string;
  /** Native name of the event. */
  readonly event: string;
  /** As written in its file; null: everything. */
  readonly matcher: string | { readonly tool?: string; readonly content?: string } | null;
  readonly condition: string | null;
  readonly handler: Exclude<Handler, { readonly kind: 'function' }>;
  readonly timeoutMs: number;
  readonly background: boolean;
  readonly wake: Wake | null;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string | null;
  readonly dataFolder: string | null;
  readonly defect: string | null;
  /** What its file says about its failures and the names in its headers; absent: nothing. */
  readonly onFault?: 'proceed' | 'block';
  readonly headerVariables?: readonly string[];
}

/** Describes a hook of a file; null for a function of the host, which cannot be serialized. */
export function describeHook(hook: Hook, project: string): HookDescription | null {
  const { dialect, name, event, condition, handler, timeoutMs, background, wake, env, defect } = hook;
  const { onFault, headerVariables } = hook;
  if (handler.kind === 'function') return null;
  const seen = (path: string | null): string | null => (path === null ? null : fromProject(path, project));
  return {
    dialect,
    name,
    event,
    matcher: hook.matcher.written ?? hook.matcher.text,
    condition: condition?.text ?? null,
    handler: isProgram(handler) ? { ...handler, program: fromProject(handler.program, project) } : handler,
    timeoutMs,
    background,
    wake,
    env,
    folder: seen(hook.folder),
    dataFolder: seen(hook.dataFolder),
    defect,
    ...(onFault === undefined ? {} : { onFault }),
    ...(headerVariables === undefined ? {} : { headerVariables }),
  };
}

type ArgvHandler = Extract<Handler, { readonly form: 'argv' }>;

const isProgram = (handler: HookDescription['handler']): handler is ArgvHandler =>
  handler.kind === 'command' && handler.form === 'argv';

/** With a leading dot, so that a program never becomes a bare name that is searched on the PATH. */
function fromProject(path: string, project: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(project, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? path : `./${inside}`;
}

/** The hook that was described, ready to run for a project; throws on a dialect or event that does not exist. */
function hookOfDescription(
  description: HookDescription,
  { project, systems }: Pick<Settings, 'project' | 'systems'>,
): Hook {
  const { dialect: id, event, folder, dataFolder } = description;
  const dialect = systems.find((each) => each.id === id);
  const row = dialect?.events[event];
  if (dialect === undefined || row === undefined) throw new TypeError(`there is no event "${event}" in "${id}"`);
  return {
    ...description,
    id: `${id}:host:${description.name}`,
    scope: 'host',
    source: '',
    file: '',
    matcher: matcherOf(dialect, description),
    condition: conditionOf(dialect, description),
    folder: folder === null ? null : resolve(project, folder),
    dataFolder: dataFolder === null ? null : resolve(project, dataFolder),
    priority: 0,
    sequential: false,
    once: false,
    statusMessage: null,
  };
}

function matcherOf(dialect: Dialect, { event, matcher }: HookDescription): Matcher {
  const rule = dialect.events[event]?.match ?? dialect.match;
  const isPlain = matcher === null || typeof matcher === 'string';
  const written = isPlain ? { pattern: matcher } : matcher;
  return compileMatcher(rule, written, newReading(), dialect.toolAliases).matcher;
}

/** A tool rule on an event without a tool keeps its hook from running. */
function conditionOf(dialect: Dialect, { event, condition }: HookDescription): Matcher | null {
  if (condition === null) return null;
  const subject = dialect.events[event]?.subject;
  if (subject?.from === 'field' && subject.field === 'tool_name') return compileCondition(dialect, condition).matcher;
  return { text: condition, names: [], test: () => ({ matches: false, why: `${event} is about no tool` }) };
}

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
  const hook = hookOfDescription(description, settings);
  if (hook.condition !== null) await prepareToolRules();
  const { project, home, env, platform, systems } = settings;
  const names = { toolNames: options.toolNames ?? 'given', systems } as const;
  const own = { ...names, nonInteractive: false, isInsideHook: false, canWake: false };
  const place: Place = { project, home, env, platform, ...own };
  const background = createBackground();
  const handlers = hostHandlers({ ...options, warm: false }, settings);
  try {
    const byEvent = groupByEvent([{ hook, inactiveBecause: null }]);
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
