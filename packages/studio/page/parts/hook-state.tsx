import type { VNode } from 'preact';
import type { HookRow } from '../api.ts';
import { oneLine } from '../text/format.ts';

export const projectQuery = (project: string | null): string =>
  project === null ? '' : `?${new URLSearchParams({ project })}`;

/** What people call a hook. */
export const nameOf = ({ label, name }: { readonly label?: string; readonly name: string }): string =>
  oneLine(label ?? name);

const SHAPES: Readonly<Record<HookRow['state'], string>> = {
  armed: '●',
  shadow: '◐',
  untrusted: '○',
  withheld: '⊘',
  inactive: '–',
};
const WORDS: Readonly<Record<HookRow['state'], string>> = {
  armed: 'armed',
  shadow: 'shadow',
  untrusted: 'not trusted',
  withheld: 'withheld',
  inactive: 'inactive',
};

export const HookState = ({ state }: { readonly state: HookRow['state'] }): VNode => (
  <span class={`hook-state is-${state}`}>
    <span aria-hidden="true">{SHAPES[state]}</span> {WORDS[state]}
  </span>
);
