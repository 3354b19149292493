/** Milliseconds on the monotonic clock; unlike the global `performance` it costs nothing to have at hand at the start. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
