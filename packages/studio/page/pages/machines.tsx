import type { VNode } from 'preact';
import type { MachineList, MachineRow } from '../api.ts';
import { Empty, Failed, Loading } from '../parts/state.tsx';
import { useLoad } from '../state/load.ts';
import { go } from '../state/view.ts';
import { quoted } from '../text/filter.ts';
import { agoOf, countOf, fullTime, oneLine, plural } from '../text/format.ts';

const AGAIN_MS = 10_000;

/** Every machine that sends its record here: those whose policy is gone first, then those with the most lines that wait. */
export function Machines(): VNode {
  const { value, failure, again } = useLoad<MachineList>('/api/machines', AGAIN_MS);
  if (failure !== null && value === null) return <Failed failure={failure} again={again} />;
  if (value === null) return <Loading what="the machines" />;
  const { machines } = value;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Machines</h1>
        <p class="sums">{sumsOf(machines)}</p>
      </header>
      {machines.length === 0 ? (
        <Empty title="No machine has joined yet">
          <p>A machine joins with a token that those who run the gateway make.</p>
        </Empty>
      ) : (
        <Table machines={machines} />
      )}
    </div>
  );
}

function sumsOf(machines: readonly MachineRow[]): string {
  const behind = machines.filter(({ waiting }) => waiting > 0).length;
  const broken = machines.filter(({ findings }) => findings > 0).length;
  const gone = machines.filter(({ policyGone }) => policyGone !== null).length;
  const lost = gone === 0 ? '' : ` · ${countOf(gone)} whose policy is gone`;
  return `${plural(machines.length, 'machine')} · ${countOf(behind)} with lines that wait · ${countOf(broken)} with findings${lost}`;
}

function Table({ machines }: { readonly machines: readonly MachineRow[] }): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="machines">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">machine</th>
            <th scope="col">kind</th>
            <th scope="col">last seen</th>
            <th scope="col" class="spare">
              hookline
            </th>
            <th scope="col" class="number">
              policy
            </th>
            <th scope="col" class="number">
              lines
            </th>
            <th scope="col" class="number">
              waiting
            </th>
            <th scope="col" class="number">
              failed open
            </th>
            <th scope="col">chain</th>
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <Machine key={machine.machine} machine={machine} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Machine({ machine }: { readonly machine: MachineRow }): VNode {
  const { name, kind, seen, revoked, clockAhead, version, lines, waiting, findings, failOpen } = machine;
  return (
    <tr>
      <td class="short">
        <button
          type="button"
          class="link"
          data-row
          title={machine.machine}
          onClick={() => go({ page: 'timeline', q: `machine:${quoted(name)}` })}
        >
          {oneLine(name)}
        </button>
      </td>
      <td>{revoked ? 'revoked' : kind}</td>
      <td title={seen === null ? undefined : fullTime(seen)}>
        {seen === null ? 'never' : agoOf(seen)}
        {clockAhead !== null && <span class="is-fault"> {clockText(clockAhead)}</span>}
      </td>
      <td class="spare">{oneLine(version ?? '–')}</td>
      <Policy machine={machine} />
      <td class="number">{countOf(lines)}</td>
      <td class={`number${waiting > 0 ? ' is-fault' : ''}`}>{countOf(waiting)}</td>
      <td class={`number${failOpen > 0 ? ' is-block' : ''}`}>{countOf(failOpen)}</td>
      <td class={findings > 0 ? 'is-block' : ''}>{findings > 0 ? `✕ ${plural(findings, 'finding')}` : '✓ whole'}</td>
    </tr>
  );
}

function Policy({ machine: { policyVersion, policyGone } }: { readonly machine: MachineRow }): VNode {
  if (policyGone === null) return <td class="number">{policyVersion === null ? '–' : countOf(policyVersion)}</td>;
  return (
    <td class="number is-block" title={`removed or changed on the machine, noticed ${fullTime(policyGone)}`}>
      ✕ gone
    </td>
  );
}

/** The times of its decisions are as wrong. */
function clockText(ahead: number): string {
  const minutes = Math.abs(ahead) / 60;
  const span = minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
  return `! clock ${span} ${ahead > 0 ? 'ahead' : 'behind'}`;
}
