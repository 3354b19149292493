import { useEffect } from 'preact/hooks';
import type { VNode } from 'preact';
import type { DecisionList, DecisionRow } from '../api.ts';
import { Ago } from '../parts/ago.tsx';
import { State } from '../parts/state.tsx';
import { useLoad } from '../state/load.ts';
import { isLoaded, rows } from '../state/rows.ts';
import { filter, view } from '../state/view.ts';
import { withWord } from '../text/filter.ts';
import { oneLine } from '../text/format.ts';

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
  const [by, about, reason] = [row.by ?? row.hook ?? 'an unknown hook', row.about || row.event || '', row.reason ?? ''];
  return (
    <button
      type="button"
      class={`last-block${view.value.decision === row.id ? ' is-chosen' : ''}`}
      onClick={() => onChoose(row)}
    >
      <State look="block" word="blocked last" />
      <Ago at={row.at} />
      <span class="text" title={[by, about, reason].map(oneLine).join(' · ')}>
        <strong>{oneLine(by)}</strong>
        <code>{oneLine(about)}</code>
        <span class="reason">{oneLine(reason)}</span>
      </span>
    </button>
  );
}
