import { type Diagnostic, type FaultCode, inspectHooks } from '@hookline/core/internal';
import type { Faults } from '../api/index.ts';
import type { DecisionSource } from '../source/decision-source.ts';
import { type StudioPlace, withHooks } from './project-hooks.ts';

/** Faults of hooks, the same one once; and what is wrong with hook files before any event. */
export async function faultsOf(
  source: DecisionSource,
  q: string,
  place: StudioPlace,
  signal: AbortSignal,
): Promise<Faults> {
  const { looked, groups } = await source.ask('faults', q, signal);
  return {
    looked,
    groups: groups.map((group) => ({ ...group, hint: hintOf(group.code) })),
    problems: await problemsOf(place),
  };
}

/** A code of another version has none. */
const hintOf = (code: string): string | null => (Object.hasOwn(HINTS, code) ? HINTS[code as FaultCode] : null);

const HINTS: Readonly<Record<FaultCode, string>> = {
  exit: 'run it on the event in a terminal: hookline fire, with --debug',
  killed: 'something ended it: memory, a signal, or the host that called it off',
  timeout: 'it took longer than its timeout: make it faster, or give it more time in its definition',
  not_started: 'its program is missing or cannot be run: hookline doctor says where it was looked for',
  bad_output: 'what it printed is no answer in its system: hookline explain last shows what was expected',
  no_power: 'it refused where its system lets nothing be refused: choose an event that can be stopped',
  unavailable: 'nothing answers for it here: a server, a model or a tool that this host does not have',
  reported: 'it says itself that it failed: its message says why',
};

/** What keeps hooks of the studio's project from doing their work. */
async function problemsOf(place: StudioPlace): Promise<readonly Diagnostic[]> {
  const read = await withHooks(place, place.project, ({ diagnostics }) => diagnostics);
  const inspected = (await inspectHooks(place)).map(({ diagnostic }) => diagnostic);
  return [...read, ...inspected].filter(({ severity }) => severity !== 'info');
}
