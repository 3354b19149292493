import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { HookLatency, Latency as Measured } from '../api.ts';
import { Looked } from '../parts/looked-at.tsx';
import { drawChart, stretchAt } from '../parts/line-chart.ts';
import { Empty, Failed, Loading } from '../parts/state.tsx';
import { useLoad } from '../state/load.ts';
import { scheme } from '../state/theme.ts';
import { filter, go } from '../state/view.ts';
import { quoted, withWord } from '../text/filter.ts';
import { clockOf, countOf, lengthOf, oneLine, plural } from '../text/format.ts';

/** What makes an agent wait: hooks by their share of it. */
export function Latency(): VNode {
  const { value, failure, again } = useLoad<Measured>(`/api/latency?${new URLSearchParams({ q: filter.value })}`);
  if (failure !== null && value === null) return <Failed failure={failure} again={again} />;
  if (value === null) return <Loading what="the durations" />;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Latency</h1>
        <p class="sums">how long agents waited for hooks</p>
      </header>
      <Looked looked={value.looked} />
      {value.decisions === 0 ? (
        <Empty title="No decision with a duration">
          <p>Nothing that fits the filter has ended yet.</p>
        </Empty>
      ) : (
        <>
          <Figures measured={value} />
          <Chart series={value.series} />
          <ByHook hooks={value.hooks} />
        </>
      )}
    </div>
  );
}

function Figures({ measured }: { readonly measured: Measured }): VNode {
  return (
    <dl class="figures">
      {(['p50', 'p95', 'p99'] as const).map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{lengthOf(measured[name])}</dd>
        </div>
      ))}
      <div>
        <dt>decisions</dt>
        <dd>{countOf(measured.decisions)}</dd>
      </div>
    </dl>
  );
}

function Chart({ series }: { readonly series: Measured['series'] }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useSignal<number | null>(null);
  useEffect(() => {
    const place = canvas.current;
    if (place === null) return undefined;
    const watch = new ResizeObserver(() => drawChart(place, series));
    watch.observe(place);
    drawChart(place, series);
    return () => watch.disconnect();
  }, [series, scheme.value]);
  const move = ({ offsetX, currentTarget }: PointerEvent): void => {
    over.value = stretchAt(currentTarget as HTMLCanvasElement, offsetX, series.at.length);
  };
  return (
    <figure class="chart">
      <figcaption>
        <span class="key is-p50">p50</span>
        <span class="key is-p95">p95 over time; the strip below is stronger where it is higher</span>
        <span class="over" aria-hidden="true">
          {over.value === null ? '' : stretchWords(series, over.value)}
        </span>
      </figcaption>
      <div class="plot">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`p50 and p95 over ${plural(series.at.length, 'stretch', 'stretches')} of time`}
          onPointerMove={move}
          onPointerLeave={() => (over.value = null)}
        />
      </div>
    </figure>
  );
}

function stretchWords({ at, p50, p95 }: Measured['series'], index: number): string {
  const value = (list: readonly (number | null)[]): string => lengthOf(list[index] ?? null);
  return `${clockOf(at[index] ?? 0)} · p50 ${value(p50)} · p95 ${value(p95)}`;
}

function ByHook({ hooks }: { readonly hooks: readonly HookLatency[] }): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="hooks by their share of the waiting">
      <table class="table is-fixed">
        <thead>
          <tr>
            <th scope="col">hook</th>
            <th scope="col" class="for-share">
              share of waiting
            </th>
            <th scope="col" class="number">
              runs
            </th>
            <th scope="col" class="number">
              p50
            </th>
            <th scope="col" class="number">
              p95
            </th>
            <th scope="col" class="number">
              p99
            </th>
            <th scope="col" class="spare">
              what would save time
            </th>
          </tr>
        </thead>
        <tbody>
          {hooks.map((hook) => (
            <tr key={hook.hook}>
              <td class="wide">
                <button
                  type="button"
                  class="link"
                  data-row
                  title={hook.hook}
                  onClick={() => go({ page: 'timeline', q: withWord(filter.value, `hook:${quoted(hook.hook)}`) })}
                >
                  {oneLine(hook.name)}
                </button>{' '}
                <span class="quiet">
                  {hook.dialect} {hook.handler}
                </span>
                {hook.estimate !== null && <span class="saving only-narrow">{oneLine(hook.estimate)}</span>}
              </td>
              <td>
                <span class="share">
                  <span class="part" style={{ width: `${Math.max(1, hook.share * 100)}%` }} />
                </span>
                {Math.round(hook.share * 100)} %
              </td>
              <td class="number">{countOf(hook.runs)}</td>
              <td class="number">{lengthOf(hook.p50)}</td>
              <td class="number">{lengthOf(hook.p95)}</td>
              <td class="number">{lengthOf(hook.p99)}</td>
              <td class="wide spare">{hook.estimate === null ? '–' : oneLine(hook.estimate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
