import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import type { DecisionDetail } from '../api.ts';
import { Ago } from '../parts/ago.tsx';
import { Code } from '../parts/code.tsx';
import { MakeTest } from '../parts/make-test.tsx';
import { Failed, Loading } from '../parts/state.tsx';
import { Refused, request } from '../state/http.ts';
import { isGateway } from '../state/served.ts';
import { meta } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { go, TABS, view } from '../state/view.ts';
import { lengthOf, oneLine, wallTime } from '../text/format.ts';
import { Fold } from './fold.tsx';
import { Orders, Why } from './why.tsx';

const RUNNING_MS = 500;

/** All of one decision. */
export function Decision({ id, onClose }: { readonly id: string; readonly onClose?: () => void }): VNode {
  const isOpen = useSignal(false);
  const { value, failure, again } = useLoad<DecisionDetail>(
    `/api/decisions/${encodeURIComponent(id)}`,
    isOpen.value ? RUNNING_MS : undefined,
  );
  isOpen.value = value?.decision.status === 'running';
  return (
    <article class="decision" aria-label="decision" tabIndex={-1}>
      <Head id={id} detail={value} onClose={onClose} />
      {failure !== null && value === null && <Failed failure={failure} again={again} />}
      {failure === null && value === null && <Loading what="the decision" />}
      {value !== null && <Body detail={value} />}
    </article>
  );
}

/** The same as a page of its own, with an address that can be shared. */
export function DecisionPage(): VNode {
  return (
    <div class="alone">
      <Decision id={view.value.decision ?? ''} />
    </div>
  );
}

interface HeadProps {
  readonly id: string;
  readonly detail: DecisionDetail | null;
  readonly onClose: (() => void) | undefined;
}

function Head({ id, detail, onClose }: HeadProps): VNode {
  const row = detail?.row;
  return (
    <header class="head">
      <div class="title">
        <h2>
          {oneLine(row?.event ?? 'Decision')} {row?.tool && <span class="tool">{oneLine(row.tool)}</span>}
        </h2>
        {onClose === undefined ? (
          <button type="button" onClick={() => go({ page: 'timeline' })}>
            in the timeline
          </button>
        ) : (
          <>
            <button type="button" title="own page (enter)" onClick={() => go({ page: 'decision', decision: id })}>
              open
            </button>
            <button type="button" aria-label="close the decision (Escape)" onClick={onClose}>
              ×
            </button>
          </>
        )}
      </div>
      <p class="facts">
        {row !== undefined && (
          <span>
            {wallTime(row.at)} · <Ago at={row.at} />
          </span>
        )}
        <span>{lengthOf(row?.durationMs ?? null)}</span>
        {row?.machine && <span>on {oneLine(row.machine)}</span>}
        {row?.agent && <span>{oneLine(row.agent)}</span>}
        {row?.session && <span title={row.session}>session {oneLine(row.session)}</span>}
        <code class="id">{oneLine(id)}</code>
      </p>
    </header>
  );
}

function Body({ detail }: { readonly detail: DecisionDetail }): VNode {
  const { tab } = view.value;
  return (
    <>
      <div class="tabs">
        <div role="tablist" aria-label="how the decision is shown">
          {TABS.map((each) => (
            <button
              type="button"
              role="tab"
              id={`tab-${each}`}
              aria-controls="tabpanel"
              aria-selected={tab === each}
              onClick={() => go({ tab: each }, 'replace')}
            >
              {each}
            </button>
          ))}
        </div>
        <span class="fill" />
        <Actions detail={detail} />
      </div>
      <div class="panel" id="tabpanel" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${tab}`}>
        {tab === 'fold' && <Compact detail={detail} />}
        {tab === 'JSON' && (
          <Code text={JSON.stringify(detail.decision, null, 2)} label="the decision as JSON" most={4000} />
        )}
        {tab === 'raw' && detail.raw.length === 0 && (
          <p class="quiet">Where its lines stand in the record is not known here; `hookline log --json` prints them.</p>
        )}
        {tab === 'raw' &&
          detail.raw.map(({ place, line }) => (
            <section class="raw">
              <h3>{oneLine(place)}</h3>
              <Code text={line} label={`line at ${place}`} most={400} />
            </section>
          ))}
      </div>
    </>
  );
}

function Compact({ detail }: { readonly detail: DecisionDetail }): VNode {
  const { about, project } = detail.row;
  return (
    <>
      {about !== '' && <Code text={aboutOf(detail) ?? about} label="what it was about" most={6} />}
      <Fold detail={detail} />
      {!isGateway && <Why id={detail.decision.id} />}
      {!isGateway && <Orders id={detail.decision.id} />}
      {!isGateway && <MakeTest id={detail.decision.id} />}
      {project !== null && <p class="quiet">in {oneLine(project)}</p>}
    </>
  );
}

/** The whole of what the row shows the first line of, where the payload has it. */
function aboutOf({ decision: { payload }, row }: DecisionDetail): string | null {
  const input = payload?.['tool_input'];
  const places = [input, payload].filter((each) => typeof each === 'object' && each !== null);
  const begin = row.about.replace(/…$/, '').trim();
  for (const place of places)
    for (const value of Object.values(place as Record<string, unknown>))
      if (typeof value === 'string' && begin !== '' && value.trimStart().startsWith(begin)) return value;
  return null;
}

function Actions({ detail }: { readonly detail: DecisionDetail }): VNode {
  const problem = useSignal<string | null>(null);
  const { id } = detail.decision;
  const save = (): void => {
    problem.value = null;
    saveAsFile(id).catch((error: unknown) => {
      problem.value = error instanceof Refused ? error.message : 'The file could not be made.';
    });
  };
  return (
    <>
      {meta.value?.mode === 'edit' && (
        <button type="button" title="replay (r)" onClick={() => replayOf(id)}>
          replay now
        </button>
      )}
      <button type="button" title="one HTML file without script, to attach to an issue" onClick={save}>
        save as HTML
      </button>
      {problem.value !== null && <span role="alert">{problem.value}</span>}
    </>
  );
}

export const replayOf = (id: string): void => go({ page: 'what-if', q: `id:${id}`, decision: null });

async function saveAsFile(id: string): Promise<void> {
  const response = await request(`/api/decisions/${encodeURIComponent(id)}/export`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `decision-${id}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
