import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { DecisionRow } from '../api.ts';
import { isGateway } from '../state/served.ts';
import { clockOf, fullTime, lastPart, lengthOf, oneLine } from '../text/format.ts';
import { lookOfRow, State, wordOfLook } from './state.tsx';

const ROW_HEIGHT = 28;
const BEYOND = 8;

interface Props {
  readonly rows: readonly DecisionRow[];
  readonly chosen: string | null;
  readonly onChoose: (row: DecisionRow) => void;
  readonly onOpen?: (row: DecisionRow) => void;
  /** Called when somebody scrolls: whether the first row is at the top. */
  readonly onTop?: (isAtTop: boolean) => void;
  readonly onEnd?: () => void;
  readonly label: string;
}

/** Rows of which only those in sight are in the page, however many there are. */
export function Rows({ rows, chosen, onChoose, onOpen, onTop, onEnd, label }: Props): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const watch = new ResizeObserver(([entry]) => (height.value = entry?.contentRect.height ?? 600));
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top.value / ROW_HEIGHT) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / ROW_HEIGHT) + BEYOND);
  // Not after the next frame: there need not be one.
  useLayoutEffect(() => {
    if (last >= rows.length - BEYOND) onEnd?.();
  }, [last, rows.length]);
  const chosenAt = rows.findIndex(({ id }) => id === chosen);
  useLayoutEffect(() => {
    if (frame.current !== null && chosenAt >= 0) show(frame.current, chosenAt);
  }, [chosen]);
  // Also where nothing is scrolled: the list is opened, or what was chosen is closed.
  useEffect(() => {
    if (chosen === null) onTop?.((frame.current?.scrollTop ?? 0) < ROW_HEIGHT / 2);
  }, [chosen]);
  const scroll = (): void => {
    top.value = frame.current?.scrollTop ?? 0;
    onTop?.(top.value < ROW_HEIGHT / 2);
  };
  return (
    <div
      class={`rows${isGateway ? ' has-machines' : ''}`}
      ref={frame}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={chosenAt >= first && chosenAt < last ? `row-${chosen}` : undefined}
      onScroll={scroll}
    >
      <div class="all" role="presentation" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.slice(first, last).map((row, at) => (
          <Row
            key={row.id}
            row={row}
            at={first + at}
            count={rows.length}
            isChosen={row.id === chosen}
            onChoose={onChoose}
            onOpen={onOpen ?? onChoose}
          />
        ))}
      </div>
    </div>
  );
}

/** Scrolls no further than needed. */
function show(frame: HTMLElement, at: number): void {
  const from = at * ROW_HEIGHT;
  if (from < frame.scrollTop) frame.scrollTop = from;
  else if (from + ROW_HEIGHT > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = from + ROW_HEIGHT - frame.clientHeight;
}

interface RowProps {
  readonly row: DecisionRow;
  readonly at: number;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onChoose: (row: DecisionRow) => void;
  readonly onOpen: (row: DecisionRow) => void;
}

/** Its place changes with each row that comes above it; what it says stays as it is, but for the day. */
function Row({ row, at, count, isChosen, onChoose, onOpen }: RowProps): VNode {
  const look = lookOfRow(row);
  const cells = useMemo(() => <Cells row={row} />, [row, new Date().toDateString()]);
  return (
    <div
      id={`row-${row.id}`}
      class={`row looks-${look}${isChosen ? ' is-chosen' : ''}`}
      role="option"
      aria-selected={isChosen}
      aria-posinset={at + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${at * ROW_HEIGHT}px)` }}
      onClick={() => onChoose(row)}
      onDblClick={() => onOpen(row)}
    >
      {cells}
    </div>
  );
}

function Cells({ row }: { readonly row: DecisionRow }): VNode {
  const look = lookOfRow(row);
  return (
    <>
      <time onPointerEnter={(event) => (event.currentTarget.title = fullTime(row.at))}>{clockOf(row.at)}</time>
      <State look={look} word={wordOfLook(look)} />
      <span class="event">{oneLine(row.event ?? 'unknown event')}</span>
      <span class="tool" title={row.tool === null ? undefined : oneLine(row.tool)}>
        {oneLine(row.tool ?? '')}
      </span>
      <About row={row} />
      {isGateway && (
        <span class="machine" title={row.machine}>
          {oneLine(row.machine ?? '')}
        </span>
      )}
      <span class="project" title={row.project ?? undefined}>
        {row.project === null ? '' : oneLine(lastPart(row.project))}
      </span>
      <span class="length">{row.state === 'running' ? '…' : lengthOf(row.durationMs)}</span>
    </>
  );
}

/** What it was about, and of a decision of hooks who decided and why: each has room, however long the others are. */
function About({ row: { about, event, by, reason } }: { readonly row: DecisionRow }): VNode {
  const parts = [about, by, reason].filter((part) => part !== null && part !== '').map((part) => oneLine(part ?? ''));
  return (
    <span class={`about has-${[by, reason].filter((part) => part !== null).length}-more`} title={parts.join(' · ')}>
      <span class="what">
        {oneLine(about)}
        {about === '' && <span class="only-narrow">{oneLine(event ?? 'unknown event')}</span>}
      </span>
      {by !== null && <span class="by">{oneLine(by)}</span>}
      {reason !== null && <span class="reason">{oneLine(reason)}</span>}
    </span>
  );
}
