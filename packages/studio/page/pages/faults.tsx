import type { VNode } from 'preact';
import type { FaultGroup, Faults as Found } from '../api.ts';
import { Ago } from '../parts/ago.tsx';
import { Code } from '../parts/code.tsx';
import { Looked } from '../parts/looked-at.tsx';
import { Problems } from '../parts/problems.tsx';
import { Empty, Failed, Loading, State } from '../parts/state.tsx';
import { useLoad } from '../state/load.ts';
import { filter, go } from '../state/view.ts';
import { quoted } from '../text/filter.ts';
import { countOf, oneLine, plural, visible } from '../text/format.ts';

/** Hooks that failed: the same fault of the same hook once, with what came of it. */
export function Faults(): VNode {
  const { value, failure, again } = useLoad<Found>(`/api/faults?${new URLSearchParams({ q: filter.value })}`);
  if (failure !== null && value === null) return <Failed failure={failure} again={again} />;
  if (value === null) return <Loading what="the faults" />;
  const proceeded = value.groups.reduce((sum, group) => sum + group.proceeded, 0);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Faults</h1>
        <p class="sums">
          {value.groups.length === 0
            ? 'no hook failed'
            : `${plural(value.groups.length, 'kind')} of fault · ${plural(proceeded, 'time')} the action went on although a hook had failed`}
        </p>
      </header>
      <Looked looked={value.looked} />
      <Problems problems={value.problems} />
      {value.groups.length === 0 && value.problems.length === 0 && (
        <Empty title="No hook has failed">
          <p>
            A hook that crashes, hangs or prints what its system cannot read stands here, with what was done about it.
          </p>
        </Empty>
      )}
      <ul class="cards">
        {value.groups.map((group) => (
          <Group key={`${group.hook} ${group.code}`} group={group} />
        ))}
      </ul>
    </div>
  );
}

function Group({ group }: { readonly group: FaultGroup }): VNode {
  return (
    <li class="card">
      <div class="card-head">
        <State look="fault" word={group.code} />
        <h2 title={group.hook}>{oneLine(group.name)}</h2>
        <span class="quiet">{group.dialect}</span>
        <span class="fill" />
        <strong class="count">{countOf(group.count)} ×</strong>
      </div>
      <p>{visible(group.message)}</p>
      <p class="facts">
        {group.proceeded > 0 && <span class="is-fault">! proceeded {countOf(group.proceeded)} ×</span>}
        {group.refused > 0 && <span class="is-block">✕ refused {countOf(group.refused)} ×</span>}
        <span>
          first <Ago at={group.first} />
        </span>
        <span>
          last <Ago at={group.last} />
        </span>
      </p>
      {group.stderr !== '' && <Code text={group.stderr} label="stderr of the newest" most={6} />}
      {group.hint !== null && <p class="hint">{visible(group.hint)}</p>}
      <p class="actions">
        <button type="button" data-row onClick={() => go({ page: 'decision', decision: group.decision })}>
          newest
        </button>
        <button
          type="button"
          onClick={() => go({ page: 'timeline', q: `fault:${group.code} hook:${quoted(group.hook)}` })}
        >
          all of them
        </button>
      </p>
    </li>
  );
}
