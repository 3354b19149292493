import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ExceptionRow, Exceptions, Me } from '../api.ts';
import { Empty, Failed, type Look, Loading, State } from '../parts/state.tsx';
import { Refused, send } from '../state/http.ts';
import { useLoad } from '../state/load.ts';
import { loginPath } from '../state/served.ts';
import { agoOf, fullTime, oneLine, plural, visible } from '../text/format.ts';

const AGAIN_MS = 5_000;
const MOST_ROWS = 100;

/** What machines ask to be excepted from, and who answered: those that wait first. */
export function ExceptionsPage(): VNode {
  const { value, failure, again } = useLoad<Exceptions>(`/v1/exceptions?limit=${MOST_ROWS}`, AGAIN_MS);
  const { value: me } = useLoad<Me>('/v1/me', AGAIN_MS);
  if (failure !== null && value === null) return <Failed failure={failure} again={again} />;
  if (value === null) return <Loading what="the exceptions" />;
  const { exceptions, signsHere } = value;
  const waiting = exceptions.filter(({ state }) => state === 'asked');
  const rest = exceptions.filter(({ state }) => state !== 'asked');
  return (
    <div class="page">
      <header class="page-head">
        <h1>Exceptions</h1>
        <p class="sums">{plural(waiting.length, 'exception')} to answer</p>
      </header>
      {exceptions.length === 0 && (
        <Empty title="No exception was asked for">
          <p>
            Somebody whom a hook of the policy keeps from working asks with <code>hookline break-glass</code>.
          </p>
        </Empty>
      )}
      <ul class="cards">
        {[...waiting, ...rest].map((each) => (
          <Exception key={`${each.machine} ${each.id}`} exception={each}>
            {each.state === 'asked' && <Answer exception={each} me={me} signsHere={signsHere} onAnswered={again} />}
          </Exception>
        ))}
      </ul>
    </div>
  );
}

interface ExceptionProps {
  readonly exception: ExceptionRow;
  readonly children: VNode | false;
}

function Exception({ exception, children }: ExceptionProps): VNode {
  const { id, machine, name, hooks, reason, askedBy, grantedBy, state, alone, at, until, minutes, used } = exception;
  return (
    <li class="card">
      <div class="card-head">
        <State look={alone ? 'fault' : LOOKS[state]} word={alone ? `${state} alone` : state} />
        <h2>
          {oneLine(hooks.join(', '))} on {oneLine(name)}
        </h2>
        <span class="quiet" title={machine}>
          {oneLine(id)}
        </span>
        <span class="fill" />
        <span class="quiet" title={fullTime(at)}>
          {agoOf(at)}
        </span>
      </div>
      <p>{visible(reason)}</p>
      <p class="quiet">
        asked by {oneLine(askedBy)}
        {minutes !== null && ` for ${plural(Math.round(minutes), 'minute')}`}
        {grantedBy !== null && `, ${state === 'refused' ? 'refused' : 'approved'} by ${oneLine(grantedBy)}`}
        {alone && ', without a second person'}
        {until !== null && `, until ${fullTime(until)}`}
        {used > 0 && `, kept ${plural(used, 'run')} from happening`}
      </p>
      {children}
    </li>
  );
}

const LOOKS: Readonly<Record<ExceptionRow['state'], Look>> = {
  asked: 'ask',
  approved: 'allow',
  taken: 'allow',
  refused: 'block',
  expired: 'skipped',
};

interface AnswerProps {
  readonly exception: ExceptionRow;
  readonly me: Me | null;
  readonly signsHere: boolean;
  readonly onAnswered: () => void;
}

/** What the person who looks can do about it; else why not. */
function Answer({ exception, me, signsHere, onAnswered }: AnswerProps): VNode | null {
  const isSure = useSignal(false);
  const problem = useSignal<Refused | null>(null);
  if (me === null) return null;
  if (me.role !== 'approver' && me.role !== 'admin')
    return <p class="quiet">It waits for somebody with the role approver.</p>;
  const answer = (how: 'approve' | 'refuse'): void => {
    isSure.value = false;
    send('POST', `/v1/exceptions/${encodeURIComponent(exception.id)}/${how}`).then(
      () => {
        problem.value = null;
        onAnswered();
      },
      (error: unknown) => {
        problem.value = error instanceof Refused ? error : null;
      },
    );
  };
  return (
    <>
      <p class="buttons">
        {signsHere && me.isStale && loginPath !== null && (
          <a href={`${loginPath}?again&to=/exceptions`}>Log in again to approve</a>
        )}
        {signsHere && !me.isStale && !isSure.value && (
          <button type="button" onClick={() => (isSure.value = true)}>
            Approve …
          </button>
        )}
        {isSure.value && (
          <button type="button" onClick={() => answer('approve')}>
            Let {oneLine(exception.askedBy)} work without it
          </button>
        )}
        <button type="button" onClick={() => answer('refuse')}>
          Refuse
        </button>
      </p>
      {!signsHere && (
        <p class="quiet">
          This gateway has no key of an approver. Sign with your own:{' '}
          <code>hookline gateway approve {oneLine(exception.id)} --approver-key FILE</code>
        </p>
      )}
      {problem.value !== null && (
        <p class="is-block" role="alert">
          {visible(problem.value.message)}
          {problem.value.hint !== null && ` (${visible(problem.value.hint)})`}
        </p>
      )}
    </>
  );
}
