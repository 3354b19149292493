import {
  type Dialect,
  DIALECTS,
  type Hook,
  type HookPower,
  type HookRun,
  namedScripts,
  type RecordedDecision,
  recordFolder,
  streamTimeline,
} from '@hookline/core/internal';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { type CasePlaces, type Expectation, findCaseFiles, type HookCase, readCaseFile } from '../cases/index.ts';
import { readWhole } from '../files/read-whole.ts';
import { hasWord, saysPower } from './words-of-power.ts';

/** Where a hook is seen to use something, as text for people; null: no evidence. */
export type Seen = string | null;

/** The evidence of which powers, fields and variables a hook uses: its text, its cases and its recorded runs. */
export interface HookEvidence {
  readonly ofPower: (power: HookPower) => Seen;
  readonly ofField: (name: string) => Seen;
  /** Variables that are neither among these nor set by the dialect itself. */
  readonly ofVariables: (inherited: readonly string[]) => Seen;
  readonly ofRunLongerThan: (ms: number) => Seen;
}

/** The cases and the record of a project. */
export interface EvidenceSources {
  readonly cases: readonly HookCase[];
  readonly runs: readonly RecordedRun[];
}

/** A run of a hook, and the effect of its refusal if it was the one that refused. */
interface RecordedRun {
  readonly run: HookRun;
  readonly refusedWith: string | null;
}

/**
 * Reads the cases beside the hooks, and the recorded runs of the dialect's hooks; those of the project, or of all for
 * `user`.
 */
export async function readEvidence(
  dialect: string,
  scope: 'user' | 'project',
  places: CasePlaces,
): Promise<EvidenceSources> {
  const files = await Promise.all(findCaseFiles([], places).map((file) => readCaseFile(file, places.project)));
  const env = places.env ?? process.env;
  const folder = recordFolder(env, homeOf(places));
  const runs: RecordedRun[] = [];
  for (const decision of streamTimeline(folder))
    if (scope === 'user' || decision.project === places.project) runs.push(...runsOf(decision, dialect));
  return { cases: files.flatMap(({ cases }) => cases), runs };
}

/** The home folder of these options, which is this user's unless it is given. */
export const homeOf = ({ home, env = process.env }: Pick<CasePlaces, 'home' | 'env'>): string =>
  home ?? (env['HOME'] || homedir());

const runsOf = ({ hooks, background, outcome }: RecordedDecision, dialect: string): readonly RecordedRun[] =>
  [...hooks, ...background]
    .filter((run) => run.dialect === dialect && run.status !== 'skipped')
    .map((run) => ({ run, refusedWith: outcome?.block?.hook === run.id ? outcome.block.effect : null }));

/** The evidence about one hook; its scripts are searched below `roots`: the project and the home. */
export function evidenceFor(
  hook: Hook,
  from: Dialect,
  roots: readonly string[],
  { cases, runs }: EvidenceSources,
): HookEvidence {
  const texts = textsOf(hook, roots);
  const own = runs.filter(({ run }) => run.id === hook.id && run.name === hook.name);
  const meant = cases.filter((each) => isAbout(each, hook, from));
  const inTexts = (isSeen: (text: string) => boolean): Seen => {
    const found = texts.find(({ text }) => isSeen(text));
    return found === undefined ? null : `in ${found.name}`;
  };
  return {
    ofPower: (power) =>
      alwaysSays(hook, power) ??
      inTexts((text) => saysPower(text, power, hook, from)) ??
      inCases(meant, power, hook, from) ??
      counted(own.filter((each) => saidInRun(each, power, hook, from))),
    ofField: (name) => (isMatchedOn(name, hook, from) ? IN_CONFIGURATION : inTexts((text) => hasWord(text, name))),
    ofVariables: (inherited) => {
      const given = new Set([...inherited, ...from.environment.sets.map(({ name }) => name), ...Object.keys(hook.env)]);
      return inTexts((text) => variablesIn(text).some((name) => !given.has(name)));
    },
    ofRunLongerThan: (ms) => counted(own.filter(({ run }) => run.durationMs > ms)),
  };
}

/** A model only answers yes or no. */
const alwaysSays = ({ handler: { kind } }: Hook, { part }: HookPower): Seen =>
  (kind === 'prompt' || kind === 'agent') && part === 'block' ? IN_CONFIGURATION : null;

/** Evident without further search: what is configured is used. */
export const IN_CONFIGURATION = 'in its configuration';

