import type { ComponentType, VNode } from 'preact';
import { FilterBar } from './parts/filter-bar.tsx';
import { Help } from './parts/help.tsx';
import { Nav } from './parts/nav.tsx';
import { DecisionPage } from './pages/decision.tsx';
import { ExceptionsPage } from './pages/exceptions.tsx';
import { Faults } from './pages/faults.tsx';
import { Closed } from './pages/first-look.tsx';
import { Hooks } from './pages/hooks.tsx';
import { Latency } from './pages/latency.tsx';
import { Machines } from './pages/machines.tsx';
import { RollOuts } from './pages/roll-outs.tsx';
import { Shadow } from './pages/shadow.tsx';
import { Timeline } from './pages/timeline.tsx';
import { WhatIf } from './pages/what-if.tsx';
import { Workbench } from './pages/workbench.tsx';
import { gate } from './state/http.ts';
import { connection, meta } from './state/live.ts';
import { page, type PageId } from './state/view.ts';
import { visible } from './text/format.ts';

const SHOWN: Readonly<Record<PageId, ComponentType>> = {
  timeline: Timeline,
  decision: DecisionPage,
  hooks: Hooks,
  faults: Faults,
  latency: Latency,
  'what-if': WhatIf,
  shadow: Shadow,
  workbench: Workbench,
  machines: Machines,
  rollouts: RollOuts,
  exceptions: ExceptionsPage,
};

/** What keeps rows from the page that stand in the record. */
function Problem(): VNode | null {
  const problem = meta.value?.index.problem ?? null;
  if (problem === null) return null;
  return (
    <p class="lost" role="alert">
      <strong>Decisions may be missing here:</strong> {visible(problem)}.
    </p>
  );
}

export function App(): VNode {
  if (gate.value !== null) return <Closed why={gate.value} />;
  const Shown = SHOWN[page.value];
  return (
    <div class="app">
      <a class="skip" href="#main">
        to the content
      </a>
      <Nav />
      <div class="right">
        <FilterBar />
        {connection.value === 'lost' && (
          <p class="lost" role="status">
            The studio does not answer. The page shows what it had, and connects again by itself.
          </p>
        )}
        <Problem />
        <main id="main" tabIndex={-1}>
          <Shown />
        </main>
      </div>
      <Help />
    </div>
  );
}
