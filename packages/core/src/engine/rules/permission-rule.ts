import { relative, resolve, sep } from 'node:path';
import type { Finding, Matcher, MatchResult, MatchSubject, SlowSearches } from '../../model/hook.ts';
import { plainCommands } from '../../shell/bash-tree.ts';
import type { ArgumentFinding } from './argument-pattern.ts';
import { commandGlobs } from './argument-pattern.ts';
import {
  type CompiledMatcher,
  costlyPattern,
  explainFinding,
  matchCostly,
  matchNothing,
  type MatcherProblem,
  quote,
} from './compiled-matcher.ts';
import { spellingsOf } from './file-paths.ts';
import { globTest, type GlobTest } from './glob-program.ts';
import { compileFreeGlobs, compileGlob, GLOB_TOO_LONG, LONGEST_GLOB } from './glob.ts';
import { primaryArgument, type ToolArgument } from './tool-argument.ts';

/** Compiles a permission rule about a tool call: `Tool`, or `Tool(pattern)`. Never throws; a broken rule never fits. */
export function compilePermissionRule(text: string): CompiledMatcher {
  const written = text.trim();
  if (written.length > LONGEST_GLOB)
    return matchCostly(written, costlyPattern(`the if rule ${quote(written)}`, GLOB_TOO_LONG, 'call'));
  const [whole, tool = '', pattern] = RULE.exec(written) ?? [];
  if (whole === undefined) return matchNothing(written, broken(written));
  const testArgument = pattern === undefined || pattern === '' ? null : argumentTest(written, pattern);
  const isOfTool = (name: string | null): boolean => name === tool || name?.startsWith(serverOf(tool)) === true;
  const test = (subject: MatchSubject): MatchResult => {
    if (subject.toolName === null || !isOfTool(subject.toolName))
      return { matches: false, why: `if rule ${quote(written)} is about another tool` };
    if (testArgument === null)
      return { matches: true, why: `if rule ${quote(written)} accepts every call of the tool` };
    return testArgument(subject, subject.toolName);
  };
  const couldAccept: Matcher['couldAccept'] = ({ toolName }) => isOfTool(toolName);
  return { matcher: { text: written, names: null, test, couldAccept }, problems: [] };
}

const RULE = /^([A-Za-z_][\w-]*\*?)(?:\(([^]*)\))?$/;

/** What the names of all tools of a server begin with, where a rule is about a server; else no name begins with it. */
function serverOf(tool: string): string {
  const [, server] = /^(mcp__.*?)(?:__\*)?$/.exec(tool) ?? [];
  return server === undefined || server.slice('mcp__'.length).includes('__') ? '\0' : `${server}__`;
}

const broken = (rule: string): MatcherProblem => ({
  severity: 'error',
  message: `the if rule ${quote(rule)} is neither Tool nor Tool(pattern), so its hook never runs`,
  hint: 'write one permission rule, as in "Bash(git *)"',
});

function argumentTest(rule: string, pattern: string): (subject: MatchSubject, toolName: string) => MatchResult {
  const tests: Readonly<Record<ToolArgument['kind'], ArgumentTest>> = {
    bash: bashTest(pattern),
    command: commandTest(pattern),
    file: fileTest(pattern),
    text: textTest(pattern),
  };
  const name = `if rule ${quote(rule)}`;
  return (subject, toolName) => {
    const argument = primaryArgument(toolName, subject.toolInput);
    if (argument === null)
      return { matches: false, why: `${name} needs an argument that the call of ${toolName} lacks` };
    const finding = tests[argument.kind](argument.value, subject);
    if (typeof finding === 'string') return explainFinding(name, finding, argument.value);
    const met: MatchResult = { matches: true, why: `${name} counts as met: ${finding.unreadable}` };
    return finding.isTooMuch ? { ...met, undecided: 'ever' } : met;
  };
}

type ArgumentTest = (value: string, subject: MatchSubject) => ArgumentFinding;

/** Each simple command of a line is tested; one that cannot be taken apart may hold anything, so that it fits. */
function bashTest(pattern: string): ArgumentTest {
  const fits = starTest(commandGlobs(pattern));
  return (value, { slow }) => {
    const commands = plainCommands(value);
    if ('why' in commands) return { unreadable: commands.why, isTooMuch: commands.isTooMuch };
    const texts = commands.texts.length === 0 ? [''] : commands.texts;
    return fits([...texts, ...texts.flatMap(startedByXargs)], slow);
  };
}

