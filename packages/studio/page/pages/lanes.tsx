import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DecisionRow } from '../api.ts';
import { coloursOf, prepare } from '../parts/canvas.ts';
import { Empty, lookOfRow } from '../parts/state.tsx';
import { scheme } from '../state/theme.ts';
import { filter, go, view } from '../state/view.ts';
import { quoted, withWord } from '../text/filter.ts';
import { clockOf, lastPart, oneLine, plural } from '../text/format.ts';

interface Lane {
  readonly session: string;
  /** Null: the main agent. */
  readonly subagent: string | null;
  readonly rows: readonly DecisionRow[];
}

/** One lane for each session, those of its sub-agents below it: who did what at the same time. */
export function Lanes({ rows }: { readonly rows: readonly DecisionRow[] }): VNode {
  const lanes = lanesOf(rows);
  const first = rows.at(-1)?.at ?? 0;
  const last = rows[0]?.at ?? 1;
  if (lanes.length === 0) return <Empty title="No session in these rows" />;
  return (
    <div class="lanes" tabIndex={0} role="region" aria-label="one lane for each session">
      <p class="axis" aria-hidden="true">
        <span>{clockOf(first)}</span>
        <span>{clockOf(last)}</span>
      </p>
      {lanes.map((lane) => (
        <div class={`lane${lane.subagent === null ? '' : ' is-below'}`} key={`${lane.session} ${lane.subagent}`}>
          <button
            type="button"
            class="link"
            title={lane.subagent ?? lane.session}
            onClick={() => go({ q: withWord(filter.value, `session:${quoted(lane.session)}`), lanes: false })}
          >
            {oneLine(lane.subagent === null ? lane.session : `↳ ${lane.subagent}`)}
          </button>
          <span class="who" title={whoOf(lane)}>
            {whoOf(lane)}
          </span>
          <Strip lane={lane} first={first} last={Math.max(last, first + 1)} />
        </div>
      ))}
    </div>
  );
}

const whoOf = ({ rows }: Lane): string =>
  [rows[0]?.agent ?? '', lastPart(rows[0]?.project ?? ''), plural(rows.length, 'decision')]
    .filter((part) => part !== '')
    .map(oneLine)
    .join(' · ');

function lanesOf(rows: readonly DecisionRow[]): readonly Lane[] {
  const sessions = new Map<string, Map<string | null, DecisionRow[]>>();
  for (const row of rows) {
    const session = row.session ?? 'no session';
    const lanes = sessions.get(session) ?? new Map<string | null, DecisionRow[]>([[null, []]]);
    sessions.set(session, lanes);
    const lane = lanes.get(row.subagent);
    if (lane === undefined) lanes.set(row.subagent, [row]);
    else lane.push(row);
  }
  return [...sessions].flatMap(([session, lanes]) =>
    [...lanes].map(([subagent, all]) => ({ session, subagent, rows: all })),
  );
}

const COLOURS = { block: 'block', ask: 'ask', fault: 'fault', allow: 'allow', shadow: 'block' } as const;

function Strip({ lane, first, last }: { readonly lane: Lane; readonly first: number; readonly last: number }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const placeOf = (row: DecisionRow, width: number): number => ((row.at - first) / (last - first)) * (width - 6) + 3;
  useEffect(() => {
    const ready = canvas.current === null ? null : prepare(canvas.current);
    if (canvas.current === null || ready === null) return;
    const { draw, width, height } = ready;
    const colour = coloursOf(canvas.current);
    draw.fillStyle = colour('line');
    draw.fillRect(0, height / 2, width, 1);
    for (const row of lane.rows.toReversed()) {
      const look = lookOfRow(row);
      const name = look in COLOURS ? COLOURS[look as keyof typeof COLOURS] : 'pass';
      const isStrong = name === 'block' || name === 'fault' || name === 'ask';
      draw.fillStyle = colour(name);
      draw.fillRect(
        placeOf(row, width) - 1,
        isStrong ? 2 : 7,
        row.id === view.value.decision ? 4 : 2,
        isStrong ? height - 4 : height - 14,
      );
    }
  }, [lane, first, last, scheme.value, view.value.decision]);
  const click = (event: MouseEvent): void => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const distance = (row: DecisionRow): number => Math.abs(placeOf(row, width) - (event.clientX - left));
    const nearest = lane.rows.toSorted((one, other) => distance(one) - distance(other))[0];
    if (nearest !== undefined) go({ decision: nearest.id });
  };
  const blocked = lane.rows.filter(({ state }) => state === 'block').length;
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`${plural(lane.rows.length, 'decision')}, ${blocked} blocked`}
      onClick={click}
    />
  );
}
