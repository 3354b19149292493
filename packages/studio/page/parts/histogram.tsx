import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Histogram as Counts, HistogramBucket } from '../api.ts';
import { scheme } from '../state/theme.ts';
import { clockOf, countOf } from '../text/format.ts';
import { coloursOf, prepare } from './canvas.ts';

const KINDS = ['block', 'fault', 'ask'] as const;

interface Props {
  readonly counts: Counts | null;
  readonly onRange: (from: number, to: number) => void;
}

/** When things happened. Dragging over it chooses a range of time. */
export function Histogram({ counts, onRange }: Props): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useSignal<{ readonly from: number; readonly to: number } | null>(null);
  const over = useSignal<number | null>(null);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const drawn = (): void => draw(canvas.current, counts);
    const watch = new ResizeObserver(drawn);
    watch.observe(canvas.current);
    drawn();
    return () => watch.disconnect();
  }, [counts, scheme.value]);
  const partOf = (event: PointerEvent): number => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - left) / width));
  };
  const end = (): void => {
    const range = dragged.value;
    dragged.value = null;
    if (range === null || counts === null || Math.abs(range.to - range.from) < 0.005) return;
    const span = counts.to - counts.from;
    const [from, to] = [Math.min(range.from, range.to), Math.max(range.from, range.to)];
    // Whole bars: what lies at the edge of one belongs to it.
    const bars = counts.buckets.length;
    onRange(counts.from + (Math.floor(from * bars) / bars) * span, counts.from + (Math.ceil(to * bars) / bars) * span);
  };
  const hasAny = counts !== null && counts.buckets.some(({ total }) => total > 0);
  return (
    <div
      class="histogram"
      onPointerDown={(event) => {
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        dragged.value = { from: partOf(event), to: partOf(event) };
      }}
      onPointerMove={(event) => {
        over.value = partOf(event);
        if (dragged.value !== null) dragged.value = { ...dragged.value, to: partOf(event) };
      }}
      onPointerLeave={() => (over.value = null)}
      onPointerUp={end}
    >
      <canvas ref={canvas} role="img" aria-label={labelOf(counts)} />
      {dragged.value !== null && <div class="brush" style={placeOf(dragged.value)} />}
      <p class="ends" aria-hidden="true">
        <span>{hasAny ? clockOf(counts.from) : ''}</span>
        <span>{hasAny ? clockOf(counts.to) : ''}</span>
      </p>
      <p class="over" aria-hidden="true">
        {counts !== null && over.value !== null ? bucketWords(counts, over.value) : ''}
      </p>
    </div>
  );
}

const placeOf = ({ from, to }: { readonly from: number; readonly to: number }): { left: string; width: string } => ({
  left: `${Math.min(from, to) * 100}%`,
  width: `${Math.abs(to - from) * 100}%`,
});

function bucketWords({ from, to, buckets }: Counts, part: number): string {
  const at = Math.min(buckets.length - 1, Math.floor(part * buckets.length));
  const bucket = buckets[at];
  if (bucket === undefined) return '';
  const kinds = KINDS.filter((kind) => bucket[kind] > 0).map((kind) => `${bucket[kind]} ${kind}`);
  return [clockOf(from + ((to - from) * at) / buckets.length), `${countOf(bucket.total)} in all`, ...kinds].join(' · ');
}

function labelOf(counts: Counts | null): string {
  if (counts === null) return 'decisions over time';
  const sum = (kind: keyof HistogramBucket): number => counts.buckets.reduce((all, bucket) => all + bucket[kind], 0);
  return `decisions over time: ${countOf(sum('total'))}, of which ${sum('block')} blocked, ${sum('ask')} asked, ${sum('fault')} with a fault`;
}

function draw(canvas: HTMLCanvasElement | null, counts: Counts | null): void {
  const ready = canvas === null ? null : prepare(canvas);
  if (canvas === null || ready === null || counts === null) return;
  const { draw: pen, width, height } = ready;
  const colour = coloursOf(canvas);
  const most = Math.max(1, ...counts.buckets.map(({ total }) => total));
  const step = width / Math.max(1, counts.buckets.length);
  // The square root lets a quiet hour be seen beside a busy one; within a bar a part is as tall as its share.
  const tall = (count: number): number => (count === 0 ? 0 : Math.max(4, Math.sqrt(count / most) * (height - 4)));
  for (const [at, bucket] of counts.buckets.entries()) {
    const left = Math.round(at * step);
    const wide = Math.max(1, Math.round((at + 1) * step) - left - (step > 3 ? 1 : 0));
    pen.fillStyle = colour('bar');
    pen.fillRect(left, height - tall(bucket.total), wide, tall(bucket.total));
    let base = height;
    for (const kind of KINDS) {
      const part = bucket[kind] === 0 ? 0 : Math.max(3, (bucket[kind] / bucket.total) * tall(bucket.total));
      pen.fillStyle = colour(kind);
      pen.fillRect(left, base - part, wide, part);
      base -= part;
    }
  }
}
