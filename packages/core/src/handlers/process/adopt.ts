import { constants } from 'node:os';
import type { CommandRequest, HandedOver } from '../../model/index.ts';
import { statOf } from '../../process/proc.ts';
import { isRunning } from '../../process/signal.ts';
import type { Exit, Run } from './run.ts';
import { DescriptorStream } from './stream.ts';
import { monotonicMs } from '../../text/clock.ts';

/** Takes over a hook that another process has started; `descriptors` are those that were inherited. */
export function adopt(request: CommandRequest, handed: HandedOver, descriptors: readonly number[]): Run {
  const [stdout, stderr, status] = descriptors.map((descriptor) => new DescriptorStream(descriptor));
  if (stdout === undefined || stderr === undefined) throw new TypeError('a pipe of the hook is missing');
  const { printed } = handed;
  if (printed !== undefined) {
    stdout.output.push(Buffer.from(printed.stdout), false);
    stderr.output.push(Buffer.from(printed.stderr), false);
  }
  let known: Exit | null = null;
  const exit = (status === undefined ? whenGone(handed.pid) : statusOf(status)).then((end) => (known = end));
  const close = (letsChildrenWrite: boolean): void => {
    for (const stream of [stdout, stderr])
      if (letsChildrenWrite) stream.letGo();
      else stream.close();
  };
  return {
    pid: handed.pid,
    runId: request.runId,
    env: request.env,
    isBackground: true,
    startedAt: monotonicMs() - (Date.now() - handed.startedAt),
    streams: { stdout, stderr, close, passOn: () => descriptors.slice(0, 2) },
    exit,
    exitSoFar: () => known,
  };
}

/** What the process that waits for the hook writes at its end. */
function statusOf(status: DescriptorStream): Promise<Exit> {
  return new Promise<Exit>((resolve) => {
    status.onEnd(() => {
      const exit = exitOf(status.output.text());
      status.close();
      resolve(exit);
    });
    status.watch();
  });
}

/** Only a parent is told how a process ends; any other can see no more than that it is gone. */
function whenGone(pid: number): Promise<Exit> {
  const { startTick } = statOf(pid) ?? { startTick: Number.NaN };
  return new Promise((resolve) => {
    const look = (): void => {
      const stat = statOf(pid);
      // A zombie has ended, and a process with the number of one that is gone began at another time.
      const isOther = stat !== null && (stat.state === 'Z' || stat.startTick !== startTick);
      if (isRunning(pid) && !isOther) setTimeout(look, LOOK_MS);
      else resolve({ how: 'ended-unseen' });
    };
    look();
  });
}

const LOOK_MS = 100;

/** A shell reports death by a signal as 128 plus its number; if there is no status, the shell itself was killed. */
function exitOf(status: string): Exit {
  const code = /^\d+$/.test(status.trim()) ? Number(status) : 128 + constants.signals.SIGKILL;
  const signal = Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return signal === undefined ? { how: 'exited', code } : { how: 'killed', signal };
}
