import { jsonLine, markOf, parseLine, type RecordedRun, type RecordEntry } from '@hookline/core/internal';
import { withheldLine } from './line-digest.ts';
import type { ShipLevel } from './messages.ts';
import { refusedKind } from './refused-note.ts';

/** A line as it leaves the machine at a level: its chain mark stays as it is, so that the chain can be followed. */
export function reduceLine(line: Buffer, level: ShipLevel): Buffer {
  if (level === 'full') return line;
  const entry = markOf(line) === null ? null : parseLine(line.toString());
  if (entry === null) return Buffer.from(withheldLine(line));
  const mark = line.subarray(line.lastIndexOf(CHAIN)).toString('latin1');
  const reduced = { ...reduceEntry(entry, level), reduced: level };
  const { chain: _mark, ...rest } = reduced as typeof reduced & { readonly chain?: unknown };
  return Buffer.from(`${jsonLine(rest).trimEnd().slice(0, -1)}${mark}`);
}

const CHAIN = ',"chain":{"seen":';

function reduceEntry(entry: RecordEntry, level: 'decisions' | 'metadata'): RecordEntry {
  switch (entry.kind) {
    case 'start':
      return { ...entry, ...reducedPlace(entry.project, level), event: reduceEvent(entry.event) };
    case 'end':
      return {
        ...entry,
        outcome: reduceOutcome(entry.outcome, level),
        hooks: entry.hooks.map((run) => reduceRun(run, level)),
      };
    case 'background':
      return { ...entry, hook: reduceRun(entry.hook, level) };
    case 'note':
      return {
        ...entry,
        // That the machine refused what the gateway gave it has no words of a person.
        text: level === 'metadata' ? (refusedKind(entry.text) ?? '') : entry.text,
        // Who suspends a guard is never kept from the company; the words for it are, where no words leave the machine.
        ...(entry.exception === undefined || level !== 'metadata'
          ? {}
          : { exception: { ...entry.exception, reason: '-' } }),
      };
  }
}

type Start = Extract<RecordEntry, { kind: 'start' }>;
type Outcome = Extract<RecordEntry, { kind: 'end' }>['outcome'];

const reducedPlace = (project: string, level: 'decisions' | 'metadata'): { readonly project: string } => ({
  project: level === 'metadata' ? '' : project,
});

/** The names in an event that say which decision it was; nothing that a person or a tool wrote. */
function reduceEvent(event: Start['event']): Start['event'] {
  const kept = KEPT.flatMap((key) => (typeof event[key] === 'string' ? [[key, event[key]] as const] : []));
  return { hook_event_name: event.hook_event_name, ...Object.fromEntries(kept) };
}

const KEPT = ['session_id', 'tool_name'] as const;

const textAt = (level: 'decisions' | 'metadata', text: string): string => (level === 'metadata' ? '' : text);

const reasonAt = (level: 'decisions' | 'metadata', reason: string | null): string | null =>
  level === 'metadata' ? null : reason;

function reduceOutcome(outcome: Outcome, level: 'decisions' | 'metadata'): Outcome {
  const { block, contexts } = outcome;
  return {
    ...outcome,
    reason: reasonAt(level, outcome.reason),
    block: block === null ? null : { ...block, reason: reasonAt(level, block.reason) },
    contexts: { count: contexts.count, texts: [] },
    messages: [],
    extra: {},
  };
}

function reduceRun(run: RecordedRun, level: 'decisions' | 'metadata'): RecordedRun {
  const { ending: _ending, shadow, ...rest } = run;
  return {
    ...rest,
    stdout: '',
    stderr: '',
    fault: run.fault === null ? null : { ...run.fault, message: textAt(level, run.fault.message) },
    notes: [],
    ...(shadow === undefined ? {} : { shadow: { ...shadow, reason: reasonAt(level, shadow.reason) } }),
  };
}
