import { useEffect } from 'preact/hooks';
import type { VNode } from 'preact';
import type { DecisionList, DecisionRow } from '../api.ts';
import { State } from '../parts/state.tsx';
import { useLoad } from '../state/load.ts';
import { isLoaded, rows } from '../state/rows.ts';
import { filter, view } from '../state/view.ts';
import { withWord } from '../text/filter.ts';
import { agoOf, fullTime, oneLine } from '../text/format.ts';

/** What was blocked last, by whom and why: one line that stays where it is while rows come and go. */
export function LastBlock({ onChoose }: { readonly onChoose: (row: DecisionRow) => void }): VNode | null {
  const isNarrowed = /(?:^|\s)is:/.test(filter.value);
  const query = new URLSearchParams({ q: withWord(filter.value, 'is:block'), limit: '1', total: 'later' });
  const { value, again } = useLoad<DecisionList>(isNarrowed || !isLoaded.value ? null : `/api/decisions?${query}`);
  const newest = rows.value.find(({ state }) => state === 'block')?.id ?? null;
  useEffect(() => {
    if (newest !== null && value !== null) again();
  }, [newest]);
  const row = value?.rows[0];
  if (isNarrowed || rows.value.length === 0) return null;
  if (row === undefined)
    return <p class="last-block is-none">{value === null || value.total === null ? '' : 'Nothing was blocked.'}</p>;
  return (
    <button
      type="button"
      class={`last-block${view.value.decision === row.id ? ' is-chosen' : ''}`}
      onClick={() => onChoose(row)}
    >
      <State look="block" word="blocked last" />
      <time title={fullTime(row.at)}>{agoOf(row.at)}</time>
      <strong>{oneLine(row.by ?? row.hook ?? 'an unknown hook')}</strong>
      <span class="text">
        <code>{oneLine(row.about || row.event || '')}</code>
        <span class="reason">{oneLine(row.reason ?? '')}</span>
      </span>
    </button>
  );
}
