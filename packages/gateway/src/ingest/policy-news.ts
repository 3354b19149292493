import { type PolicyException, policyOfRun, type RecordEntry, type RecordedRun } from '@hookline/core/internal';
import { type RefusedKind, refusedKind } from '@hookline/fleet';
import { countDurations, type Durations } from './durations.ts';

/** Where a hook of a policy ran: it decided, or was in shadow. */
export type Ring = 'shadow' | 'enforced';

/** What the runs of one hook of a policy came to in one chunk. */
interface PolicyReport {
  readonly policy: string;
  readonly version: number;
  readonly hook: string;
  readonly ring: Ring;
  readonly runs: number;
  /** Refusals, also those that only would have been. */
  readonly blocks: number;
  readonly faults: number;
  /** Faults after which the action went on although the hook could have refused it. */
  readonly opened: number;
  readonly ms: Durations;
}

/** What a chunk says about policies. */
export interface PolicyNews {
  readonly reports: readonly PolicyReport[];
  /** Exceptions that came into force on the machine. */
  readonly exceptions: readonly PolicyException[];
  /** How many runs each exception kept from happening, by its id. */
  readonly used: Readonly<Record<string, number>>;
  /** What the machine did not take of what it was given. */
  readonly refused: readonly { readonly kind: RefusedKind; readonly why: string }[];
}

interface Gathered {
  readonly key: Pick<PolicyReport, 'policy' | 'version' | 'hook' | 'ring'>;
  readonly ms: number[];
  blocks: number;
  faults: number;
  opened: number;
}

/** Gathers what entries say about policies. */
export interface PolicyNewsReader {
  readonly add: (entry: RecordEntry) => void;
  /** Null: nothing was said. */
  readonly news: () => PolicyNews | null;
}

export function createPolicyNews(): PolicyNewsReader {
  const reports = new Map<string, Gathered>();
  const exceptions: PolicyException[] = [];
  const used = new Map<string, number>();
  const refused = new Map<string, RefusedKind>();
  return {
    add: (entry) => {
      const kind = entry.kind === 'note' ? refusedKind(entry.text) : null;
      if (kind !== null && entry.kind === 'note') refused.set(whyIn(entry.text), kind);
      if (entry.kind === 'note' && entry.exception !== undefined) exceptions.push(entry.exception);
      const runs = entry.kind === 'end' ? entry.hooks : entry.kind === 'background' ? [entry.hook] : [];
      for (const run of runs) addRun(run, reports, used);
    },
    news: () =>
      reports.size + exceptions.length + used.size + refused.size === 0
        ? null
        : {
            reports: [...reports.values()].map(reportOf),
            exceptions,
            used: Object.fromEntries(used),
            refused: Array.from(refused, ([why, kind]) => ({ kind, why })),
          },
  };
}

const MOST_WHY = 400;

const whyIn = (text: string): string =>
  text
    .slice(text.indexOf(':') + 1)
    .trim()
    .replaceAll('\0', '')
    .slice(0, MOST_WHY)
    .replaceAll(/[\ud800-\udfff]/gu, '\ufffd');

function addRun(run: RecordedRun, reports: Map<string, Gathered>, used: Map<string, number>): void {
  const policy = policyOfRun(run);
  if (policy === null) return;
  const suspended = SUSPENDED.exec(run.status === 'skipped' ? (run.why ?? '') : '')?.[1];
  if (suspended !== undefined) used.set(suspended, (used.get(suspended) ?? 0) + 1);
  // One in the background is reported when it has ended.
  if (run.status === 'skipped' || (run.status === 'background' && run.durationMs === 0)) return;
  const ring: Ring = run.shadow === undefined ? 'enforced' : 'shadow';
  const key = { policy: policy.org, version: policy.version, hook: run.name, ring };
  const gathered = reports.get(JSON.stringify(key)) ?? { key, ms: [], blocks: 0, faults: 0, opened: 0 };
  reports.set(JSON.stringify(key), gathered);
  gathered.ms.push(run.durationMs);
  if (run.status === 'blocked' || run.shadow?.decision === 'block') gathered.blocks += 1;
  if (run.fault === null) return;
  gathered.faults += 1;
  if (ring === 'enforced' && run.status !== 'blocked' && run.fault.code !== 'no_power') gathered.opened += 1;
}

const SUSPENDED = /^break-glass ([0-9a-f]{1,64}):/;

const reportOf = ({ key, ms, blocks, faults, opened }: Gathered): PolicyReport => ({
  ...key,
  runs: ms.length,
  blocks,
  faults,
  opened,
  ms: countDurations(ms),
});
