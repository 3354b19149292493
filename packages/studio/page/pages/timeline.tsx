import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { DecisionRow, Histogram as Counts } from '../api.ts';
import { Histogram } from '../parts/histogram.tsx';
import { Rows } from '../parts/rows.tsx';
import { Split } from '../parts/split.tsx';
import { Failed, Loading } from '../parts/state.tsx';
import { connection, meta, onRows } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import {
  failure,
  follow,
  follows,
  hasOlder,
  isCounting,
  isFull,
  isLoaded,
  readOlder,
  rows,
  total,
  waiting,
} from '../state/rows.ts';
import { filter, go, view } from '../state/view.ts';
import { hasWord, withoutKeys, withoutWord, withWord } from '../text/filter.ts';
import { countOf, plural } from '../text/format.ts';
import { Decision } from './decision.tsx';
import { NoRows } from './first-look.tsx';
import { Lanes } from './lanes.tsx';
import { LastBlock } from './last-block.tsx';
import { quietly } from '../state/quietly.ts';

const QUICK = ['is:block', 'is:ask', 'is:fault', 'is:shadow'];
const RANGES = ['1h', '24h', '7d', '30d'];
/** In a chart of days a minute is less than a dot: what came is counted in it now and then. */
const HISTOGRAM_MS = 3000;
const BUCKETS = 180;

/** What every hook decided, newest first. */
export function Timeline(): VNode {
  const { decision } = view.value;
  return (
    <Split
      name="decision"
      first={<List />}
      second={decision === null ? null : <Decision id={decision} key={decision} onClose={close} />}
      width={520}
    />
  );
}

export const close = (): void => go({ decision: null, why: false, tab: 'fold' });

export const choose = ({ id }: DecisionRow): void => {
  follows.value = false;
  go({ decision: id }, view.value.decision === null ? 'push' : 'replace');
};

function List(): VNode {
  const counts = useCounts();
  return (
    <div class="timeline">
      <h1 class="hidden">Timeline</h1>
      <Histogram counts={counts} onRange={setRange} />
      <Toolbar />
      <LastBlock onChoose={choose} />
      <div class="below">
        {view.value.lanes ? <Lanes rows={rows.value} /> : <Body />}
        <Older />
      </div>
    </div>
  );
}

/** How to see decisions that are older than those in the page. */
function Older(): VNode | null {
  const oldest = rows.value.at(-1);
  if (oldest === undefined || !(isFull.value || (view.value.lanes && hasOlder.value))) return null;
  const showOlder = (): void => {
    go({ q: withWord(filter.value, `until:${new Date(oldest.at).toISOString()}`) });
    scrollToTop();
  };
  return (
    <p class="older">
      These are the newest {countOf(rows.value.length)}.
      <button type="button" onClick={isFull.value ? showOlder : () => quietly(readOlder())}>
        {isFull.value ? 'Show older ones' : 'Read older ones too'}
      </button>
    </p>
  );
}

function Body(): VNode {
  if (failure.value !== null && rows.value.length === 0) return <Failed failure={failure.value} />;
  if (!isLoaded.value) return <Loading what="the record" />;
  if (rows.value.length === 0) return <NoRows />;
  return (
    <Rows
      rows={rows.value}
      chosen={view.value.decision}
      label="decisions, newest first"
      onChoose={choose}
      onOpen={({ id }) => go({ page: 'decision', decision: id })}
      onTop={(isAtTop) => {
        if (!isAtTop) follows.value = false;
        else if (view.value.decision === null) follow();
      }}
      onEnd={() => {
        if (hasOlder.value) quietly(readOlder());
      }}
    />
  );
}

export function toTop(): void {
  follow();
  scrollToTop();
}

function scrollToTop(): void {
  const list = document.querySelector('.rows');
  if (list !== null) list.scrollTop = 0;
}

function Toolbar(): VNode {
  const range = RANGES.find((each) => hasWord(filter.value, `since:${each}`));
  return (
    <div class="toolbar" role="toolbar" aria-label="quick filters">
      {QUICK.map((word) => (
        <Toggle word={word} label={word.slice('is:'.length)} />
      ))}
      <span class="gap" />
      {RANGES.map((each) => (
        <Toggle word={`since:${each}`} label={each} />
      ))}
      {range === undefined && /\b(?:since|until):/.test(filter.value) && (
        <button
          type="button"
          class="toggle"
          aria-pressed
          onClick={() => go({ q: withoutKeys(filter.value, ['since', 'until']) })}
        >
          range ×
        </button>
      )}
      <span class="gap" />
      <button
        type="button"
        class="toggle"
        aria-pressed={view.value.lanes}
        onClick={() => go({ lanes: !view.value.lanes }, 'replace')}
      >
        lanes
      </button>
      <span class="fill" />
      <span class="count">{countWords()}</span>
      <LiveLight />
    </div>
  );
}

function Toggle({ word, label }: { readonly word: string; readonly label: string }): VNode {
  const isOn = hasWord(filter.value, word);
  const next = (): string =>
    isOn ? withoutWord(filter.value, word) : withWord(withoutRange(filter.value, word), word);
  return (
    <button type="button" class="toggle" aria-pressed={isOn} onClick={() => go({ q: next() }, 'replace')}>
      {label}
    </button>
  );
}

/** All that fit; of a search for a text, which is not gone through to its end, how many there are at least. */
function countWords(): string {
  if (total.value !== null) return plural(total.value, 'decision');
  const isRead = meta.value?.index.done === true || (meta.value?.index.problem ?? null) !== null;
  return isRead && isLoaded.value && !isCounting.value ? `more than ${countOf(rows.value.length)}` : 'counting …';
}

const withoutRange = (text: string, word: string): string =>
  word.startsWith('since:') ? withoutKeys(text, ['since', 'until']) : text;

function LiveLight(): VNode {
  const isLost = connection.value === 'lost';
  const news = waiting.value.length;
  const word = isLost ? 'not connected' : follows.value ? 'live' : news > 0 ? `↑ ${countOf(news)} new` : 'paused';
  return (
    <button
      type="button"
      class={`live is-${isLost ? 'lost' : follows.value ? 'on' : news > 0 ? 'news' : 'paused'}`}
      aria-pressed={follows.value}
      title="follow new decisions (l)"
      onClick={() => (follows.value ? (follows.value = false) : toTop())}
    >
      <span class="light" aria-hidden="true" />
      {word}
    </button>
  );
}

function setRange(from: number, to: number): void {
  const iso = (at: number): string => new Date(at).toISOString();
  go({
    q: withWord(
      withWord(withoutKeys(filter.value, ['since', 'until']), `since:${iso(Math.floor(from))}`),
      `until:${iso(Math.ceil(to))}`,
    ),
  });
}

/** Counted again when something came. */
function useCounts(): Counts | null {
  const tick = useSignal(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRows(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        tick.value += 1;
      }, HISTOGRAM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  const { value, again } = useLoad<Counts>(
    `/api/histogram?${new URLSearchParams({ q: filter.value, buckets: String(BUCKETS) })}`,
  );
  useEffect(() => {
    if (tick.value > 0) again();
  }, [tick.value]);
  return value;
}
