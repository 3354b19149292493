import type { VNode } from 'preact';
import type { DecisionDetail, FoldBranch, FoldLeaf } from '../api.ts';
import { Code, WordDiff } from '../parts/code.tsx';
import { type Look, State } from '../parts/state.tsx';
import { lengthOf, oneLine, plural, visible } from '../text/format.ts';

/** How many verdicts became one outcome: the outcome, its rule, and below it each hook with what it said and when. */
export function Fold({ detail }: { readonly detail: DecisionDetail }): VNode {
  return (
    <section class="fold" aria-label="fold">
      <Root detail={detail} />
      <Branches branches={detail.branches} />
    </section>
  );
}

function Branches({ branches }: { readonly branches: readonly FoldBranch[] }): VNode {
  const span = Math.max(1, ...branches.flatMap(({ leaves }) => leaves.map(endOf)));
  if (branches.length === 0) return <p class="quiet">No hook was selected.</p>;
  return (
    <ul class="branches">
      {branches.map((branch) => (
        <li key={branch.dialect}>
          <p class="dialect">
            <strong>{oneLine(branch.dialect)}</strong> {oneLine(branch.schedule)}
          </p>
          <ul class="leaves">
            {branch.leaves.map((leaf) => (
              <Leaf key={leaf.run.id} leaf={leaf} span={span} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const endOf = ({ startMs, run }: FoldLeaf): number => (startMs ?? 0) + run.durationMs;

function Root({ detail: { decision, row, rules, branches } }: { readonly detail: DecisionDetail }): VNode {
  const { outcome } = decision;
  const reason = outcome?.block?.reason ?? outcome?.reason ?? null;
  const said = [
    ...(outcome?.rewritten ?? []).map((what) => REWRITTEN[what]),
    ...(outcome === null || outcome.contexts.count === 0 ? [] : [plural(outcome.contexts.count, 'context')]),
  ];
  return (
    <div class={`root looks-${row.state}`}>
      <p class="outcome">
        <State
          look={row.state}
          word={decision.status === 'done' ? wordOf(outcome?.decision ?? 'none', row.state) : decision.status}
        />
        {outcome?.block && <code class="effect">{outcome.block.effect}</code>}
        {said.map((each) => (
          <span class="also">{each}</span>
        ))}
      </p>
      {reason !== null && <p class="reason">{visible(reason)}</p>}
      {outcome?.block && <By id={outcome.block.hook} branches={branches} />}
      <ul class="rules">
        {rules.map(({ rule, words }) => (
          <li key={rule}>
            <code>{rule}</code> {oneLine(words)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who it was, as people call it, and by its id. */
function By({ id, branches }: { readonly id: string; readonly branches: readonly FoldBranch[] }): VNode {
  const name = branches.flatMap(({ leaves }) => leaves).find(({ run }) => run.id === id)?.run.name;
  return (
    <p class="by">
      by <strong>{oneLine(name ?? id)}</strong> {name !== undefined && <code>{oneLine(id)}</code>}
    </p>
  );
}

const REWRITTEN = {
  updatedInput: 'input rewritten',
  updatedToolOutput: 'output rewritten',
  updatedPrompt: 'prompt rewritten',
};

/** What was decided; where a hook failed and something was decided all the same, both. */
const wordOf = (decision: string, state: Look): string =>
  `${decision === 'none' ? 'pass' : decision}${state === 'fault' ? ', with a fault' : ''}`;

function Leaf({ leaf, span }: { readonly leaf: FoldLeaf; readonly span: number }): VNode {
  const { run } = leaf;
  const look = lookOfLeaf(leaf);
  return (
    <li class={`leaf looks-${look}`}>
      <details open={look === 'block' || look === 'fault'}>
        <summary>
          <State look={look} word={wordOfLeaf(leaf, look)} />
          <span class="name" title={run.id}>
            {oneLine(run.name)}
          </span>
          {run.status === 'skipped' ? (
            <span class="instead">{oneLine(leaf.said)}</span>
          ) : (
            <>
              <span class="length">{lengthOf(run.durationMs)}</span>
              <Bar leaf={leaf} span={span} />
            </>
          )}
        </summary>
        <Said leaf={leaf} />
      </details>
    </li>
  );
}

/** When it ran on the time axis that all hooks of the decision share: those at once lie above each other. */
function Bar({ leaf: { startMs, run }, span }: { readonly leaf: FoldLeaf; readonly span: number }): VNode {
  const left = ((startMs ?? 0) / span) * 100;
  const width = Math.min(100 - left, (run.durationMs / span) * 100);
  const title =
    startMs === null ? 'when it began is not known' : `from ${lengthOf(startMs)} on, for ${lengthOf(run.durationMs)}`;
  return (
    <span class="axis" title={title}>
      <span
        class={`time${startMs === null ? ' is-unknown' : ''}`}
        style={{ left: `${left}%`, width: `max(2px, ${width}%)` }}
      />
    </span>
  );
}

function Said({ leaf }: { readonly leaf: FoldLeaf }): VNode {
  const { run, said, faultMeans, rewrites } = leaf;
  return (
    <div class="said">
      <p>{visible(said)}</p>
      {run.fault !== null && (
        <p class="fault-text">
          <code>{run.fault.code}</code> {visible(run.fault.message)}
          {faultMeans !== null && <strong> {oneLine(faultMeans)}</strong>}
        </p>
      )}
      {(rewrites ?? []).map(({ what, before, after }) => (
        <section key={what}>
          <h4>{REWRITTEN[what]}</h4>
          <WordDiff before={before} after={after} />
        </section>
      ))}
      <Output name="stdout" leaf={leaf} />
      <Output name="stderr" leaf={leaf} />
      <p class="facts">
        <span>{endingOf(leaf)}</span>
        <span>{run.handler}</span>
        <span>{run.scope}</span>
        <code>{oneLine(run.source)}</code>
      </p>
      {run.notes.map((note) => (
        <p class="quiet">{visible(note)}</p>
      ))}
    </div>
  );
}

function Output({
  name,
  leaf: { run },
}: {
  readonly name: 'stdout' | 'stderr';
  readonly leaf: FoldLeaf;
}): VNode | null {
  if (run[name] === '') return null;
  return (
    <section>
      <h4>
        {name}
        {run.truncated.includes(name) && <span class="cut"> cut: the hook printed more</span>}
      </h4>
      <Code text={run[name]} label={name} />
    </section>
  );
}

const endingOf = ({ run }: FoldLeaf): string => {
  if (run.signal !== null) return `ended by ${run.signal}`;
  return run.exitCode === null ? run.status : `exit ${run.exitCode}`;
};

function lookOfLeaf({ run, decision }: FoldLeaf): Look {
  if (run.shadow !== undefined) return 'shadow';
  if (run.status === 'skipped' || run.status === 'background') return run.status;
  if (run.status === 'blocked' || decision === 'block') return 'block';
  if (run.fault !== null) return 'fault';
  return decision === 'ask' || decision === 'allow' ? decision : 'pass';
}

function wordOfLeaf({ run }: FoldLeaf, look: Look): string {
  if (run.shadow === undefined) return run.status === 'timed_out' ? 'timeout' : look;
  return run.shadow.decision === 'none' ? 'shadow' : `would ${run.shadow.decision}`;
}
