import { signal, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChainState } from '../api.ts';
import { gate, Refused, send } from '../state/http.ts';
import { meta } from '../state/live.ts';
import { isGateway } from '../state/served.ts';
import { nextTheme, theme } from '../state/theme.ts';
import { goTo, page, PAGES, type PageId } from '../state/view.ts';
import { countOf, fullTime, oneLine, plural, visible } from '../text/format.ts';
import { isHelpOpen } from './help.tsx';

export function Nav(): VNode {
  const counts = meta.value?.counts;
  const countFor = (id: PageId): number | undefined =>
    id === 'hooks' || id === 'faults' || id === 'shadow' ? counts?.[id] : undefined;
  return (
    <nav class="nav" aria-label="pages">
      <p class="brand">
        hookline <span>{isGateway ? 'gateway' : 'studio'}</span>
      </p>
      <ul>
        {PAGES.map(({ id, label, path, key }) => (
          <li key={id}>
            <a
              href={path}
              title={`g ${key}`}
              aria-current={page.value === id || (id === 'timeline' && page.value === 'decision') ? 'page' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                goTo(id);
              }}
            >
              {label}
              <span class={`badge is-${id}`}>{(countFor(id) ?? 0) > 0 ? countOf(countFor(id) ?? 0) : ''}</span>
            </a>
          </li>
        ))}
      </ul>
      <div class="foot">
        {meta.value?.demo === true && <p class="tag">demo record</p>}
        {meta.value?.mode === 'edit' && <p class="tag is-edit">edit mode</p>}
        <Chain />
        <Index />
        <p class="buttons">
          <button type="button" onClick={nextTheme} title="colours of the page">
            {theme.value}
          </button>
          <button type="button" onClick={() => (isHelpOpen.value = true)} aria-label="keys (?)">
            ?
          </button>
          {isGateway && (
            <button type="button" onClick={logOut}>
              log out
            </button>
          )}
        </p>
      </div>
    </nav>
  );
}

const logOut = (): void => {
  send('POST', '/logout').then(
    () => (gate.value = 'logged-out'),
    () => undefined, // the page says itself that nothing answers
  );
};

/** Whether the record is as it was written. Checking costs time: only on request. */
function Chain(): VNode {
  const state = useSignal<string | null>(null);
  const checked = useSignal<ChainState | null>(null);
  const chain = checked.value ?? meta.value?.chain ?? null;
  const check = (): void => {
    state.value = 'asked';
    send<ChainState>('POST', '/api/verify').then(
      (answer) => {
        checked.value = answer;
        state.value = null;
      },
      (error: unknown) => (state.value = error instanceof Refused ? error.message : 'The check failed.'),
    );
  };
  if (state.value === 'asked') return <p class="chain">checking the chain …</p>;
  return (
    <>
      <button
        type="button"
        class={`chain${chain === null ? '' : chain.whole ? ' is-whole' : ' is-broken'}`}
        onClick={check}
        title={titleOf(chain)}
      >
        {state.value ??
          (chain === null
            ? 'check the chain'
            : chain.whole
              ? '✓ chain whole'
              : `✕ ${plural(chain.findings.length, 'finding')}`)}
      </button>
      {chain !== null && !chain.whole && (
        <button type="button" class="link" onClick={() => (findings.value = chain)}>
          what is wrong
        </button>
      )}
      <Findings />
    </>
  );
}

const findings = signal<ChainState | null>(null);

/** What is wrong with the chain, all of it: nothing of the record is hidden for it. */
function Findings(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = findings.value;
  useEffect(() => {
    if (shown !== null) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog ref={dialog} class="help" aria-label="findings in the chain" onClose={() => (findings.value = null)}>
      <h2>The record is not as it was written</h2>
      <ul class="plain">
        {(shown?.findings ?? []).map(({ place, message }) => (
          <li>
            <code>{oneLine(place)}</code> {visible(message)}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => (findings.value = null)}>
        Close
      </button>
    </dialog>
  );
}

const titleOf = (chain: ChainState | null): string =>
  chain === null
    ? 'reads the whole record and checks that no line was changed or removed'
    : `checked ${fullTime(chain.checkedAt)}; click to check again`;

function Index(): VNode {
  const index = meta.value?.index;
  if (index === undefined) return <p class="index"> </p>;
  return (
    <p class="index">
      {plural(index.decisions, 'decision')}
      {!index.done && (
        <span>
          {' '}
          · reading {index.filesRead}/{index.files}
        </span>
      )}
      {index.cacheProblem !== null && (
        <span class="is-fault" title={index.cacheProblem}>
          index not kept
        </span>
      )}
    </p>
  );
}
