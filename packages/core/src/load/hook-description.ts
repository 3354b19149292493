import { isAbsolute, relative, resolve, sep } from 'node:path';
import { compileCondition } from '../engine/rules/compile-condition.ts';
import { compileMatcher } from '../engine/rules/compile-matcher.ts';
import { newReading } from '../engine/rules/pattern-reading.ts';
import type { Dialect, Handler, Hook, HookDescription, Matcher } from '../model/index.ts';

/** Describes a hook of a file; null for a function of the host, which cannot be serialized. */
export function describeHook(hook: Hook, project: string): HookDescription | null {
  const { dialect, name, event, condition, handler, timeoutMs, background, wake, env, defect } = hook;
  const { onFault, headerVariables, cwd } = hook;
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
    ...(cwd === undefined ? {} : { cwd }),
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
export function hookOfDescription(
  description: HookDescription,
  { project, systems }: { readonly project: string; readonly systems: readonly Dialect[] },
  own: Pick<Hook, 'id' | 'scope' | 'source' | 'file'>,
): Hook {
  const { dialect: id, event, folder, dataFolder } = description;
  const dialect = systems.find((each) => each.id === id);
  const row = dialect?.events[event];
  if (dialect === undefined || row === undefined) throw new TypeError(`there is no event "${event}" in "${id}"`);
  return {
    ...description,
    ...own,
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
