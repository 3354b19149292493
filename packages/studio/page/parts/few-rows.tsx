import type { VNode } from 'preact';
import type { DecisionRow } from '../api.ts';
import { go } from '../state/view.ts';
import { clockOf, fullTime, oneLine } from '../text/format.ts';
import { lookOfRow, State, wordOfLook } from './state.tsx';

/** A short list of decisions inside another page. */
export function FewRows({ rows }: { readonly rows: readonly DecisionRow[] }): VNode {
  return (
    <ul class="few">
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" data-row onClick={() => go({ page: 'decision', decision: row.id, hook: null })}>
            <time title={fullTime(row.at)}>{clockOf(row.at)}</time>
            <State look={lookOfRow(row)} word={wordOfLook(lookOfRow(row))} />
            <span class="event">{oneLine(row.event ?? '')}</span>
            <span class="tool" title={oneLine(row.tool ?? '')}>
              {oneLine(row.tool ?? '')}
            </span>
            <span class="about" title={oneLine(row.about)}>
              {oneLine(row.about)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