/** Whether the matcher of a hook depends on a field of the payload. */
function isMatchedOn(name: string, { matcher, event }: Hook, { events, commonFields }: Dialect): boolean {
  const { subject, fields = [] } = events[event] ?? {};
  if (matcher.text === null || subject === undefined || !('field' in subject)) return false;
  const row = [...commonFields, ...fields].find((field) => field.name === name);
  return row !== undefined && 'from' in row && row.from.some((neutral) => neutral === subject.field);
}

const counted = (runs: readonly RecordedRun[]): Seen =>
  runs.length === 0 ? null : `in ${runs.length} recorded ${runs.length === 1 ? 'run' : 'runs'}`;

/** A text of a hook, and its location. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

const MOST_BYTES = 1_000_000;

/** The hook's own text, and that of the files below these folders that it runs, up to this length. */
export function textsOf(hook: Hook, roots: readonly string[], mostBytes = MOST_BYTES): readonly NamedText[] {
  const files = [...roots, ...(hook.folder === null ? [] : [hook.folder])].flatMap((root) =>
    namedScripts(hook, root, DIALECTS).flatMap((name) => {
      const text = readWhole(join(root, name), mostBytes)?.toString();
      return text === undefined ? [] : [{ name, text }];
    }),
  );
  const { call: _, ...configured } = { call: null, ...hook.handler };
  const own = Object.values(configured)
    .flat()
    .filter((value) => typeof value === 'string');
  return [{ name: 'its configuration', text: own.join(' ') }, ...files];
}

/** Whether a case is about a hook; one that names none is about every hook of its event. */
function isAbout({ hooks, dialects, event }: HookCase, { id, name, event: native }: Hook, from: Dialect): boolean {
  const isNamed =
    hooks === null || hooks.some((word) => word === id || word === name || basename(name.split(' ')[0] ?? '') === word);
  const isOfDialect = dialects === null || dialects.includes(from.id);
  return isNamed && isOfDialect && from.events[native]?.means.includes(event.hook_event_name) === true;
}

function inCases(cases: readonly HookCase[], power: HookPower, { event }: Hook, from: Dialect): Seen {
  const block = from.events[event]?.block ?? null;
  const found = cases.find(
    ({ expect, prove }) =>
      (expect !== null && isExpected(expect, power, block)) ||
      (prove === 'block' && power.part === 'block' && power.example.effect === block),
  );
  return found === undefined ? null : `in the case "${found.title}"`;
}

function isExpected(expect: Expectation, { part, example }: HookPower, block: string | null): boolean {
  const isRefused = expect.decision === 'block' && (expect.effect ?? block) === example.effect;
  if (part === 'block') return isRefused;
  if (part === 'reason') return isRefused && expect.reason === null;
  if (part === 'ask' || part === 'allow') return expect.decision === part;
  if (part === 'message') return expect.messages !== undefined;
  if (part === 'updatedInput' || part === 'updatedToolOutput' || part === 'updatedPrompt' || part === 'context')
    return expect[part] !== undefined && expect[part] !== null;
  return expect.extra !== undefined && Object.hasOwn(expect.extra, part);
}

function saidInRun({ run, refusedWith }: RecordedRun, power: HookPower, hook: Hook, from: Dialect): boolean {
  if (power.part === 'block') return refusedWith === power.example.effect;
  if (power.part === 'quiet') return run.quiet;
  if (saysPower(run.stdout, power, hook, from)) return true;
  const isText = run.stdout.trim() !== '' && !run.stdout.trimStart().startsWith('{');
  return power.part === 'context' && from.events[hook.event]?.text === 'context' && isText;
}

/** The variables of the environment that a script reads and does not set. */
function variablesIn(text: string): readonly string[] {
  const set = new Set(
    Array.from(text.matchAll(/^[ \t]*(?:export |local |readonly )?([A-Za-z_]\w*)=/gm), ([, name]) => name),
  );
  const read = text.matchAll(
    /\$\{?([A-Z][A-Z0-9_]+)|\benv\.([A-Z]\w+)|(?:\benv|environ|ENV)\[["'](\w+)|(?:getenv|environ\.get)\(["'](\w+)/g,
  );
  return Array.from(read, ([, ...names]) => names.find((name) => name !== undefined) ?? '').filter(
    (name) => name !== '' && !set.has(name) && !SHELL_SETS.has(name),
  );
}

/** What a shell itself provides. */
const SHELL_SETS: ReadonlySet<string> = new Set(
  'BASH_SOURCE BASH_REMATCH BASH_VERSION BASH_LINENO PIPESTATUS FUNCNAME LINENO RANDOM SECONDS PWD OLDPWD IFS OPTARG OPTIND REPLY UID EUID PPID HOSTNAME OSTYPE SHLVL EPOCHSECONDS'.split(
    ' ',
  ),
);
