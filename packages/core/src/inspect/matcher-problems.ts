import type { Dialect, EventRow, Hook, MatchSubject } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { HookProblem } from './inspect-hooks.ts';

/**
 * Matchers that never match, where the subject of the event is always the same text; names in a tool matcher that are
 * no tool of the system, and patterns that match none. The latter are reported only where all tools of the system are
 * known, and never for what could be a tool of an MCP server.
 */
export function matcherProblems(hook: Hook, dialect: Dialect, systems: readonly Dialect[]): readonly HookProblem[] {
  const fixed = fixedSubject(hook.event, dialect.events[hook.event]);
  return fixed === null ? toolProblems(hook, dialect, systems) : neverMatches(hook, fixed);
}

/** What a matcher on this event is compared with each time; null: that depends on the event. */
function fixedSubject(event: string, row: EventRow | undefined): string | null {
  if (row?.subject.from === 'event-name') return event;
  return row?.subject.from === 'constant' ? row.subject.text : null;
}

function neverMatches({ event, matcher }: Hook, fixed: string): readonly HookProblem[] {
  if (matcher.text === null || matcher.test(subjectOf(fixed)).matches) return [];
  const message = `matcher ${JSON.stringify(matcher.text)} never matches: on ${event} it is compared with ${JSON.stringify(fixed)} alone, so the hook never runs`;
  return [{ about: 'matcher', severity: 'warning', message, hint: 'leave the matcher out to run each time' }];
}

function toolProblems({ event, matcher }: Hook, dialect: Dialect, systems: readonly Dialect[]): readonly HookProblem[] {
  const { allTools, title } = dialect;
  const subject = dialect.events[event]?.subject;
  const isAboutTools = subject?.from === 'field' && subject.field === 'tool_name';
  if (allTools === undefined || !isAboutTools || matcher.text === null || matcher.looksAt !== 'names') return [];
  const own = [...new Set([...allTools, ...Object.values(dialect.tools).flatMap(({ names }) => names)])];
  const elsewhere = toolNamesOf(systems);
  if (matcher.names !== null) return nameProblems(matcher.names, own, dialect, elsewhere);
  const accepts = (name: string): boolean => matcher.test(subjectOf(name)).matches;
  if (couldBeOfServer(matcher.prefix ?? '') || [...own, ...elsewhere].some(accepts)) return [];
  const message = `matcher ${JSON.stringify(matcher.text)} matches no tool of ${title}: the hook never runs`;
  return [{ about: 'matcher', severity: 'warning', message, hint: someTools(dialect) }];
}

function nameProblems(
  names: readonly string[],
  own: readonly string[],
  dialect: Dialect,
  elsewhere: readonly string[],
): readonly HookProblem[] {
  const isServed = names.some((name) => own.includes(name));
  return names
    .filter((name) => !own.includes(name) && !isOfServer(name))
    .flatMap((name) => {
      const message = `${dialect.title} has no tool ${JSON.stringify(name)}`;
      // Beside its own system's names a matcher may have those of other systems; with only those, a hook is selected
      // only by a host that uses them.
      if (elsewhere.includes(name)) return isServed ? [] : [foreign(message, name, dialect)];
      const nearest = didYouMean(name, own);
      const end = nearest === null ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
      return [{ about: 'matcher', severity: 'warning', message: `${message}${end}`, hint: someTools(dialect) }];
    });
}

const foreign = (message: string, name: string, dialect: Dialect): HookProblem => {
  const names = dialect.tools[name]?.names;
  const hint = names === undefined ? someTools(dialect) : `it calls it ${names.join(', ')}`;
  return { about: 'matcher', severity: 'info', message, hint };
};

/** The tools of all systems, under the common names and their own. */
const toolNamesOf = (systems: readonly Dialect[]): readonly string[] => [
  ...new Set([
    ...systems.flatMap(({ tools }) => [...Object.keys(tools), ...Object.values(tools).flatMap(({ names }) => names)]),
    'MultiEdit',
    'NotebookEdit',
    'NotebookRead',
    'LS',
    'WebSearch',
    'Task',
    'TodoWrite',
    'Skill',
    'ExitPlanMode',
  ]),
];

const subjectOf = (name: string): MatchSubject => ({ text: name, toolName: name, toolInput: {}, project: '/' });

const SERVER_PREFIX = 'mcp__';

const isOfServer = (name: string): boolean => name.toLowerCase().startsWith('mcp');

/** Whether a pattern with this literal prefix could match a tool of an MCP server; an unknown prefix could. */
const couldBeOfServer = (prefix: string): boolean =>
  SERVER_PREFIX.startsWith(prefix.slice(0, SERVER_PREFIX.length)) || isOfServer(prefix);

const someTools = ({ tools }: Dialect): string =>
  `its usual tools are ${Object.values(tools)
    .map(({ names }) => names[0])
    .join(', ')}; a tool of your own is right as it is`;
