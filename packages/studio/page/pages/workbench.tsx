import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DraftOutcome, DraftResult, HookList } from '../api.ts';
import { Code, LineDiff } from '../parts/code.tsx';
import { Editor } from '../parts/editor.tsx';
import { MakeTest } from '../parts/make-test.tsx';
import { NeedEdit } from '../parts/need-edit.tsx';
import { Empty, Failed, Loading, State } from '../parts/state.tsx';
import {
  draft,
  from,
  isRunning,
  openDraft,
  problem,
  results,
  runDraft,
  saveDraft,
  saved,
  typeDraft,
} from '../state/drafts.ts';
import { meta } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { go, view } from '../state/view.ts';
import { countOf, lengthOf, oneLine, plural, visible } from '../text/format.ts';
import { nameOf, projectQuery } from '../parts/hook-state.tsx';
import { quietly } from '../state/quietly.ts';

/** A hook's script beside what it does with real events, while it is typed. */
export function Workbench(): VNode {
  const mode = meta.value?.mode; // not known at once
  return (
    <div class="workbench">
      <header class="page-head">
        <h1>Workbench</h1>
        {mode === 'look' && <p class="sums">type a hook, and see at once what it does with real events</p>}
        {mode === 'edit' && <Picker />}
      </header>
      {mode === 'look' && <NeedEdit what="The workbench" />}
      {mode === 'edit' && <Bench />}
    </div>
  );
}

