import type { VNode } from 'preact';
import type { LookedAt } from '../api.ts';
import { filter } from '../state/view.ts';
import { plural } from '../text/format.ts';

/** On how many decisions a page stands, and whether there are more. */
export const Looked = ({ looked }: { readonly looked: LookedAt }): VNode => (
  <p class="quiet">
    From {looked.more ? 'the newest ' : ''}
    {plural(looked.decisions, 'decision')}
    {filter.value === '' ? '' : ` that ${looked.decisions === 1 ? 'fits' : 'fit'} the filter`}
    {looked.more ? '; older ones are not counted' : ''}.
  </p>
);
