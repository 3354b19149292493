import type { VNode } from 'preact';
import { lookedAt } from '../state/clock.ts';
import { agoOf, fullTime } from '../text/format.ts';

/** How long ago something was, as long as it is shown. */
export const Ago = ({ at }: { readonly at: number }): VNode => (
  <time title={fullTime(at)}>{agoOf(at, Math.max(lookedAt.value, Date.now()))}</time>
);
