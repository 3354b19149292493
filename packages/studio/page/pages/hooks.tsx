import type { VNode } from 'preact';
import type { HookList, HookRow } from '../api.ts';
import { Ago } from '../parts/ago.tsx';
import { AskInTerminal } from '../parts/ask.tsx';
import { Command } from '../parts/code.tsx';
import { HookState, nameOf, projectQuery } from '../parts/hook-state.tsx';
import { Problems } from '../parts/problems.tsx';
import { Spark } from '../parts/spark.tsx';
import { Split } from '../parts/split.tsx';
import { Empty, Failed, Loading } from '../parts/state.tsx';
import { meta } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { go, view } from '../state/view.ts';
import { countOf, lastPart, lengthOf, oneLine, plural } from '../text/format.ts';
import { HookPane } from './hook.tsx';

/** Every hook there is, armed or not, with why. */
export function Hooks(): VNode {
  const { project, hook } = view.value;
  const { value, failure, again } = useLoad<HookList>(`/api/hooks${projectQuery(project)}`);
  if (failure !== null && value === null) return <Failed failure={failure} again={again} />;
  if (value === null) return <Loading what="the hooks" />;
  return (
    <Split
      name="hook"
      width={480}
      first={<All list={value} again={again} />}
      second={hook === null ? null : <HookPane id={hook} project={project} key={hook} />}
    />
  );
}

function All({ list, again }: { readonly list: HookList; readonly again: () => void }): VNode {
  return (
    <div class="page">
      <header class="page-head">
        <h1>Hooks</h1>
        <p class="sums">{sumsOf(list)}</p>
        <Projects current={list.project} />
      </header>
      <Trust list={list} again={again} />
      <Problems problems={list.diagnostics} />
      {list.hooks.length === 0 ? (
        <Empty title="This project has no hooks">
          <p>Hooks are entries in the hook files of your agents. A first one:</p>
          <Command line="hookline new" />
        </Empty>
      ) : (
        <Table hooks={list.hooks} />
      )}
    </div>
  );
}

function sumsOf({ hooks }: HookList): string {
  const count = (state: HookRow['state']): number => hooks.filter((hook) => hook.state === state).length;
  const parts = [
    plural(hooks.length, 'hook'),
    `${count('armed')} armed`,
    ...(count('shadow') > 0 ? [`${count('shadow')} in shadow`] : []),
    ...(count('untrusted') > 0 ? [`${count('untrusted')} not trusted`] : []),
    ...(count('withheld') > 0 ? [`${count('withheld')} withheld`] : []),
    ...(count('inactive') > 0 ? [`${count('inactive')} inactive`] : []),
  ];
  return parts.join(' · ');
}

function Projects({ current }: { readonly current: string }): VNode {
  const all = [...new Set([current, ...(meta.value?.projects ?? [])])];
  return (
    <label class="projects">
      project{' '}
      <select
        value={current}
        title={current}
        onChange={(event) => go({ project: event.currentTarget.value, hook: null })}
      >
        {all.map((path) => (
          <option value={path} key={path}>
            {oneLine(lastPart(path))}
          </option>
        ))}
      </select>
    </label>
  );
}

const TRUST = {
  untrusted: 'The hooks of this project are not trusted: none of them runs.',
  changed: 'Something changed since this project was trusted: what changed does not run.',
} as const;

function Trust({ list, again }: { readonly list: HookList; readonly again: () => void }): VNode | null {
  if (list.trust !== 'untrusted' && list.trust !== 'changed') return null;
  return (
    <section class="notice is-fault">
      <p>
        <strong>{TRUST[list.trust]}</strong> Only a person in a terminal can trust them, after looking at what they do.
      </p>
      <AskInTerminal
        label="Trust in the terminal"
        asks={{ what: 'trust', project: list.project, hook: null }}
        onDone={again}
      />
    </section>
  );
}

function Table({ hooks }: { readonly hooks: readonly HookRow[] }): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="hooks">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">hook</th>
            <th scope="col">state</th>
            <th scope="col" class="spare-too">
              event
            </th>
            <th scope="col" class="spare">
              matcher
            </th>
            <th scope="col" class="spare">
              dialect
            </th>
            <th scope="col">30 days</th>
            <th scope="col" class="spare-too">
              last
            </th>
            <th scope="col" class="number spare-too">
              p95
            </th>
          </tr>
        </thead>
        <tbody>
          {hooks.map((hook) => (
            <HookLine key={hook.id} hook={hook} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HookLine({ hook }: { readonly hook: HookRow }): VNode {
  const isChosen = view.value.hook === hook.id;
  return (
    <tr class={isChosen ? 'is-chosen' : ''} onClick={() => go({ hook: hook.id }, 'replace')}>
      <td class="wide">
        <button
          type="button"
          class="link"
          data-row
          title={hook.name}
          aria-pressed={isChosen}
          onClick={() => go({ hook: hook.id })}
        >
          {nameOf(hook)}
        </button>{' '}
        <span class="quiet only-narrow">{hook.dialect}</span>{' '}
        <span class="quiet only-narrowest">{oneLine(hook.event)}</span>
      </td>
      <td>
        <HookState state={hook.state} />
      </td>
      <td class="spare-too">{oneLine(hook.event)}</td>
      <td class="spare short" title={hook.matcher ?? undefined}>
        <code>{oneLine(hook.matcher ?? '*')}</code>
      </td>
      <td class="spare">
        {hook.dialect} <span class="quiet">{hook.scope}</span>
      </td>
      <td class="wide">{hook.why === null ? <Uses hook={hook} /> : <span class="note">{oneLine(hook.why)}</span>}</td>
      <td class="spare-too">{hook.last === null ? '–' : <Ago at={hook.last} />}</td>
      <td class="number spare-too">{lengthOf(hook.p95)}</td>
    </tr>
  );
}

function Uses({ hook }: { readonly hook: HookRow }): VNode {
  if (hook.runs === 0) return <span class="note">{oneLine(hook.never ?? 'never selected')}</span>;
  return (
    <span class="uses">
      <Spark counts={hook.days} />
      {plural(hook.runs, 'run')}
      {hook.blocks > 0 && <span class="is-block"> ✕ {countOf(hook.blocks)} blocked</span>}
      {hook.wouldBlock > 0 && <span class="quiet"> ◐ {countOf(hook.wouldBlock)} would block</span>}
    </span>
  );
}
