/** How much one machine may send, and how many requests are worked on at once. */
export interface Limits {
  /** Seconds to wait before the next try; null: the request may be carried out. */
  readonly enter: (
    machine: string,
  ) => { readonly leave: () => void } | { readonly retryAfterSeconds: number; readonly status: 429 | 503 };
  /** By how much machines should come more rarely, so that none has to be turned away: 1 while none is. */
  readonly stretch: () => number;
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
  const crowd = createCrowd(now);
  let busy = 0;
  return {
    stretch: crowd.stretch,
    enter: (machine) => {
      if (busy >= atOnce) return { status: 503, retryAfterSeconds: crowd.turnedAway() };
      const bucket = buckets.get(machine) ?? { tokens: burst, at: now() };
      bucket.tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * perSecond);
      bucket.at = now();
      if (buckets.size > FORGET_AT) buckets.clear();
      buckets.set(machine, bucket);
      if (bucket.tokens < 1) return { status: 429, retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perSecond) };
      bucket.tokens -= 1;
      busy += 1;
      return {
        leave: () => {
          busy -= 1;
          crowd.done();
        },
      };
    },
  };
}

/** How long those who are turned away should stay away, by how many are and how many requests get done. */
interface Crowd {
  readonly done: () => void;
  readonly turnedAway: () => number;
  readonly stretch: () => number;
}

const COUNTED_MS = 10_000;
const LONGEST_SECONDS = 60;
const MOST_STRETCH = 10;

/** After an outage all machines come at once: to ask each of them back in a second would keep them all coming. */
function createCrowd(now: () => number): Crowd {
  let [since, done, away] = [now(), 0, 0];
  let before = { done: 0, away: 0 };
  const look = (): void => {
    const passed = now() - since;
    if (passed < COUNTED_MS) return;
    before = passed < 2 * COUNTED_MS ? { done, away } : { done: 0, away: 0 };
    [since, done, away] = [now(), 0, 0];
  };
  return {
    stretch: () => {
      look();
      const served = Math.max(1, before.done + done);
      return Math.min(MOST_STRETCH, (served + before.away + away) / served);
    },
    done: () => {
      look();
      done += 1;
    },
    turnedAway: () => {
      look();
      away += 1;
      const aSecond = (before.done + done) / ((COUNTED_MS + now() - since) / 1000);
      const waiting = before.away + away;
      return Math.max(1, Math.min(LONGEST_SECONDS, Math.ceil(waiting / Math.max(1, aSecond))));
    },
  };
}
