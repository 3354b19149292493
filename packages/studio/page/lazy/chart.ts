import Plot from 'uplot';
import type { Latency } from '../api.ts';
import { coloursOf } from '../parts/canvas.ts';
import { lengthOf } from '../text/format.ts';

const HEIGHT = 200;

/** Draws p50 and p95 over time, as wide as its place; the result ends it. */
export function drawChart(place: HTMLElement, { at, p50, p95 }: Latency['series']): () => void {
  const colour = coloursOf(place);
  const axis = {
    stroke: colour('quiet'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1 },
    font: `11px ${getComputedStyle(place).fontFamily}`,
  };
  const line = (name: string, label: string, width: number): Plot.Series => ({
    label,
    stroke: colour(name),
    width,
    points: { show: at.length < 60, size: 4, fill: colour(name) },
    spanGaps: true,
  });
  const chart = new Plot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      axes: [axis, { ...axis, size: 64, values: (_, values) => values.map((value) => lengthOf(value)) }],
      series: [{}, line('ask', 'p50', 1.5), line('fault', 'p95', 2)],
    },
    [at.map((time) => time / 1000), [...p50], [...p95]],
    place,
  );
  const watch = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
  watch.observe(place);
  return () => {
    watch.disconnect();
    chart.destroy();
  };
}
