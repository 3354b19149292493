// Kept in a constant, since looking it up takes as long as calling it.
const { hrtime } = process;

/** Milliseconds on the monotonic clock; unlike the global `performance` it costs nothing at start-up. */
export function monotonicMs(): number {
  const time = hrtime(); // indexing is faster than destructuring
  return time[0] * 1000 + time[1] / 1e6;
}
