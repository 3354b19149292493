import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { CasesRun, HookDetail, Proved } from '../api.ts';
import { AskInTerminal } from '../parts/ask.tsx';
import { Code } from '../parts/code.tsx';
import { FewRows } from '../parts/few-rows.tsx';
import { Failed, Loading } from '../parts/state.tsx';
import { Refused, send } from '../state/http.ts';
import { meta } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { go } from '../state/view.ts';
import { countOf, lengthOf, oneLine, plural, visible } from '../text/format.ts';
import { HookState, nameOf, projectQuery } from '../parts/hook-state.tsx';
import { SinceTrust } from '../parts/since-trust.tsx';

interface Props {
  readonly id: string;
  readonly project: string | null;
}

/** Everything about one hook. */
export function HookPane({ id, project }: Props): VNode {
  const { value, failure, again } = useLoad<HookDetail>(`/api/hooks/${encodeURIComponent(id)}${projectQuery(project)}`);
  return (
    <article class="decision" aria-label="hook">
      <header class="head">
        <div class="title">
          <h2>{value === null ? oneLine(id) : nameOf(value.hook)}</h2>
          <button type="button" aria-label="close the hook (Escape)" onClick={() => go({ hook: null })}>
            ×
          </button>
        </div>
        <p class="facts">
          {value !== null && <HookState state={value.hook.state} />}
          {value !== null && (
            <span>
              {value.hook.event} {value.hook.matcher !== null && <code>{oneLine(value.hook.matcher)}</code>}
            </span>
          )}
          <code class="id">{oneLine(id)}</code>
        </p>
      </header>
      <div class="panel" tabIndex={0} role="region" aria-label="about the hook">
        {failure !== null && value === null && <Failed failure={failure} again={again} />}
        {failure === null && value === null && <Loading what="the hook" />}
        {value !== null && (
          <About detail={value} project={project ?? meta.value?.folders.project ?? ''} again={again} />
        )}
      </div>
    </article>
  );
}

interface AboutProps {
  readonly detail: HookDetail;
  readonly project: string;
  readonly again: () => void;
}

function About({ detail, project, again }: AboutProps): VNode {
  const { hook, definition, trust, recent, near, cases } = detail;
  const isShadow = hook.state === 'shadow';
  return (
    <>
      {hook.why !== null && <p class="notice is-fault">{visible(hook.why)}</p>}
      {hook.runs === 0 && hook.never !== null && hook.never !== hook.why && (
        <p class="notice is-pass">{visible(hook.never)}</p>
      )}
      <p class="facts">
        <span>{plural(hook.runs, 'run')} in 30 days</span>
        <span>{countOf(hook.blocks)} blocked</span>
        <span>p95 {lengthOf(hook.p95)}</span>
      </p>
      <h3>Definition</h3>
      <p class="quiet">
        <code>{oneLine(definition.place)}</code>
      </p>
      <Code text={definition.text} label="definition" most={30} />
      {trust !== null && <SinceTrust trust={trust} />}
      {near.length > 0 && (
        <>
          <h3>Nearest events</h3>
          <p class="quiet">Events of its kind in this project, which did not select it. "Why" of each says why not.</p>
          <FewRows rows={near} />
        </>
      )}
      <h3>Latest events</h3>
      {recent.length === 0 ? <p class="quiet">It has not seen an event yet.</p> : <FewRows rows={recent} />}
      <h3>Cases</h3>
      {cases.length === 0 ? (
        <p class="quiet">There is no case for it.</p>
      ) : (
        <ul class="plain">
          {cases.map((title) => (
            <li>{visible(title)}</li>
          ))}
        </ul>
      )}
      <Checks id={hook.id} project={project} hasCases={cases.length > 0} />
      <p class="actions">
        <AskInTerminal
          label={isShadow ? 'Let it decide' : 'Put it in shadow'}
          asks={{ what: isShadow ? 'unshadow' : 'shadow', project, hook: hook.id }}
          onDone={again}
        />
        {meta.value?.mode === 'edit' && (
          <button type="button" onClick={() => go({ page: 'workbench', hook: hook.id })}>
            edit in the workbench
          </button>
        )}
      </p>
    </>
  );
}

/** What runs the hook for real: only in edit mode, only when asked for. */
function Checks({
  id,
  project,
  hasCases,
}: {
  readonly id: string;
  readonly project: string;
  readonly hasCases: boolean;
}): VNode | null {
  const said = useSignal<readonly string[] | 'asked' | null>(null);
  if (meta.value?.mode !== 'edit') return null;
  const ask = <T,>(path: string, words: (answer: T) => readonly string[]): void => {
    said.value = 'asked';
    send<T>('POST', path, { project, hook: id }).then(
      (answer) => (said.value = words(answer)),
      (error: unknown) => (said.value = [error instanceof Refused ? error.message : 'It did not work.']),
    );
  };
  return (
    <div class="checks">
      <p class="actions">
        {hasCases && (
          <button type="button" onClick={() => ask<CasesRun>('/api/tests/run', casesWords)}>
            run its cases
          </button>
        )}
        <button type="button" onClick={() => ask<Proved>('/api/prove', provedWords)}>
          prove it
        </button>
      </p>
      {said.value === 'asked' && <Loading what="what comes of it" />}
      {said.value !== null && said.value !== 'asked' && (
        <Code text={said.value.join('\n')} label="what came of it" most={30} />
      )}
    </div>
  );
}

const casesWords = ({ cases, passed, failed, problems }: CasesRun): readonly string[] => [
  `${passed} passed, ${failed} failed`,
  ...cases.flatMap(({ title, status, mismatches }) => [
    `${status === 'passed' ? '✓' : status === 'skipped' ? '–' : '✕'} ${title}`,
    ...mismatches.map(({ what, expected, actual }) => `    ${what}: expected ${expected}, found ${actual}`),
  ]),
  ...problems,
];

const provedWords = ({ proofs }: Proved): readonly string[] =>
  proofs.length === 0 ? ['There is nothing to prove it with.'] : proofs.flatMap(proofWords);

const proofWords = ({ headline, reason, trials, stress }: Proved['proofs'][number]): readonly string[] => [
  `${headline}: ${reason}`,
  ...trials.map(({ title, ok, must, decision }) => `${ok ? '✓' : '✕'} ${title}: ${mustWords[must]}, found ${decision}`),
  ...stress.map((run) =>
    run.effect === 'not tried'
      ? `– ${run.stress}: ${run.why}`
      : `${effectSigns[run.effect]} ${run.stress}: ${run.effect}`,
  ),
];

const mustWords = { block: 'must be blocked', pass: 'must pass', nothing: 'an example' } as const;
const effectSigns = { held: '✓', closed: '✓', open: '✕' } as const;
