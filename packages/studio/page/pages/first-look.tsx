import type { VNode } from 'preact';
import { Command } from '../parts/code.tsx';
import { Empty } from '../parts/state.tsx';
import { meta } from '../state/live.ts';
import { isGateway, loginPath } from '../state/served.ts';
import { filter, go } from '../state/view.ts';
import { oneLine } from '../text/format.ts';

/** A list without rows: because of the filter, or because nothing has happened yet. */
export function NoRows(): VNode {
  if (filter.value !== '')
    return (
      <Empty title="Nothing fits this filter">
        <p>
          {meta.value?.index.decisions === 0 ? 'The record is still empty.' : 'The record has other decisions.'} A word
          of the filter is removed by a click on it, or all of them here.
        </p>
        <button type="button" onClick={() => go({ q: '' })}>
          Show all
        </button>
      </Empty>
    );
  if (isGateway)
    return (
      <Empty title="No machine has sent a decision yet">
        <p>This page fills by itself as soon as one does. On the machine:</p>
        <Command line={`hookline join ${location.origin} --token TOKEN`} />
        <p class="quiet">The token comes from those who run the gateway: hookline gateway token --enrol</p>
      </Empty>
    );
  return (
    <Empty title="No hook has decided anything yet">
      <p>This page fills by itself as soon as an agent fires an event. Three ways to see something now:</p>
      <ol class="steps">
        <li>
          <Command line={FIRST_EVENT} />
          <span>fire an event yourself</span>
        </li>
        <li>
          <Command line="hookline connect" />
          <span>let your agent's hooks run through hookline</span>
        </li>
        <li>
          <Command line="hookline doctor" />
          <span>why a hook that should run does not</span>
        </li>
      </ol>
      <p>
        Or look around in a made-up week first: <Command line="hookline studio --demo" />
      </p>
      <p class="quiet">The record is looked for in {oneLine(meta.value?.folders.record ?? '…')}</p>
    </Empty>
  );
}

const FIRST_EVENT = `hookline fire --event PreToolUse --tool Bash --input '{"command":"ls"}'`;

const GATES = {
  'no-code': {
    title: 'This tab has no key',
    text: 'The studio gives its key to the tab that opens its link, and to no other.',
  },
  'used-code': {
    title: 'This link has been used, or is too old',
    text: 'A link opens the studio once, within a minute. If you did not open it, somebody else on this machine did: end the studio.',
  },
  ended: {
    title: 'This studio has ended',
    text: 'It was stopped or started again, and the key of this tab died with it.',
  },
  'logged-out': {
    title: 'You are not logged in',
    text: 'The gateway shows decisions only to those it knows.',
  },
} as const;

/** What a tab without a key sees: nothing of the record. */
export function Closed({ why }: { readonly why: keyof typeof GATES }): VNode {
  return (
    <main class="closed">
      <Empty title={GATES[why].title}>
        <p>{GATES[why].text}</p>
        {loginPath === null ? (
          <p>
            For a new link: <Command line={isGateway ? 'hookline gateway page' : 'hookline studio'} />
          </p>
        ) : (
          <p>
            <a href={loginPath}>Log in</a>
          </p>
        )}
      </Empty>
    </main>
  );
}
