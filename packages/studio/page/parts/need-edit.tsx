import type { VNode } from 'preact';
import { Command } from './code.tsx';
import { meta } from '../state/live.ts';
import { Empty } from './state.tsx';

/** What a page that runs hooks says in a studio that only looks. */
export const NeedEdit = ({ what }: { readonly what: string }): VNode => (
  <Empty title="This studio only looks">
    <p>{what} runs hooks for real. That is allowed only in a studio that a person started for it, in a terminal:</p>
    <Command line={`hookline studio ${meta.value?.demo === true ? '--demo ' : ''}--edit`} />
  </Empty>
);