/** The command that xargs starts: of all programs that start another, the only one that a rule looks into. */
function startedByXargs(text: string): readonly string[] {
  const words = text.split(/\s+/);
  if (words[0] !== 'xargs') return [];
  let at = 1;
  while (words[at]?.startsWith('-') === true) at += XARGS_VALUED.test(words[at] ?? '') ? 2 : 1;
  return at < words.length ? [words.slice(at).join(' ')] : [];
}

/** Options of xargs whose value is the next word. */
const XARGS_VALUED = /^-[nIPLsdaE]$/;

function commandTest(pattern: string): ArgumentTest {
  const fits = starTest(commandGlobs(pattern));
  return (value, { slow }) => fits([value.trim()], slow);
}

const DOMAIN = 'domain:';

/** An address is also tested by its host alone, as in `WebFetch(domain:example.com)`. */
function textTest(pattern: string): ArgumentTest {
  const isAboutHost = pattern.startsWith(DOMAIN);
  const fits = starTest([isAboutHost ? pattern.slice(DOMAIN.length) : pattern]);
  return (value, { slow }) => fits([isAboutHost && URL.canParse(value) ? new URL(value).hostname : value], slow);
}

/** A pattern in which `*` alone is special. */
function starTest(globs: readonly string[]): GlobTest {
  let test: GlobTest | null = null;
  return (texts, slow) => {
    test ??= globTest(compileFreeGlobs(globs.map((glob) => glob.replace(/[?[\]{}\\]/g, '\\$&'))));
    return test(texts, slow);
  };
}

/**
 * A path pattern: a name at any depth, or a path from the working folder, from the project (`/`), from the root of the
 * file system (`//`) or from the home folder (`~/`). A pattern that fits a folder fits all that is in it.
 */
function fileTest(pattern: string): ArgumentTest {
  const { root, glob } = rootedGlob(pattern);
  const fits = pathTest(glob);
  return (value, subject) => fits(pathTexts(value, root, subject), subject.slow);
}

type PathRoot = 'any-depth' | 'cwd' | 'project' | 'file-system' | 'home';

function rootedGlob(written: string): { readonly root: PathRoot; readonly glob: string } {
  const pattern = written.replace(/^(?:\.\/)+/, '').replace(/(?<=[^/])\/$/, '');
  if (pattern.startsWith('//')) return { root: 'file-system', glob: pattern.replace(/^\/+/, '') };
  if (pattern.startsWith('~/')) return { root: 'home', glob: pattern.slice(2) };
  if (pattern.startsWith('/')) return { root: 'project', glob: pattern.slice(1) };
  return { root: pattern.includes('/') ? 'cwd' : 'any-depth', glob: pattern };
}

/** A glob that cannot be read fits everything: a guard must not be silenced by its pattern. */
function pathTest(glob: string): (texts: readonly string[], slow: SlowSearches | undefined) => Finding {
  const compiled = compileGlob(glob, 'segments');
  return 'why' in compiled ? () => 'accepts' : globTest(compiled.program);
}

/** A path and all folders around it, as the pattern sees them; nothing where the path is not below the root. */
function pathTexts(path: string, root: PathRoot, { project, cwd = project, home }: MatchSubject): readonly string[] {
  const spellings = spellingsOf(path, { project, cwd });
  const folders: Readonly<Record<PathRoot, string | undefined>> = {
    'any-depth': cwd,
    cwd,
    project,
    'file-system': sep,
    home,
  };
  const folder = folders[root];
  if (folder === undefined) return [];
  const bases = spellingsOf(folder, { project, cwd: resolve(folder) });
  const below = spellings.flatMap((each) =>
    bases.map((base) => relative(base, each)).filter((rest) => rest !== '' && !rest.startsWith('..')),
  );
  if (root !== 'any-depth') return [...new Set(below.flatMap(withParents))];
  const names = [...below.flatMap((each) => each.split(sep)), ...spellings.map((each) => each.split(sep).at(-1) ?? '')];
  return [...new Set(names)];
}

const withParents = (path: string): readonly string[] =>
  path.split(sep).map((_name, index, names) => names.slice(0, index + 1).join('/'));
