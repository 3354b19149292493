import { type AnyEvent, createHooks, errorText, type Hooks, isJsonObject, keepWatchdog } from '@hookline/core/internal';
import { layToReplay } from './lay-to-replay.ts';

/** What the gateway tells the process in which it runs the hooks of a policy. */
export type ToWorker =
  | { readonly kind: 'policy'; readonly text: string; readonly blobs: Readonly<Record<string, string>> }
  | { readonly kind: 'event'; readonly n: number; readonly event: AnyEvent };

/** What that process says. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly policy: string; readonly version: number; readonly names: readonly string[] }
  | { readonly kind: 'ran'; readonly n: number; readonly hooks: readonly ReplayedRun[] }
  | { readonly kind: 'failed'; readonly why: string };

/** How a hook ran. */
export interface ReplayedRun {
  readonly name: string;
  readonly isFault: boolean;
  /** What it would have decided; null: nothing. */
  readonly would: 'none' | 'allow' | 'ask' | 'block' | null;
  readonly reason: string | null;
}

const MOST_REASON = 400;

/** Runs in a process of its own, in an empty folder: the hooks of a policy that perhaps no one has signed yet. Ends with the gateway. */
export function runReplayWorker(): void {
  const send = (message: FromWorker): void => void process.send?.(message);
  const fail = (error: unknown): void => send({ kind: 'failed', why: errorText(error) });
  const letGo = keepWatchdog();
  let opened: Promise<Hooks> | null = null;
  process.on('message', (message: unknown) => {
    const told = toldIn(message);
    if (told?.kind === 'policy') {
      opened = open(told, send);
      opened.catch(fail);
    } else if (told?.kind === 'event' && opened !== null)
      opened
        .then(async (hooks) => send({ kind: 'ran', n: told.n, hooks: await runsOf(hooks, told.event) }))
        .catch(fail);
  });
  process.once('disconnect', () => {
    letGo();
    const end = (): never => process.exit(0);
    if (opened === null) end();
    else void opened.then((hooks) => hooks.close()).then(end, end);
  });
}

const toldIn = (message: unknown): ToWorker | null =>
  isJsonObject(message) && (message['kind'] === 'policy' || message['kind'] === 'event')
    ? (message as unknown as ToWorker)
    : null;

async function open(
  { text, blobs }: Extract<ToWorker, { kind: 'policy' }>,
  send: (message: FromWorker) => void,
): Promise<Hooks> {
  const blobOf = (digest: string): Buffer => Buffer.from(blobs[digest] ?? '', 'base64');
  const { policy, options } = await layToReplay(process.cwd(), { text, blobOf });
  const hooks = await createHooks({ ...options, record: false, warm: false });
  send({ kind: 'ready', policy: policy.org, version: policy.version, names: policy.hooks.map(({ name }) => name) });
  return hooks;
}

async function runsOf(hooks: Hooks, event: AnyEvent): Promise<readonly ReplayedRun[]> {
  const outcome = await hooks.fire(event, { background: 'left-out' });
  return outcome.hooks
    .filter(({ scope, status }) => scope === 'managed' && status !== 'skipped')
    .map(({ name, fault, shadow }) => ({
      name: name ?? '',
      isFault: fault !== null,
      would: shadow?.decision ?? null,
      reason: shadow?.reason?.slice(0, MOST_REASON) ?? null,
    }));
}
