import type { FollowedHooks } from '@hookline/core/internal';
import type { LendHooks, LentHooks } from '../call/lent-hooks.ts';

interface Kept extends FollowedHooks {
  readonly key: string;
  readonly unrecorded: readonly string[];
  users: number;
  idle: NodeJS.Timeout | undefined;
}

const IDLE_MS = 60_000;
const MOST_KEPT = 16;

/** The hooks of a server from one event to the next, used again only where opening them anew would give the same. */
export class KeptHooks {
  /** Those that were used last come last. */
  readonly #kept = new Map<string, Kept>();
  readonly #closing = new Set<Promise<void>>();

  readonly take: LendHooks = async (key, open) => {
    const known = this.#kept.get(key);
    if (known !== undefined && known.areCurrent()) return this.#lend(known);
    const unrecorded: string[] = [];
    const opened: Kept = { ...(await open(unrecorded)), key, unrecorded, users: 0, idle: undefined };
    this.#retire(this.#kept.get(key));
    this.#kept.set(key, opened);
    return this.#lend(opened);
  };

  /** Ends all of them, with their processes. */
  async close(): Promise<void> {
    for (const kept of this.#kept.values()) this.#retire(kept);
    await Promise.all(this.#closing);
  }

  #lend(kept: Kept): LentHooks {
    clearTimeout(kept.idle);
    kept.users += 1;
    this.#kept.delete(kept.key);
    this.#kept.set(kept.key, kept);
    const [oldest] = this.#kept.values();
    if (this.#kept.size > MOST_KEPT) this.#retire(oldest);
    const release = (): void => {
      kept.users -= 1;
      if (kept.users > 0) return;
      if (this.#kept.get(kept.key) !== kept) this.#end(kept);
      else kept.idle = setTimeout(() => this.#retire(kept), IDLE_MS).unref();
    };
    return { hooks: kept.hooks, unrecorded: kept.unrecorded, release };
  }

  /** It is lent no more; an event that has it keeps it to its end. */
  #retire(kept: Kept | undefined): void {
    if (kept === undefined) return;
    this.#kept.delete(kept.key);
    clearTimeout(kept.idle);
    if (kept.users === 0) this.#end(kept);
  }

  #end({ hooks }: Kept): void {
    const closing = hooks.close().finally(() => this.#closing.delete(closing));
    closing.catch(() => undefined); // what is gone already needs no close
    this.#closing.add(closing);
  }
}
