import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';

/** Two panes; the second keeps the width that somebody gave it, also over visits. */
export function Split({
  name,
  first,
  second,
  width: initial = 480,
}: {
  readonly name: string;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
  readonly width?: number;
}): VNode {
  const key = `hookline-pane-${name}`;
  const width = useSignal(Number(localStorage.getItem(key)) || initial);
  const frame = useRef<HTMLDivElement>(null);
  const set = (wanted: number): void => {
    const most = (frame.current?.clientWidth ?? 1200) - 320;
    width.value = Math.round(Math.max(280, Math.min(most, wanted)));
    localStorage.setItem(key, String(width.value));
  };
  const drag = (event: PointerEvent): void => {
    const bar = event.currentTarget as HTMLElement;
    bar.setPointerCapture(event.pointerId);
    bar.onpointermove = (moved) => set((frame.current?.getBoundingClientRect().right ?? 0) - moved.clientX);
    bar.onpointerup = () => (bar.onpointermove = null);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: 16, ArrowRight: -16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(width.value + step);
  };
  return (
    <div class="split" ref={frame}>
      <div class="first">{first}</div>
      {second !== null && (
        <>
          <div
            class="bar"
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label="width of the pane"
            aria-valuenow={width.value}
            aria-valuemin={280}
            aria-valuemax={1600}
            onPointerDown={drag}
            onKeyDown={press}
          />
          <div class="second" style={{ width: `${width.value}px` }}>
            {second}
          </div>
        </>
      )}
    </div>
  );
}
