import type { VNode } from 'preact';
import type { Adoption, RolloutEvent, RolloutFigure, RolloutOfVersion, Rollouts, StageShare } from '../api.ts';
import { Empty, Failed, Loading, State } from '../parts/state.tsx';
import { useLoad } from '../state/load.ts';
import { agoOf, countOf, fullTime, oneLine, plural, visible } from '../text/format.ts';

const AGAIN_MS = 10_000;
const MOST_ROWS = 20;

/** How far each version of the policy is, what its hooks did on the machines, and who did what about it. */
export function RollOuts(): VNode {
  const { value, failure, again } = useLoad<Rollouts>(`/v1/rollouts?limit=${MOST_ROWS}`, AGAIN_MS);
  const { value: adoption } = useLoad<Adoption>(`/v1/adoption?limit=${MOST_ROWS}`, AGAIN_MS);
  if (failure !== null && value === null) return <Failed failure={failure} again={again} />;
  if (value === null) return <Loading what="the roll-outs" />;
  const { rollouts, figures, events } = value;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Roll-outs</h1>
        {adoption !== null && <p class="sums">{sumsOf(adoption)}</p>}
      </header>
      {rollouts.length === 0 && (
        <Empty title="No policy has been given out yet">
          <p>A policy that people have signed is given out by a gateway with its repository and its online key.</p>
        </Empty>
      )}
      <ul class="cards">
        {rollouts.map((each) => (
          <Version key={`${each.policy} ${each.version}`} rollout={each} figures={figuresOf(each, figures)} />
        ))}
      </ul>
      {adoption !== null && adoption.behind.length > 0 && <Behind adoption={adoption} />}
      {events.length > 0 && <Events events={events} />}
    </div>
  );
}

const sumsOf = ({ published, current, seen }: Adoption): string =>
  published === null
    ? 'nothing is published'
    : `v${published} is in force on ${countOf(current)} of ${plural(seen, 'machine')} seen within a day`;

const figuresOf = (rollout: RolloutOfVersion, all: readonly RolloutFigure[]): readonly RolloutFigure[] =>
  all.filter(({ policy, version }) => policy === rollout.policy && version === rollout.version);

interface VersionProps {
  readonly rollout: RolloutOfVersion;
  readonly figures: readonly RolloutFigure[];
}

function Version({ rollout, figures }: VersionProps): VNode {
  const { policy, version, id, stages, stage, since, state, why, shadow } = rollout;
  return (
    <li class="card">
      <div class="card-head">
        <State look={LOOKS[state]} word={state} />
        <h2>
          {oneLine(policy)} v{version}
        </h2>
        {id !== null && <span class="quiet">{oneLine(id)}</span>}
        <span class="fill" />
        <span class="quiet" title={fullTime(since)}>
          since {agoOf(since)}
        </span>
      </div>
      {why !== null && <p class={state === 'halted' ? 'is-block' : ''}>{visible(why)}</p>}
      {stages === null ? (
        <p>All hooks decide on all machines.</p>
      ) : (
        <Stages stages={stages} now={stage} state={state} />
      )}
      {shadow.length > 0 && <p class="is-block">revoked: {shadow.map(oneLine).join(', ')}</p>}
      {figures.length > 0 && <Figures figures={figures} name={`${policy} v${version}`} />}
    </li>
  );
}

const LOOKS = { running: 'running', halted: 'block', done: 'allow' } as const;

interface StagesProps {
  readonly stages: readonly StageShare[];
  readonly now: number;
  readonly state: RolloutOfVersion['state'];
}

/** One after the other, those that are over with a tick. */
const Stages = ({ stages, now, state }: StagesProps): VNode => (
  <ol class="facts" aria-label="stages">
    {stages.map((stage, n) => (
      <li key={n} aria-current={n === now ? 'step' : undefined}>
        {n < now || state === 'done' ? '✓' : n === now ? (state === 'halted' ? '✕' : '▸') : '░'} {wordsOf(stage)}
      </li>
    ))}
  </ol>
);

const wordsOf = (stage: StageShare): string =>
  'enforce' in stage ? `enforce ${stage.enforce} %` : `shadow ${stage.shadow} %`;

function Figures({ figures, name }: { readonly figures: readonly RolloutFigure[]; readonly name: string }): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`hooks of ${name}`}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">hook</th>
            <th scope="col">on machines where it</th>
            {['runs', 'blocks', 'faults', 'failed open'].map((head) => (
              <th scope="col" class="number" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ hook, ring, runs, blocks, faults, opened }) => (
            <tr key={`${hook} ${ring}`}>
              <th scope="row">{oneLine(hook)}</th>
              <td>{ring === 'enforced' ? 'decides' : 'is in shadow'}</td>
              <td class="number">{countOf(runs)}</td>
              <td class="number">{countOf(blocks)}</td>
              <td class={`number${faults > 0 ? ' is-fault' : ''}`}>{countOf(faults)}</td>
              <td class={`number${opened > 0 ? ' is-block' : ''}`}>{countOf(opened)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Behind = ({ adoption: { behind, published } }: { readonly adoption: Adoption }): VNode => (
  <>
    <h2>Machines without v{published}</h2>
    <ul class="facts">
      {behind.map(({ machine, name, version, seen }) => (
        <li key={machine} title={machine}>
          {oneLine(name)}: {version === null ? 'no policy' : `v${version}`}, seen {agoOf(seen)}
        </li>
      ))}
    </ul>
  </>
);

const Events = ({ events }: { readonly events: readonly RolloutEvent[] }): VNode => (
  <>
    <h2>What was done</h2>
    <ul>
      {events.map(({ at, who, what, detail }, n) => (
        <li key={n}>
          <span title={fullTime(at)}>{agoOf(at)}</span> <strong>{oneLine(what)}</strong> by {oneLine(who)}{' '}
          <span class="quiet">{oneLine(detailOf(detail))}</span>
        </li>
      ))}
    </ul>
  </>
);

const detailOf = (detail: object): string =>
  Object.entries(detail)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
