import type { HookProof, Program, ProgramFile, Proof, StressRun, TrialRun } from '@hookline/toolbox';
import { type Dialect, DIALECTS } from '@hookline/core/internal';
import { NO_HOOKS } from '../../print/next-steps.ts';
import type { Paint, Style } from '../../print/paint.ts';
import { columns, oneLine } from '../../print/text.ts';

/** Each hook with the worst that was found about it, why, what it runs, and what happened to it; then the summary. */
export function proofLines(proof: Proof, paint: Paint): readonly string[] {
  return [
    ...alike(proof.hooks).flatMap((group) => [...groupLines(group, paint), '']),
    ...proof.problems.map((problem) => paint('red', oneLine(problem))),
    ...(proof.unarmed === 0 ? [] : [paint('yellow', `${proof.unarmed} not armed; see hookline list`)]),
    ...ruleLines(proof),
    summaryOf(proof, paint),
  ];
}

const styleOf = ({ ok, headline }: Pick<HookProof, 'ok' | 'headline'>): Style =>
  !ok ? 'red' : headline === 'enforcing' ? 'green' : 'yellow';

/** Why the status is 0 although hooks fail open: their systems decide that, unless the entry can say otherwise. */
function ruleLines({ ok, hooks }: Proof): readonly string[] {
  const lenient = hooks.filter(({ mustBlock, whenItFails }) => mustBlock && whenItFails === 'open');
  if (!ok || lenient.length === 0) return [];
  const systems = [...new Set(lenient.map(({ dialect }) => dialect))];
  const rule = `${systems.join(', ')} ${systems.length === 1 ? 'lets' : 'let'} the action go on when a hook cannot run at all`;
  const keys = DIALECTS.filter(({ id }) => systems.includes(id)).flatMap(failClosedText);
  const remedy =
    keys.length === 0 ? 'no hook can change that' : `an entry can change that with ${keys.join(', ')}, but need not`;
  return [`${rule}; ${remedy}, so it makes the status 1 only with --strict.`];
}

const failClosedText = ({ id, shape }: Dialect): readonly string[] =>
  shape.kind === 'grouped-json' && shape.failClosed !== undefined
    ? [`"${shape.failClosed.key}": "${shape.failClosed.value}" (${id})`]
    : [];

/** Hooks that never ran for one and the same reason, such as missing trust, are grouped: the reason is given once. */
function alike(hooks: readonly HookProof[]): readonly (readonly HookProof[])[] {
  const groups: HookProof[][] = [];
  for (const hook of hooks) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isSame = first !== undefined && neverRan(first) && neverRan(hook) && first.reason === hook.reason;
    if (isSame) group?.push(hook);
    else groups.push([hook]);
  }
  return groups;
}

const neverRan = ({ verdict, trials }: HookProof): boolean => verdict === 'inert' && trials.length === 0;

function groupLines(group: readonly HookProof[], paint: Paint): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const heads = group.map((hook) => headLine(hook, paint));
  return group.length === 1 ? [...heads, ...detailLines(first)] : [...heads, `  why  ${oneLine(first.reason)}`];
}

const headLine = (hook: HookProof, paint: Paint): string =>
  `${paint(styleOf(hook), hook.headline)}  ${paint('bold', oneLine(hook.id))}${nameOf(hook)}`;

const detailLines = (hook: HookProof): readonly string[] =>
  columns([
    ['why', oneLine(hook.reason)],
    ...(hook.program === null ? [] : programRows(hook.program)),
    ...hook.trials.map((trial, index) => [index === 0 ? 'tried' : '', trialText(trial)]),
    ...stressRows(hook.stress),
  ]).map((line) => `  ${line}`);

const nameOf = ({ id, name }: HookProof): string => (id.endsWith(name) ? '' : `  ${oneLine(name)}`);

