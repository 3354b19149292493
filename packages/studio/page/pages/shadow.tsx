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
            : `${plural(value.hooks.length, 'hook')} in shadow: they run, and decide nothing`}
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
      {hook.differing.length > 0 && (
        <>
          <h3>Decided otherwise</h3>
          <FewRows rows={hook.differing} />
        </>
      )}
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
    </li>
  );
}

const sentenceOf = ({ alike, otherwise }: ShadowHook): string =>
  otherwise === 0
    ? `All ${countOf(alike)} were decided alike anyway.`
    : `${countOf(alike)} were decided alike anyway; ${countOf(otherwise)} that somebody should look at.`;

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
