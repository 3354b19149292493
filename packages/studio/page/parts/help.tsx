import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PAGES } from '../state/view.ts';

export const isHelpOpen = signal(false);

const KEYS: readonly (readonly [string, string])[] = [
  ['j  k', 'next, previous row; in the list also ↓ ↑'],
  ['enter', 'open the row on its own page'],
  ['e', 'why the others did not run'],
  ['r', 'replay it (edit mode)'],
  ['1 2 3', 'fold, JSON, raw line'],
  ['/', 'filter'],
  ['l', 'follow new rows'],
  ['esc', 'close, leave the filter'],
  ['esc tab', 'leave the editor of the workbench'],
  ['?', 'this list'],
  ...PAGES.map(({ key, label }) => [`g ${key}`, label] as const),
];

export function Help(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isHelpOpen.value]);
  return (
    <dialog ref={dialog} class="help" aria-label="keys" onClose={() => (isHelpOpen.value = false)}>
      <header>
        <h2>Keys</h2>
        <button type="button" onClick={() => (isHelpOpen.value = false)}>
          Close
        </button>
      </header>
      <dl>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
