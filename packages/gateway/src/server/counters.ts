/** Counts since the gateway was started, for `/metrics`. */
export interface Counters {
  readonly add: (name: CounterName, count?: number) => void;
  readonly text: () => string;
}

const COUNTERS = {
  appends: 'Chunks that were committed.',
  lines: 'Lines that were committed.',
  bytes: 'Bytes of committed chunks as they were sent.',
  elsewhere: 'Appends that did not follow the end of their stream (409).',
  findings: 'Lines with which something is wrong.',
  refused: 'Requests that were refused: not signed, not allowed, or not understood.',
  limited: 'Requests that were asked to come later (429, 503).',
  failed: 'Requests that failed because the database was away, or by an error of the gateway.',
  questions: 'Questions of people and programs.',
  exceptions: 'Exceptions from the policy that came into force on machines (break-glass).',
  decided: 'Central decisions.',
  repeated: 'Central decisions that were asked for again, and given as before.',
  undecided: 'Questions of machines that got no central decision.',
  failed_open: 'Runs of policy hooks without an answer after which the action went on; /v1/fail-open says which.',
  waited: 'Looks for a newer policy that were let wait for one.',
  tapped: 'Decisions that the tap has sent on.',
  untapped: 'Decisions that the tap has dropped: they are in the record, and nowhere else.',
} as const;

type CounterName = keyof typeof COUNTERS;

export function createCounters(): Counters {
  const counts = new Map<CounterName, number>();
  return {
    add: (name, count = 1) => void counts.set(name, (counts.get(name) ?? 0) + count),
    text: () =>
      Object.entries(COUNTERS)
        .map(([name, about]) => {
          const full = `hookline_gateway_${name}_total`;
          return `# HELP ${full} ${about}\n# TYPE ${full} counter\n${full} ${counts.get(name as CounterName) ?? 0}\n`;
        })
        .join(''),
  };
}
