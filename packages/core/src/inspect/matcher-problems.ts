import { DIALECTS } from '../dialects/index.ts';
import type { Dialect, Hook, MatchSubject } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { HookProblem } from './inspect-hooks.ts';

/**
 * Names of a tool matcher that are no tool of the system, and patterns that fit none. Said only where all tools of the system
 * are known, and never of what could be a tool of an MCP server.
 */
export function matcherProblems({ event, matcher }: Hook, dialect: Dialect): readonly HookProblem[] {
  const { allTools, title } = dialect;
  const subject = dialect.events[event]?.subject;
  const isAboutTools = subject?.from === 'field' && subject.field === 'tool_name';
  if (allTools === undefined || !isAboutTools || matcher.text === null || matcher.looksAt !== 'names') return [];
  const own = [...new Set([...allTools, ...Object.values(dialect.tools).flatMap(({ names }) => names)])];
  if (matcher.names !== null)
    return matcher.names.filter((name) => !own.includes(name) && !isOfServer(name)).map((name) => unknownTool(name));
  const accepts = (name: string): boolean => matcher.test(subjectOf(name)).matches;
  if (couldBeOfServer(matcher.prefix ?? '') || [...own, ...NEUTRAL].some(accepts)) return [];
  const message = `matcher ${JSON.stringify(matcher.text)} fits no tool of ${title}: the hook is never asked`;
  return [{ about: 'matcher', severity: 'warning', message, hint: someTools(dialect) }];

  function unknownTool(name: string): HookProblem {
    const message = `${title} has no tool ${JSON.stringify(name)}`;
    const neutral = dialect.tools[name];
    // A host of ours may use the neutral names, so that the hook is not without effect everywhere.
    if (neutral !== undefined)
      return { about: 'matcher', severity: 'info', message, hint: `it calls it ${neutral.names.join(', ')}` };
    const nearest = didYouMean(name, [...own, ...NEUTRAL]);
    const end = nearest === null ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
    return { about: 'matcher', severity: 'warning', message: `${message}${end}`, hint: someTools(dialect) };
  }
}

/** The tools that every system has in some form. */
const NEUTRAL: readonly string[] = [...new Set(DIALECTS.flatMap(({ tools }) => Object.keys(tools)))];

const subjectOf = (name: string): MatchSubject => ({ text: name, toolName: name, toolInput: {}, project: '/' });

const SERVER_PREFIX = 'mcp__';

const isOfServer = (name: string): boolean => name.toLowerCase().startsWith('mcp');

/** Whether a pattern whose texts all begin like this could fit a tool of an MCP server; an unknown beginning could. */
const couldBeOfServer = (prefix: string): boolean =>
  SERVER_PREFIX.startsWith(prefix.slice(0, SERVER_PREFIX.length)) || isOfServer(prefix);

const someTools = ({ tools }: Dialect): string =>
  `its usual tools are ${Object.values(tools)
    .map(({ names }) => names[0])
    .join(', ')}; a tool of your own is right as it is`;
