import type { DialectHooks, HookEntry } from '../engine/routes.ts';
import type { AnyEvent, Hook, Hooks, InUse, Outcome } from '../model/index.ts';
import { checkOptions } from '../options/check-options.ts';
import { IN_USE } from '../options/rules.ts';
import { memoized } from '../text/memo.ts';

/** The skills and sub-agents that are in use, by what the host says. */
export interface Uses {
  readonly add: Hooks['use'];
  /** The hooks that an event can reach: those in front matter only while that is in use. */
  readonly inForce: (hooks: readonly DialectHooks[], event: AnyEvent) => readonly DialectHooks[];
  /** All hooks; those in front matter that is not in use are inactive. Without an event: not in use by any. */
  readonly shown: (hooks: readonly DialectHooks[], event?: AnyEvent) => readonly DialectHooks[];
  /** Drops hooks that run once and have now run without a fault. */
  readonly forgetSpent: (event: AnyEvent, outcome: Outcome) => void;
}

/** One thing in use; several uses of the same thing are one, which ends with the last of them. */
interface OpenUse extends InUse {
  /** Ids of hooks that have run and do not run again. */
  readonly spent: Set<string>;
  count: number;
}

export function createUses(): Uses {
  const open = new Map<string, OpenUse>();
  const add = (use: InUse): (() => void) => {
    checkUse(use);
    const key = JSON.stringify([use.skill, use.agent, use.session_id, use.agent_id]);
    const known = open.get(key) ?? { ...use, spent: new Set<string>(), count: 0 };
    known.count += 1;
    open.set(key, known);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      known.count -= 1;
      if (known.count === 0) open.delete(key);
    };
  };
  const usesFor = (event: AnyEvent | undefined): readonly OpenUse[] => usesAt([...open.values()], event);
  return {
    add,
    inForce: (hooks, event) => {
      if (!hasFrontMatter(hooks)) return hooks;
      const uses = usesFor(event);
      return uses.length === 0 ? withoutFrontMatter(hooks) : hooks.map((each) => onlyUsed(each, uses));
    },
    shown: (hooks, event) => {
      if (!hasFrontMatter(hooks)) return hooks;
      const uses = usesFor(event);
      return hooks.map((each) => changed(each, (entries) => entries.map((entry) => told(entry, uses))));
    },
    forgetSpent: (event, outcome) => {
      if (open.size === 0) return;
      const done = outcome.hooks.filter(
        ({ status, fault }) => (status === 'passed' || status === 'blocked') && fault === null,
      );
      for (const use of usesFor(event)) for (const { id } of done) use.spent.add(id);
    },
  };
}

function checkUse(use: unknown): void {
  checkOptions('hooks.use', use, IN_USE);
  const { skill, agent } = use as InUse;
  if ((skill === undefined) === (agent === undefined))
    throw new TypeError('hooks.use needs either the skill or the agent, such as { skill: "deploy" }');
}

const isOf = ({ session_id, agent_id }: InUse, event: AnyEvent): boolean =>
  (session_id === undefined || session_id === event['session_id']) &&
  (agent_id === undefined || agent_id === event['agent_id']);

function usesAt(open: readonly OpenUse[], event: AnyEvent | undefined): readonly OpenUse[] {
  return event === undefined ? open : [...open.filter((use) => isOf(use, event)), ...usesIn(event)];
}

/** An event that names its sub-agent comes from inside it, whether or not the host has said that it is in use. */
const usesIn = ({ agent_type: agent }: AnyEvent): readonly OpenUse[] =>
  typeof agent === 'string' && agent !== '' ? [{ agent, spent: new Set(), count: 1 }] : [];

const isInFrontMatter = ({ hook }: HookEntry): boolean => hook.during !== undefined;

const hasFrontMatter = memoized((hooks: readonly DialectHooks[]): boolean =>
  hooks.some(({ byEvent }) => [...byEvent.values()].some((entries) => entries.some(isInFrontMatter))),
);

const withoutFrontMatter = memoized((hooks: readonly DialectHooks[]) => hooks.map((each) => onlyUsed(each, [])));

const onlyUsed = (hooks: DialectHooks, uses: readonly OpenUse[]): DialectHooks =>
  changed(hooks, (entries) => entries.filter(({ hook }) => whyNot(hook, uses) === null));

const told = (entry: HookEntry, uses: readonly OpenUse[]): HookEntry => ({
  ...entry,
  inactiveBecause: entry.inactiveBecause ?? whyNot(entry.hook, uses),
});

/** Why a hook in front matter is not in force; null when it is. */
function whyNot({ during, once, id }: Hook, uses: readonly OpenUse[]): string | null {
  if (during === undefined) return null;
  const own = uses.filter((use) => use[during.of] === during.name);
  const what = `${during.of === 'agent' ? 'sub-agent' : 'skill'} "${during.name}"`;
  if (own.length === 0) return `it runs only while the ${what} is in use`;
  return once && own.every(({ spent }) => spent.has(id))
    ? `it runs once, and has run in this use of the ${what}`
    : null;
}

const changed = (
  { dialect, byEvent }: DialectHooks,
  change: (entries: readonly HookEntry[]) => readonly HookEntry[],
): DialectHooks => ({
  dialect,
  byEvent: new Map([...byEvent].map(([event, entries]) => [event, change(entries)])),
});
