import type { ComponentChildren, VNode } from 'preact';
import type { DecisionRow, RowState } from '../api.ts';

/** What a thing is drawn as. Each has a word and a shape of its own: a colour alone says nothing to many people. */
export type Look = RowState | 'skipped' | 'background' | 'shadow';

const SHAPES: Readonly<Record<Look, string>> = {
  pass: '·',
  allow: '✓',
  ask: '?',
  block: '✕',
  fault: '!',
  running: '◌',
  interrupted: '⊘',
  torn: '≠',
  skipped: '–',
  background: '⇢',
  shadow: '◐',
};

export function State({ look, word }: { readonly look: Look; readonly word?: string }): VNode {
  return (
    <span class={`state is-${look}`}>
      <span class="shape" aria-hidden="true">
        {SHAPES[look]}
      </span>
      {word ?? look}
    </span>
  );
}

/** How a row looks: one that only a hook in shadow would have refused is hatched. */
export const lookOfRow = ({ state, shadow }: DecisionRow): Look =>
  shadow && (state === 'pass' || state === 'allow') ? 'shadow' : state;

export const wordOfLook = (look: Look): string => (look === 'shadow' ? 'would block' : look);

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }): VNode {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Shown only when reading takes longer than the eye waits for. */
export const Loading = ({ what }: { readonly what: string }): VNode => (
  <p class="loading" role="status">
    Reading {what} …
  </p>
);

export function Failed({
  failure,
  again,
}: {
  readonly failure: { readonly message: string; readonly hint: string | null };
  readonly again?: () => void;
}): VNode {
  return (
    <section class="empty is-failed" role="alert">
      <h2>{failure.message}</h2>
      {failure.hint !== null && <p>{failure.hint}</p>}
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </section>
  );
}
