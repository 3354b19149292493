/** So many events are begun at once: what comes with them in the same breath waits for its turn of the event loop. */
const AT_ONCE = 32;

/**
 * Asked at the beginning of each event: null when it may begin at once, else what it has to wait for. A host that fires a
 * thousand events in one go would else find its event loop held up until all of them had been begun.
 */
export function createCrowd(): () => Promise<void> | null {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const letNextIn = (): void => {
    for (const next of waiting.splice(0, AT_ONCE)) next();
    if (waiting.length > 0) setImmediate(letNextIn);
    else begun = 0;
  };
  return () => {
    begun += 1;
    // Microtasks run as soon as the host pauses in its firing: then the count starts anew.
    if (begun === 1) queueMicrotask(() => (begun = waiting.length === 0 ? 0 : begun));
    if (begun <= AT_ONCE) return null;
    if (waiting.length === 0) setImmediate(letNextIn);
    return new Promise((resolve) => waiting.push(resolve));
  };
}
