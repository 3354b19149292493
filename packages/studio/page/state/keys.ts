// Keys work everywhere but where somebody types.
import { FILTER_ID } from '../parts/filter-bar.tsx';
import { isHelpOpen } from '../parts/help.tsx';
import { replayOf } from '../pages/decision.tsx';
import { choose, close, toTop } from '../pages/timeline.tsx';
import { meta } from './live.ts';
import { chosenIndex, rows } from './rows.ts';
import { go, goTo, page, PAGES, TABS, view } from './view.ts';

const GO_MS = 1500;
let goesUntil = 0;

export function startKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen() || isTyping(event)) return;
    const action = actionFor(keyOf(event));
    if (action === undefined || (event.key === 'Enter' && isPressable(event))) return;
    event.preventDefault();
    action();
  });
}

/** An open dialog has the keys for itself: Escape closes it. */
const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

const ARROWS: Readonly<Record<string, string>> = { ArrowDown: 'j', ArrowUp: 'k' };

/** In a list, arrows go from row to row; elsewhere they scroll. */
const keyOf = ({ key, target }: KeyboardEvent): string =>
  target instanceof Element && target.matches('[role=listbox]') ? (ARROWS[key] ?? key) : key;

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, .editor'));

/** Enter on a button presses the button. */
const isPressable = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('button, a, summary, [role=tab]');

function actionFor(key: string): (() => void) | undefined {
  if (performance.now() < goesUntil) {
    goesUntil = 0;
    const found = PAGES.find((each) => each.key === key);
    return found === undefined ? undefined : () => goTo(found.id);
  }
  return ACTIONS[key];
}

const withDecision = (work: (id: string) => void): void => {
  const { decision } = view.value;
  if (decision !== null) work(decision);
};

const ACTIONS: Readonly<Record<string, () => void>> = {
  j: () => move(1),
  k: () => move(-1),
  Enter: () => withDecision((id) => go({ page: 'decision', decision: id })),
  e: () => withDecision(() => go({ why: !view.value.why, tab: 'fold' }, 'replace')),
  r: () => withDecision((id) => meta.value?.mode === 'edit' && replayOf(id)),
  l: toTop,
  g: () => (goesUntil = performance.now() + GO_MS),
  '/': () => document.getElementById(FILTER_ID)?.focus(),
  '?': () => (isHelpOpen.value = true),
  Escape: () => {
    if (page.value === 'decision') go({ page: 'timeline' });
    else if (view.value.decision !== null) close();
    else if (view.value.hook !== null) go({ hook: null });
  },
  ...Object.fromEntries(TABS.map((tab, at) => [String(at + 1), () => withDecision(() => go({ tab }, 'replace'))])),
};

/** To the next row, on whichever page there are rows: on others, to the next thing that can be opened. */
function move(step: number): void {
  if (page.value !== 'timeline' && page.value !== 'decision') {
    moveFocus(step);
    return;
  }
  const at = chosenIndex.value;
  const row = rows.value[at < 0 ? 0 : Math.max(0, Math.min(rows.value.length - 1, at + step))];
  if (row !== undefined) choose(row);
}

function moveFocus(step: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
}
