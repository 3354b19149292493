import type { VNode } from 'preact';
import type { Shadow as Seen, ShadowHook } from '../api.ts';
import { AskInTerminal } from '../parts/ask.tsx';
import { Command } from '../parts/code.tsx';
import { FewRows } from '../parts/few-rows.tsx';
import { Looked } from '../parts/looked-at.tsx';
import { Empty, Failed, Loading, State } from '../parts/state.tsx';
import { meta } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { filter } from '../state/view.ts';
import { countOf, oneLine, plural } from '../text/format.ts';

/** What hooks in shadow would have decided, beside what was decided. */
export function Shadow(): VNode {
  const { value, failure, again } = useLoad<Seen>(`/api/shadow?${new URLSearchParams({ q: filter.value })}`);
  if (failure !== null && value === null) return <Failed failure={failure} again={again} />;
  if (value === null) return <Loading what="what hooks in shadow saw" />;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Shadow</h1>
        <p class="sums">
          {value.hooks.length === 0
            ? 'what a guard that only watches would have decided'
            : value.hooks.length === 1
              ? '1 hook in shadow: it runs, and decides nothing'
              : `${countOf(value.hooks.length)} hooks in shadow: they run, and decide nothing`}
        </p>
      </header>
      <Looked looked={value.looked} />
      {value.hooks.length === 0 && (
        <Empty title="No hook is in shadow">
          <p>A new guard can watch for a while before it decides. This page then shows what it would have done:</p>
          <Command line="hookline shadow HOOK" />
        </Empty>
      )}
      <ul class="cards">
        {value.hooks.map((hook) => (
          <Card key={hook.hook} hook={hook} again={again} />
        ))}
      </ul>
    </div>
  );
}

function Card({ hook, again }: { readonly hook: ShadowHook; readonly again: () => void }): VNode {
  const would = hook.wouldBlock + hook.wouldAsk + hook.wouldRewrite;
  return (
    <li class="card">
      <div class="card-head">
        <State look="shadow" word={hook.isNow ? 'in shadow' : 'was in shadow'} />
        <h2 title={hook.hook}>{oneLine(hook.name)}</h2>
        <span class="quiet">{hook.dialect}</span>
        <span class="fill" />
        <span class="count">{plural(hook.runs, 'run')}</span>
      </div>
      <p class="verdict">
        Would have blocked <strong>{countOf(hook.wouldBlock)}</strong>
        {hook.wouldAsk > 0 && <>, asked {countOf(hook.wouldAsk)}</>}
        {hook.wouldRewrite > 0 && <>, rewritten {countOf(hook.wouldRewrite)}</>}.{would > 0 && <> {sentenceOf(hook)}</>}
      </p>
      <Agreement hook={hook} />
      <Matrix hook={hook} />
      {hook.isNow && (
        <p class="actions">
          <AskInTerminal
            label="Let it decide"
            asks={{ what: 'unshadow', project: meta.value?.folders.project ?? '', hook: hook.hook }}
            onDone={again}
          />
          <Command line={hook.command} />
        </p>
      )}
      {hook.differing.length > 0 && (
        <>
          <h3>
            Decided otherwise
            {hook.differing.length < hook.otherwise && (
              <span class="quiet"> the newest {countOf(hook.differing.length)}</span>
            )}
          </h3>
          <FewRows rows={hook.differing} />
        </>
      )}
    </li>
  );
}

/** What became of what it would have refused or asked; its other runs are in the bar only. */
function sentenceOf({ matrix, otherwise }: ShadowHook): string {
  const meant = matrix.filter(({ would }) => would === 'block' || would === 'ask');
  const met = meant.filter(({ would, decided }) => decided === 'block' || decided === would);
  const [all, alike] = [meant, met].map((cells) => cells.reduce((sum, { count }) => sum + count, 0));
  if (otherwise === 0) return 'All of it was decided so anyway.';
  const anyway = all === 0 ? '' : `${countOf(alike ?? 0)} of these were decided so anyway; `;
  return `${anyway}${countOf(otherwise)} that somebody should look at.`;
}

/** How much of what it would have done happened anyway, as a bar with words. */
function Agreement({ hook: { alike, otherwise } }: { readonly hook: ShadowHook }): VNode {
  const all = Math.max(1, alike + otherwise);
  return (
    <p class="agreement">
      <span class="share" aria-hidden="true">
        <span class="part is-alike" style={{ width: `${(alike / all) * 100}%` }} />
        <span class="part is-other" style={{ width: `${(otherwise / all) * 100}%` }} />
      </span>
      {countOf(alike)} alike · {countOf(otherwise)} otherwise
    </p>
  );
}

const DECISIONS = ['block', 'ask', 'none', 'allow'] as const;
const WORDS = { block: 'block', ask: 'ask', none: 'pass', allow: 'allow' } as const;

/** What it would have said, beside what was decided. */
function Matrix({ hook: { matrix } }: { readonly hook: ShadowHook }): VNode | null {
  const would = DECISIONS.filter((each) => matrix.some((cell) => cell.would === each));
  const decided = DECISIONS.filter((each) => matrix.some((cell) => cell.decided === each));
  const at = (one: string, other: string): number =>
    matrix.find((cell) => cell.would === one && cell.decided === other)?.count ?? 0;
  if (matrix.length === 0) return null;
  return (
    <table class="table matrix">
      <caption class="hidden">what it would have said, beside what was decided</caption>
      <thead>
        <tr>
          <td />
          {decided.map((each) => (
            <th scope="col" class="number" key={each}>
              decided: {WORDS[each]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {would.map((one) => (
          <tr key={one}>
            <th scope="row">would {WORDS[one]}</th>
            {decided.map((other) => (
              <td class="number" key={other}>
                {at(one, other) === 0 ? '–' : countOf(at(one, other))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
