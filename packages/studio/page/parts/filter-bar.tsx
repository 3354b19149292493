import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { meta } from '../state/live.ts';
import { problems } from '../state/rows.ts';
import { isGateway } from '../state/served.ts';
import { filter, go } from '../state/view.ts';
import { quoted, withoutWord, type Word, wordsOf } from '../text/filter.ts';
import { lastPart } from '../text/format.ts';

const PAUSE_MS = 60;

/** Where keys take a person who wants to type a filter. */
export const FILTER_ID = 'filter';

/** The filter: text while it is typed, chips afterwards. They are the same thing. */
export function FilterBar(): VNode {
  const isTyping = useSignal(false);
  const text = useSignal(filter.value);
  const chosen = useSignal(-1);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (!isTyping.value) text.value = filter.value;
  }, [filter.value, isTyping.value]);
  const offers = isTyping.value ? offersFor(text.value) : [];
  const type = (next: string, pause = PAUSE_MS): void => {
    text.value = next;
    chosen.value = -1;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go({ q: next.trim() }, 'replace'), pause);
  };
  const take = (offer: string): void => type(replaceLast(text.value, offer), 0);
  const press = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const offer = offers[chosen.value];
    if (step !== undefined && offers.length > 0) {
      chosen.value = Math.max(-1, Math.min(offers.length - 1, chosen.value + step));
    } else if ((event.key === 'Enter' || event.key === 'Tab') && offer !== undefined) take(offer);
    else if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search class="filter">
      <div class={`box${isTyping.value ? ' is-typing' : ''}`}>
        <input
          id={FILTER_ID}
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder={isTyping.value || text.value === '' ? 'is:block  project:api  since:7d  text:"rm -rf"' : ''}
          aria-label="filter"
          role="combobox"
          aria-expanded={offers.length > 0}
          aria-controls="offers"
          aria-activedescendant={chosen.value < 0 ? undefined : `offer-${chosen.value}`}
          value={text.value}
          onInput={(event) => type(event.currentTarget.value)}
          onFocus={() => (isTyping.value = true)}
          onBlur={() => (isTyping.value = false)}
          onKeyDown={press}
        />
        {!isTyping.value && <Chips words={wordsOf(text.value)} />}
        {!isTyping.value && text.value === '' && <kbd aria-hidden="true">/</kbd>}
      </div>
      <Offers offers={offers} chosen={chosen.value} onTake={take} />
      {problems.value.length > 0 && offers.length === 0 && (
        <ul class="problem" role="status">
          {problems.value.map(({ from, to, message }) => (
            <li key={from}>
              <code>{filter.value.slice(from, to)}</code> {message.replace(/^\w+: /, '')}
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

function Chips({ words }: { readonly words: readonly Word[] }): VNode {
  const wrong = (word: Word): boolean => problems.value.some(({ from, to }) => from < word.to && to > word.from);
  return (
    <div class="chips">
      {words.map((word) => (
        <button
          type="button"
          class={`chip${wrong(word) ? ' is-wrong' : ''}`}
          aria-label={`remove ${word.text} from the filter`}
          onClick={() => go({ q: withoutWord(filter.value, word.text) }, 'replace')}
        >
          {word.text}
          <span aria-hidden="true"> ×</span>
        </button>
      ))}
    </div>
  );
}

interface OffersProps {
  readonly offers: readonly string[];
  readonly chosen: number;
  readonly onTake: (offer: string) => void;
}

function Offers({ offers, chosen, onTake }: OffersProps): VNode {
  return (
    <div id="offers" class="offers" role="listbox" aria-label="words for the filter" hidden={offers.length === 0}>
      {offers.map((offer, at) => (
        <div
          id={`offer-${at}`}
          role="option"
          aria-selected={at === chosen}
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(offer);
          }}
        >
          {offer}
        </div>
      ))}
    </div>
  );
}

const replaceLast = (text: string, offer: string): string =>
  `${text.slice(0, text.length - lastWord(text).length)}${offer}${offer.endsWith(':') ? '' : ' '}`;

const lastWord = (text: string): string => /\S*$/.exec(text)?.[0] ?? '';

const PLAIN = [
  ...(isGateway ? ['machine:'] : []),
  ...['block', 'ask', 'allow', 'pass', 'fault', 'shadow', 'running'].map((word) => `is:${word}`),
  ...['1h', '24h', '7d', '30d'].map((word) => `since:${word}`),
  ...['timeout', 'exit', 'killed', 'bad_output', 'not_started'].map((word) => `fault:${word}`),
  'slow:>200ms',
  'text:',
  'until:',
];

/** What may be meant by the word that is typed: from what the record holds. */
function offersFor(text: string): readonly string[] {
  const word = lastWord(text).toLowerCase();
  const known = meta.value;
  const all = [
    ...PLAIN,
    ...(known?.events ?? []).map((each) => `event:${each}`),
    ...[...new Set((known?.projects ?? []).map(lastPart))].map((each) => `project:${quoted(each)}`),
    ...(known?.hooks ?? []).map((each) => `hook:${quoted(each)}`),
    ...(known?.sessions ?? []).map((each) => `session:${quoted(each)}`),
  ];
  const fit = all.filter((each) => each.toLowerCase().includes(word) && each !== word && !text.includes(`${each} `));
  return fit.toSorted((one, other) => begins(other, word) - begins(one, word)).slice(0, 10);
}

const begins = (offer: string, word: string): number => Number(offer.toLowerCase().startsWith(word));