function Picker(): VNode {
  const { project, hook } = view.value;
  const { value } = useLoad<HookList>(`/api/hooks${projectQuery(project)}`);
  return (
    <label class="projects">
      hook{' '}
      <select value={hook ?? ''} onChange={(event) => go({ hook: event.currentTarget.value || null })}>
        <option value="">choose …</option>
        {(value?.hooks ?? []).map((each) => (
          <option value={each.id} key={each.id}>
            {each.event} {each.matcher ?? ''} {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Bench(): VNode {
  const { hook, project } = view.value;
  const place = project ?? meta.value?.folders.project ?? '';
  useEffect(() => {
    if (hook !== null && place !== '') quietly(openDraft(hook, place));
  }, [hook, place]);
  if (hook === null)
    return (
      <Empty title="Choose a hook">
        <p>Its script opens as a draft. The project's file stays as it is until you save.</p>
      </Empty>
    );
  if (draft.value === null)
    return problem.value === null ? <Loading what="the script" /> : <Failed failure={problem.value} />;
  return (
    <div class="bench">
      <Script key={draft.value.id} />
      <Results />
    </div>
  );
}

function Script(): VNode | null {
  const current = draft.value;
  if (current === null) return null;
  return (
    <section class="script" aria-label="draft">
      <p class="bench-head">
        <code>{oneLine(current.file)}</code>
        <span class="quiet">{current.differs ? 'draft, not saved' : 'as in the file'}</span>
        {current.outdated && <strong class="is-fault">the file changed meanwhile</strong>}
      </p>
      <Editor
        text={current.text}
        language={current.language}
        label={`draft of ${current.file}`}
        onType={typeDraft}
        onRun={() => quietly(runDraft())}
      />
      <p class="actions">
        <button type="button" class="main" title="Ctrl+Enter" onClick={() => quietly(runDraft())}>
          Run
        </button>
        <button type="button" onClick={() => quietly(saveDraft())}>
          {current.savedByTerminal ? 'Save … (asks in the terminal)' : 'Save …'}
        </button>
        <span role="status">{isRunning.value ? 'running …' : ''}</span>
      </p>
      {problem.value !== null && <Failed failure={problem.value} />}
      <Saved />
    </section>
  );
}

function Saved(): VNode | null {
  const answer = saved.value;
  if (answer === null) return null;
  if (answer.kind === 'asked')
    return (
      <p class="notice is-ask" role="status">
        The question whether to save stands in the terminal of the studio.
      </p>
    );
  return (
    <section class="notice is-fault" role="status">
      <p>
        <strong>Saved {oneLine(answer.file)}.</strong> It is now {visible(answer.trust)}
      </p>
      {answer.difference !== '' && <LineDiff text={answer.difference} />}
    </section>
  );
}

function Results(): VNode {
  const chosen = useSignal(0);
  const run = results.value;
  const current = run?.results[chosen.value];
  const flips = run?.results.filter(({ differs }) => differs).length ?? 0;
  return (
    <section class="results" aria-label="what the draft does">
      <p class="bench-head">
        {(['record', 'example'] as const).map((each) => (
          <button
            type="button"
            class="toggle"
            aria-pressed={from.value === each}
            onClick={() => {
              from.value = each;
              chosen.value = 0;
              quietly(runDraft());
            }}
          >
            {each === 'record' ? 'its last 50 events' : 'example'}
          </button>
        ))}
        <span class="fill" />
        {run !== null && (
          <span class={flips > 0 ? 'is-block' : 'quiet'}>
            {flips === 0 ? 'nothing changes' : `${countOf(flips)} of ${plural(run.results.length, 'event')} otherwise`}
          </span>
        )}
      </p>
      {run === null && <Loading what="what comes of it" />}
      {run?.results.length === 0 && <p class="quiet">No event of the record selected this hook: try the example.</p>}
      <ul class="few" tabIndex={0} aria-label="events">
        {(run?.results ?? []).map((result, at) => (
          <Result
            key={result.decision ?? at}
            result={result}
            isChosen={at === chosen.value}
            onChoose={() => (chosen.value = at)}
          />
        ))}
      </ul>
      {(run?.notes ?? []).map((note) => (
        <p class="quiet">{visible(note)}</p>
      ))}
      {current !== undefined && <Outcome result={current} />}
    </section>
  );
}

interface ResultProps {
  readonly result: DraftResult;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const lookOf = ({ decision, run }: DraftOutcome): 'block' | 'ask' | 'allow' | 'fault' | 'pass' => {
  if (decision !== 'none') return decision;
  return run?.fault ? 'fault' : 'pass';
};

function Result({ result: { now, draft: tried, about, differs }, isChosen, onChoose }: ResultProps): VNode {
  return (
    <li>
      <button type="button" data-row class={differs ? 'differs' : ''} aria-pressed={isChosen} onClick={onChoose}>
        {differs && <State look={lookOf(now)} />}
        {differs && <span aria-label="becomes">→</span>}
        <State look={lookOf(tried)} />
        <span class="about">{oneLine(about)}</span>
      </button>
    </li>
  );
}

function Outcome({ result }: { readonly result: DraftResult }): VNode {
  const { run } = result.draft;
  return (
    <section class="draft-outcome" aria-label="outcome" key={result.decision}>
      <dl class="pairs">
        <dt>draft</dt>
        <dd>
          {oneLine(result.draft.words)}{' '}
          {result.draft.reason !== null && <span class="reason">{visible(result.draft.reason)}</span>}
        </dd>
        <dt>now</dt>
        <dd>
          {oneLine(result.now.words)}{' '}
          {result.now.reason !== null && <span class="reason">{visible(result.now.reason)}</span>}
        </dd>
      </dl>
      {run === null ? (
        <p class="quiet">The event does not select this hook.</p>
      ) : (
        <>
          <p class="facts">
            <span>{run.exitCode === null ? run.status : `exit ${run.exitCode}`}</span>
            <span>{lengthOf(run.durationMs)}</span>
          </p>
          {run.fault !== null && <p class="fault-text">{visible(run.fault.message)}</p>}
          {run.stdout !== '' && <Code text={run.stdout} label="stdout" />}
          {run.stderr !== '' && <Code text={run.stderr} label="stderr" />}
        </>
      )}
      {result.decision !== null && <MakeTest id={result.decision} />}
    </section>
  );
}
