import { isJsonObject } from '../model/index.ts';
import type {
  Dialect,
  EntrySwitchRow,
  GroupedJsonShape,
  Hook,
  LimitRow,
  MergedSources,
  Source,
  SwitchRow,
} from '../model/index.ts';

/** The hooks that run, and those that a switch or limit of a file keeps from running. */
export type SwitchedHooks = Pick<MergedSources, 'hooks' | 'off'>;

/** Applies the switches and limits of all files of a dialect to its hooks. */
export function applySwitches({ shape }: Dialect, sources: readonly Source[], hooks: readonly Hook[]): SwitchedHooks {
  if (shape.kind !== 'grouped-json' || !sources.some(hasSwitches)) return { hooks, off: [] };
  const common = sources.filter(({ switchesItself }) => switchesItself !== true);
  const rules = [...rulesOf(shape, common), selfRule(sources)];
  const judged = hooks.map((hook) => ({ hook, why: rules.map((rule) => rule(hook)).find((why) => why !== null) }));
  const limited = limitVariables(shape, common);
  return {
    hooks: judged.flatMap(({ hook, why }) => (why === undefined ? [limited(hook)] : [])),
    off: judged.flatMap(({ hook, why }) => (why === undefined ? [] : [{ hook, why }])),
  };
}

const hasSwitches = ({ switches }: Source): boolean => Object.keys(switches).length > 0;

/** Why a hook must not run; null when this rule has nothing against it. */
type OffRule = (hook: Hook) => string | null;

const rulesOf = (
  { switches = [], limits = [], entrySwitch }: GroupedJsonShape,
  sources: readonly Source[],
): readonly OffRule[] => [
  ...switches.map((row) => switchRule(row, sources)),
  ...(entrySwitch === undefined ? [] : [entryRule(entrySwitch, sources)]),
  ...limits.filter((row) => row.limits === 'http-url').map((row) => addressRule(row, sources)),
  ...limits.filter((row) => row.limits === 'names').map((row) => nameRule(row, sources)),
];

/** A file that switches its own hooks off. */
function selfRule(sources: readonly Source[]): OffRule {
  const off = new Map(
    sources
      .filter(({ switchesItself, switches }) => switchesItself === true && Object.values(switches).includes(true))
      .map(({ file, display, switches }) => [
        file,
        `${Object.keys(switches).join(', ')} in ${display} switches it off`,
      ]),
  );
  return ({ file }) => off.get(file) ?? null;
}

function switchRule(row: SwitchRow, sources: readonly Source[]): OffRule {
  const every = sources.filter(({ switches }) => Object.hasOwn(switches, row.key));
  const ranking = every.filter(({ outranked }) => outranked !== true);
  const having = ranking.length === 0 ? every : ranking;
  const scope = row.wins.find((each) => having.some((source) => source.scope === each));
  const source = having.findLast((each) => each.scope === scope);
  if (source === undefined || source.switches[row.key] !== row.off) return () => null;
  const isSpared = row.sparesManaged === 'always' || (row.sparesManaged !== 'never' && source.scope !== 'managed');
  return (hook) => (hook.scope === 'managed' && isSpared ? null : `${row.key} in ${source.display} switches it off`);
}

/** By the last file that says something about the hook; an administrator's hook cannot be switched off so. */
function entryRule({ key, off }: EntrySwitchRow, sources: readonly Source[]): OffRule {
  const tables = sources.flatMap(({ switches, display }) => {
    const table = switches[key];
    return isJsonObject(table) ? [{ table, display }] : [];
  });
  return ({ switchName, scope }) => {
    if (switchName === undefined || scope === 'managed') return null;
    const said = tables.flatMap(({ table, display }) => {
      const state = Object.hasOwn(table, switchName) ? table[switchName] : undefined;
      const value = isJsonObject(state) && Object.hasOwn(state, off.key) ? state[off.key] : undefined;
      return value === undefined || value === null ? [] : [{ value, display }];
    });
    const last = said.at(-1);
    return last?.value === off.is ? `${key} in ${last.display} switches it off` : null;
  };
}

/** The list of a limit, joined over all files; null when no file has it. */
function joinedList({ key, projects }: LimitRow, sources: readonly Source[]): readonly string[] | null {
  const having = sources.filter(({ switches }) => Object.hasOwn(switches, key));
  const others = having.filter(({ scope }) => scope !== 'project' && scope !== 'local');
  const counting = projects === 'alone' && others.length > 0 ? others : having;
  const lists = counting.map(({ switches }) => switches[key]);
  if (lists.length === 0) return null;
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []));
}

function addressRule(row: LimitRow, sources: readonly Source[]): OffRule {
  const allowed = joinedList(row, sources);
  if (allowed === null) return () => null;
  return ({ handler }) =>
    handler.kind !== 'http' || allowed.some((pattern) => fitsPattern(handler.url, pattern))
      ? null
      : `its address fits no entry of ${row.key} in ${namesOf(row, sources)}`;
}

/** Hooks that a list switches off by name. */
function nameRule(row: LimitRow, sources: readonly Source[]): OffRule {
  const names = joinedList(row, sources) ?? [];
  return ({ name, calledBy = name }) =>
    names.includes(calledBy) ? `${row.key} in ${namesOf(row, sources)} switches it off` : null;
}

const namesOf = ({ key }: LimitRow, sources: readonly Source[]): string =>
  sources
    .filter(({ switches }) => Object.hasOwn(switches, key))
    .map(({ display }) => display)
    .join(', ');

/** Whether a text is as a pattern with `*` says; in time that grows with their lengths alone. */
function fitsPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** A limit on names is kept with the hook, so that its handler stays what was trusted. */
function limitVariables({ limits = [] }: GroupedJsonShape, sources: readonly Source[]): (hook: Hook) => Hook {
  const lists = limits.filter((row) => row.limits === 'http-variables').map((row) => joinedList(row, sources));
  const given = lists.filter((list) => list !== null);
  const headerVariables = given.reduce((left, list) => left.filter((name) => list.includes(name)), given[0] ?? []);
  return (hook) => (given.length === 0 || hook.handler.kind !== 'http' ? hook : { ...hook, headerVariables });
}
