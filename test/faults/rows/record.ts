import { factsOf, sentenceOf } from '../expectation.ts';
import type { MatrixRow } from '../matrix.ts';
import type { Spot } from '../row.ts';
import { THE_REASON } from '../row.ts';

const SECTION = 'Configuration, trust, record';

const decided = (spot: Spot): string => sentenceOf(factsOf({ is: 'refusal', reason: THE_REASON }, spot));

const row = (id: string, fault: string, promise: string): MatrixRow => ({
  id,
  section: SECTION,
  fault,
  words: (spot) => `${decided(spot)}; ${promise}`,
  quickShare: 5,
});

export const TWO_WRITERS = row(
  'record-two-writers',
  'two processes write the record at once',
  'every decision of both is in the record',
);
export const KILLED_WRITER = row(
  'record-writer-killed',
  'a process gets SIGKILL while it writes the record',
  'every decision that was told is in the record, which goes on',
);
export const FULL_DISK = row(
  'record-disk-full',
  'there is no room for the record',
  'what was recorded before can be read',
);
export const TORN_TAIL = row(
  'record-torn-tail',
  'the record ends in half a line',
  'it is recorded behind it, and half a line is told',
);

/** Trust is a matter of projects, not of events. */
const ofProjects = (id: string, fault: string, promise: string): MatrixRow => ({
  id,
  section: SECTION,
  fault,
  words: () => promise,
  gap: ({ scope }) => (scope === 'user' ? 'the user’s own hooks need no trust' : null),
  stages: ({ stages }) => stages.slice(0, 1),
  quickShare: 5,
});

export const TRUST_TWO_WRITERS = ofProjects(
  'trust-two-writers',
  'eight processes trust a project each at once',
  'all eight are trusted',
);
export const TRUST_WRITER_KILLED = ofProjects(
  'trust-writer-killed',
  'a process gets SIGKILL while it trusts projects',
  'every project that was told to be trusted is',
);
export const TRUST_DISK_FULL = ofProjects(
  'trust-disk-full',
  'there is no room for trust',
  'the command fails and says why; trust that was given before stays',
);

export const RECORD_ROWS: readonly MatrixRow[] = [
  TWO_WRITERS,
  KILLED_WRITER,
  FULL_DISK,
  TORN_TAIL,
  TRUST_TWO_WRITERS,
  TRUST_WRITER_KILLED,
  TRUST_DISK_FULL,
];
