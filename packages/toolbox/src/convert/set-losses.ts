import type { Hook } from '@hookline/core/internal';
import type { Loss } from './conversion.ts';
import type { Seen } from '../evidence/evidence.ts';
import { loss, nativeOf } from './find-losses.ts';
import type { Pair } from './translate-matcher.ts';

/** What is lost when a project switches hooks of the user off: the target would run them again. */
export const mergeLosses = (switchedOff: readonly Hook[], { to }: Pair): readonly Loss[] =>
  switchedOff.length === 0
    ? []
    : [
        loss(
          'merge',
          `the project switches off ${switchedOff.map(({ name }) => `"${name}"`).join(', ')} of the user; in ${to.id} it does not`,
        ),
      ];

/** What is lost when the target lets lists of a project replace those of the user. */
export function replacedLists(hook: Hook, others: readonly Hook[], { from, to }: Pair): readonly Loss[] {
  if (to.shape.merge !== 'later-list-replaces' || from.shape.merge === to.shape.merge) return [];
  const natives = nativesOf(hook, { from, to });
  const met = others.filter((other) => nativesOf(other, { from, to }).some((native) => natives.includes(native)));
  const names = natives.join(', ');
  const text = `in ${to.id} the project's list for ${names} replaces the user's; in ${from.id} both run`;
  return met.length === 0 ? [] : [loss('merge', text)];
}

/**
 * What is lost when several hooks of one event run in a different order; `refused` is where one of them is seen to
 * refuse.
 */
export function lostOrder(hook: Hook, all: readonly Hook[], pair: Pair, refused: Seen): readonly Loss[] {
  const { from, to } = pair;
  const company = all.filter((other) => other.event === hook.event && other.id !== hook.id);
  if (company.length === 0) return [];
  const [ours, theirs] = [from.schedule, to.schedule];
  const isParallel = ours.pace !== 'one-by-one' && !all.some((other) => other.event === hook.event && other.sequential);
  return [
    ...(isParallel && theirs.pace === 'one-by-one'
      ? [loss('order', `hooks of ${hook.event} run at the same time in ${from.id}; in ${to.id} one after another`)]
      : []),
    ...(ours.afterBlock === theirs.afterBlock
      ? []
      : [
          loss(
            'order',
            ours.afterBlock === 'stop'
              ? `after a refusal ${from.id} runs no further hook; ${to.id} runs them all and joins their reasons`
              : `after a refusal ${from.id} runs the other hooks too and joins their reasons; ${to.id} runs none`,
            refused,
          ),
        ]),
    ...lostTwin(hook, company, pair),
    ...(hook.background && ours.background === 'unless-blocked' && theirs.background !== 'unless-blocked'
      ? [loss('order', `${from.id} starts it only when nothing was refused; ${to.id} starts it at once`, refused)]
      : []),
  ];
}

function lostTwin(hook: Hook, company: readonly Hook[], { from, to }: Pair): readonly Loss[] {
  if (from.schedule.duplicates === 'run' || to.schedule.duplicates !== 'run') return [];
  const isTwin = company.some((other) => sameRun(other) === sameRun(hook));
  return isTwin ? [loss('order', `${from.id} runs identical commands once; ${to.id} runs each of them`)] : [];
}

const sameRun = ({ handler, env, condition }: Hook): string => JSON.stringify([handler, env, condition?.text ?? null]);

const nativesOf = (hook: Hook, { from, to }: Pick<Pair, 'from' | 'to'>): readonly string[] => [
  ...new Set((from.events[hook.event]?.means ?? []).flatMap((event) => nativeOf(to, event) ?? [])),
];
