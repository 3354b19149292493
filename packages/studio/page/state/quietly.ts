/** Starts work whose failures are shown by the state that it leaves. */
export function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
