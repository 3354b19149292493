import { createHash } from 'node:crypto';
import { stat, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lets machines wait for the next time stamp of a policy. A hint only: whoever is not let wait looks again a minute later. */
export interface PolicyWait {
  /** Resolves when there is another one, the time is over, the machine has gone or asks again, or the gateway ends. */
  readonly forNews: (request: WaitRequest) => Promise<void>;
  readonly waiting: () => number;
  readonly close: () => void;
}

interface WaitRequest {
  readonly machine: string;
  /** Of the time stamp that the machine has. */
  readonly etag: string;
  readonly ms: number;
  readonly gone: AbortSignal;
}

export interface WaitOptions {
  /** So many machines may wait at once; the others are answered at once. */
  readonly most?: number;
  readonly lookEveryMs?: number;
  /** Many machines that wait are not released at once: each downloads what is new. */
  readonly releasedASecond?: number;
}

const PARTS = 10;

/** The truth is the file: whoever has written it, this process, another gateway or a person, with a database or without. */
export function createPolicyWait(
  file: string,
  { most = 10_000, lookEveryMs = 1_000, releasedASecond = 2_000 }: WaitOptions = {},
): PolicyWait {
  const machines: Machines = new Map();
  const etagNow = createChanges(file);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = async (): Promise<void> => {
    const etag = await etagNow();
    const behind = etag === null ? [] : [...machines.values()].filter((each) => each.etag !== etag);
    const atOnce = Math.ceil(releasedASecond / PARTS);
    for (let n = 0; n < behind.length && !isClosed; n += atOnce) {
      if (n > 0) await sleep(1_000 / PARTS);
      for (const { release } of behind.slice(n, n + atOnce)) release();
    }
    timer = machines.size > 0 && !isClosed ? nextLook() : undefined;
  };
  const nextLook = (): NodeJS.Timeout => setTimeout(() => void look(), lookEveryMs).unref();
  return {
    forNews: async (request) => {
      machines.get(request.machine)?.release();
      if (isClosed || machines.size >= most || request.gone.aborted) return;
      timer ??= nextLook();
      await untilReleased(machines, request);
    },
    waiting: () => machines.size,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      for (const { release } of machines.values()) release();
    },
  };
}

/** Those who wait, by machine. */
type Machines = Map<string, { readonly etag: string; readonly release: () => void }>;

const untilReleased = (machines: Machines, { machine, etag, ms, gone }: WaitRequest): Promise<void> =>
  new Promise((resolve) => {
    const release = (): void => {
      if (machines.get(machine)?.release === release) machines.delete(machine);
      clearTimeout(end);
      gone.removeEventListener('abort', release);
      resolve();
    };
    const end = setTimeout(release, ms).unref();
    gone.addEventListener('abort', release);
    machines.set(machine, { etag, release });
  });

/** Reads the file when it is another one than at the last look; null: it cannot be read now. */
function createChanges(file: string): () => Promise<string | null> {
  let known = { state: '', etag: '' };
  return async () => {
    try {
      const { ino, mtimeMs, size } = await stat(file);
      const state = `${ino} ${mtimeMs} ${size}`;
      if (state !== known.state) known = { state, etag: etagOf(await readFile(file)) };
      return known.etag;
    } catch {
      return null;
    }
  };
}

export const etagOf = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('hex')}"`;