function programRows({ what, cwd, files, flaw }: Program): readonly (readonly string[])[] {
  const shown = files.length === 0 ? [oneLine(what)] : files.map(fileText);
  const last = cwd === null ? [] : [`in ${oneLine(cwd)}`];
  const all = [...shown, ...last, ...(flaw === null ? [] : [`cannot be started: ${oneLine(flaw)}`])];
  return all.map((text, index) => [index === 0 ? 'runs' : '', text]);
}

function fileText({ role, path, realPath, digest }: ProgramFile): string {
  const link = realPath === null || realPath === path ? '' : ` -> ${oneLine(realPath)}`;
  return `${role} ${oneLine(path)}${link}${digest === null ? '' : ` (${digest.slice(0, 12)})`}`;
}

function trialText({ title, must, ok, refused, fault }: TrialRun): string {
  const happened = `${refused ? 'blocked' : 'passed'}${fault === null ? '' : ` (${fault})`}`;
  const claim = must === 'nothing' ? '' : `, must ${must}: ${ok ? 'yes' : 'NO'}`;
  return `${oneLine(title)}: ${happened}${claim}`;
}

/** What held in one row; each hole and each closed door in a row of its own. */
function stressRows(runs: readonly StressRun[]): readonly (readonly string[])[] {
  const fallen = runs.flatMap((run) => (run.effect === 'open' || run.effect === 'closed' ? [run] : []));
  const names = new Set(fallen.map(({ stress }) => stress));
  const held = runs.filter(({ effect, stress }) => effect === 'held' && !names.has(stress));
  const reasons = [...new Set(runs.flatMap((run) => (run.effect === 'not tried' ? [run.why] : [])))];
  return [
    ...row('held', unique(held)),
    ...together(fallen).map(([first, titles]) => [first.effect, `${first.stress}: ${stressText(first, titles)}`]),
    ...reasons.flatMap((why) =>
      row('untried', `${unique(runs.filter((run) => run.effect === 'not tried' && run.why === why))}: ${oneLine(why)}`),
    ),
  ];
}

const row = (label: string, text: string): readonly (readonly string[])[] => (text === '' ? [] : [[label, text]]);

const unique = (runs: readonly StressRun[]): string => [...new Set(runs.map(({ stress }) => stress))].join(', ');

type Fallen = Exclude<StressRun, { effect: 'not tried' }>;

/** Runs with the same result, shown once. */
function together(runs: readonly Fallen[]): readonly (readonly [Fallen, readonly string[]])[] {
  const groups = new Map<string, Fallen[]>();
  for (const run of runs) {
    const key = JSON.stringify([run.stress, run.effect, run.refused, run.fault]);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const titles = group.flatMap(({ must, title }) => (must === 'nothing' ? [] : [`"${oneLine(title)}"`]));
    return first === undefined ? [] : [[first, titles] as const];
  });
}

function stressText({ refused, fault, message }: Fallen, titles: readonly string[]): string {
  const what = titles.length === 0 ? '' : `${titles.join(', ')} `;
  return `${what}${refused ? 'blocked' : 'passed'}${fault === null ? '' : ` (${fault}: ${oneLine(message ?? '')})`}`;
}

function summaryOf({ hooks, runs, durationMs, ok, unarmed }: Proof, paint: Paint): string {
  if (hooks.length === 0) return unarmed === 0 ? NO_HOOKS : 'No hook is armed here.';
  const briefs = hooks.map(({ headline }) => headline.replace(/ when .*$/s, ''));
  const counts = [...new Set(briefs)].map((brief) => countText(brief, briefs.filter((each) => each === brief).length));
  const text = `${counts.join(', ')}; ${runs} runs in ${(durationMs / 1000).toFixed(1)} s`;
  const isPlain = hooks.every(({ headline }) => headline === 'enforcing');
  return paint(styleOf({ ok, headline: isPlain ? 'enforcing' : '' }), text);
}

/** "1 fails open", "2 fail open". */
const countText = (brief: string, count: number): string =>
  `${count} ${count === 1 ? brief : brief.replace(/^(fail|block|refuse)s /, '$1 ')}`;
