/** How much one machine may send, and how many requests are worked on at once. */
export interface Limits {
  /** Seconds to wait before the next try; null: the request may be carried out. */
  readonly enter: (
    machine: string,
  ) => { readonly leave: () => void } | { readonly retryAfterSeconds: number; readonly status: 429 | 503 };
}

export interface LimitOptions {
  /** Requests of one machine a second, on average. */
  readonly perSecond?: number;
  readonly burst?: number;
  /** Requests of all machines that are worked on at once. */
  readonly atOnce?: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const FORGET_AT = 100_000;

/** A clock that is set back must not make machines wait. */
const monotonic = (): number => performance.now();

export function createLimits({ perSecond = 50, burst = 200, atOnce = 64 }: LimitOptions = {}, now = monotonic): Limits {
  const buckets = new Map<string, Bucket>();
  let busy = 0;
  return {
    enter: (machine) => {
      if (busy >= atOnce) return { status: 503, retryAfterSeconds: 1 };
      const bucket = buckets.get(machine) ?? { tokens: burst, at: now() };
      bucket.tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * perSecond);
      bucket.at = now();
      if (buckets.size > FORGET_AT) buckets.clear();
      buckets.set(machine, bucket);
      if (bucket.tokens < 1) return { status: 429, retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perSecond) };
      bucket.tokens -= 1;
      busy += 1;
      return { leave: () => void (busy -= 1) };
    },
  };
}
