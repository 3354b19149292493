import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { DraftList, FlipDetail, FlipView } from '../api.ts';
import { NeedEdit } from '../parts/need-edit.tsx';
import { Split } from '../parts/split.tsx';
import { Empty, Failed, Loading, State } from '../parts/state.tsx';
import { meta } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { cancelReplay, type Replay, replay, startReplay } from '../state/replay.ts';
import { filter, go, view } from '../state/view.ts';
import { clockOf, countOf, fullTime, oneLine, plural } from '../text/format.ts';
import { Fold } from './fold.tsx';
import { quietly } from '../state/quietly.ts';

/** What the hooks of now, or a draft, would have decided. */
export function WhatIf(): VNode {
  const { decision } = view.value;
  const current = replay.value;
  const mode = meta.value?.mode; // not known at once
  if (mode !== 'edit')
    return (
      <div class="page">
        <header class="page-head">
          <h1>What-if</h1>
          <p class="sums">run recorded events against the hooks as they are now</p>
        </header>
        {mode === 'look' && <NeedEdit what="A replay" />}
      </div>
    );
  return (
    <Split
      name="flip"
      width={640}
      first={<Run current={current} />}
      second={decision !== null && current?.run ? <Both run={current.run} id={decision} key={decision} /> : null}
    />
  );
}

function Run({ current }: { readonly current: Replay | null }): VNode {
  return (
    <div class="page">
      <header class="page-head">
        <h1>What-if</h1>
        <p class="sums">run recorded events against the hooks as they are now</p>
      </header>
      <Form isRunning={current !== null && current.summary === null && current.problem === null} />
      {current !== null && <Progress current={current} />}
      {current !== null && <Flips current={current} />}
    </div>
  );
}

function Form({ isRunning }: { readonly isRunning: boolean }): VNode {
  const isReal = useSignal(false);
  const withOutside = useSignal(false);
  const sample = useSignal('200');
  const draft = useSignal('');
  const { value } = useLoad<DraftList>('/api/drafts');
  const start = (event: Event): void => {
    event.preventDefault();
    const count = Number(sample.value);
    startReplay({
      q: filter.value,
      sample: sample.value === '' || !Number.isInteger(count) ? null : count,
      draft: draft.value === '' ? null : draft.value,
      runHooks: true,
      withOutside: withOutside.value,
    }).catch(() => undefined);
    isReal.value = false;
  };
  return (
    <form class="form" onSubmit={start}>
      <p>
        Events: <code>{filter.value === '' ? 'all of the record' : filter.value}</code>
        <span class="quiet"> (the filter above)</span>
      </p>
      <p class="fields">
        <label>
          hooks{' '}
          <select value={draft.value} onChange={(event) => (draft.value = event.currentTarget.value)}>
            <option value="">as they are now</option>
            {(value?.drafts ?? []).map(({ id, name }) => (
              <option value={id} key={id}>
                draft of {oneLine(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          at most{' '}
          <input
            type="number"
            min="1"
            value={sample.value}
            onInput={(event) => (sample.value = event.currentTarget.value)}
          />{' '}
          events
        </label>
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={isReal.value}
          onChange={(event) => (isReal.value = event.currentTarget.checked)}
        />
        Hooks run for real, with all their side effects; what the events describe is not done again.
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={withOutside.value}
          onChange={(event) => (withOutside.value = event.currentTarget.checked)}
        />
        Also hooks that ask servers or models.
      </label>
      <p class="actions">
        <button type="submit" class="main" disabled={!isReal.value || isRunning}>
          Replay
        </button>
        {isRunning && (
          <button type="button" onClick={() => quietly(cancelReplay())}>
            Stop
          </button>
        )}
      </p>
    </form>
  );
}

function Progress({ current }: { readonly current: Replay }): VNode {
  if (current.problem !== null) return <Failed failure={current.problem} />;
  if (current.summary === null)
    return (
      <p class="progress" role="status">
        <progress max={Math.max(1, current.total)} value={current.done} aria-label="events that were run" />
        {countOf(current.done)} of {countOf(current.total)}
      </p>
    );
  const { events, same, loosened, tightened, other, unreadable } = current.summary;
  return (
    <dl class="figures">
      {Object.entries({ events, same, loosened, tightened, other, unreadable }).map(([name, count]) => (
        <div key={name} class={count > 0 && name === 'loosened' ? 'is-block' : ''}>
          <dt>{name}</dt>
          <dd>{countOf(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const KINDS = ['loosened', 'tightened', 'other'] as const;

function Flips({ current }: { readonly current: Replay }): VNode {
  if (current.summary !== null && current.flips.length === 0 && current.summary.events > 0)
    return (
      <Empty title="Everything would be decided as it was">
        <p>{plural(current.summary.events, 'event')} came to the same outcome.</p>
      </Empty>
    );
  if (current.summary !== null && current.summary.events === 0)
    return (
      <Empty title="No event could be run">
        <p>Nothing fits the filter, or the record holds only parts of what fits.</p>
      </Empty>
    );
  return (
    <>
      {KINDS.map((kind) => {
        const flips = current.flips.filter((flip) => flip.kind === kind);
        return flips.length === 0 ? null : (
          <section key={kind}>
            <h2>
              {kind} <span class="quiet">{countOf(flips.length)}</span>
            </h2>
            <ul class="few flips">
              {flips.map((flip) => (
                <Flip key={flip.id} flip={flip} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

const lookOf = (word: string): 'block' | 'ask' | 'allow' | 'pass' =>
  (['block', 'ask', 'allow'] as const).find((look) => word.startsWith(look)) ?? 'pass';

function Flip({ flip }: { readonly flip: FlipView }): VNode {
  return (
    <li>
      <button
        type="button"
        data-row
        aria-pressed={view.value.decision === flip.id}
        onClick={() => go({ decision: flip.id }, 'replace')}
      >
        <time title={fullTime(flip.at)}>{clockOf(flip.at)}</time>
        <State look={lookOf(flip.before)} word={flip.before} />
        <span aria-label="becomes">→</span>
        <State look={lookOf(flip.now)} word={flip.now} />
        <span class="about">{oneLine(flip.about)}</span>
        {flip.hook !== null && (
          <span class="hook quiet" title={flip.hook}>
            {oneLine(flip.hook)}
          </span>
        )}
      </button>
    </li>
  );
}

/** The two folds beside each other. */
function Both({ run, id }: { readonly run: string; readonly id: string }): VNode {
  const { value, failure, again } = useLoad<FlipDetail>(
    `/api/runs/${encodeURIComponent(run)}/flips/${encodeURIComponent(id)}`,
  );
  return (
    <article class="decision" aria-label="before and now">
      <header class="head">
        <div class="title">
          <h2>{value === null ? '…' : oneLine(value.flip.about)}</h2>
          <button type="button" aria-label="close (Escape)" onClick={() => go({ decision: null })}>
            ×
          </button>
        </div>
      </header>
      <div class="panel" tabIndex={0} role="region" aria-label="both folds">
        {failure !== null && value === null && <Failed failure={failure} again={again} />}
        {failure === null && value === null && <Loading what="both folds" />}
        {value !== null && (
          <div class="both">
            <section>
              <h3>before</h3>
              <Fold detail={value.before} />
            </section>
            <section>
              <h3>now</h3>
              <Fold detail={value.now} />
            </section>
          </div>
        )}
      </div>
    </article>
  );
}
