import type { VNode } from 'preact';

/** Counts as little bars; the words beside it carry the meaning. */
export function Spark({ counts, width = 90 }: { readonly counts: readonly number[]; readonly width?: number }): VNode {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  return (
    <svg class="spark" width={width} height={16} viewBox={`0 0 ${width} 16`} aria-hidden="true">
      <line x1={0} x2={width} y1={15.5} y2={15.5} />
      {counts.map((count, at) =>
        count === 0 ? null : (
          <rect
            x={at * step}
            y={16 - Math.max(1.5, (count / most) * 16)}
            width={Math.max(1, step - 1)}
            height={Math.max(1.5, (count / most) * 16)}
          />
        ),
      )}
    </svg>
  );
}
