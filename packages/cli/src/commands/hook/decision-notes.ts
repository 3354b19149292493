import type { Outcome, SaidAnswer } from '@hookline/core/internal';
import type { Caller } from '../../call/caller.ts';
import type { Entry } from './entry.ts';
import type { Told } from './news.ts';

/** What the agent was not told. */
export const lostIn = ({ lost }: SaidAnswer): readonly string[] =>
  lost.map(({ part, why }) => `not told to the agent: ${part}: ${why}`);

/** Which entry it was: the agent, its event, and the way. */
export const delivererOf = ({ native }: Told, { agent }: Entry, caller: Caller): string =>
  `${agent.id} (${native}, ${caller.gone === null ? 'by command' : 'through the server'})`;

/** Hooks in files that the agent reads by itself: whether it runs them is known to it alone. */
export const ranTwice = ({ hooks }: Outcome, { agent: { title, alsoReads } }: Entry): readonly string[] =>
  hooks
    .filter(({ dialect, scope }) => alsoReads.includes(dialect) && (scope === 'project' || scope === 'local'))
    .map(({ name }) => `${title} reads the file of ${name} as well, and may have run it too`);
