import { constants } from 'node:os';
import type { CommandRequest, HandedOver } from '../../model/index.ts';
import type { Exit, Run } from './run.ts';
import { DescriptorStream } from './stream.ts';
import { monotonicMs } from '../../text/clock.ts';

/** Takes over a hook that another process has started; `descriptors` are those that were inherited. */
export function adopt(request: CommandRequest, handed: HandedOver, descriptors: readonly number[]): Run {
  const [stdout, stderr, status] = descriptors.map((descriptor) => new DescriptorStream(descriptor));
  if (stdout === undefined || stderr === undefined || status === undefined)
    throw new TypeError('a pipe of the hook is missing');
  let known: Exit | null = null;
  const exit = new Promise<Exit>((resolve) => {
    status.onEnd(() => {
      known = exitOf(status.output.text());
      status.close();
      resolve(known);
    });
    status.watch();
  });
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
    streams: { stdout, stderr, close },
    exit,
    exitSoFar: () => known,
  };
}

/** A shell reports death by a signal as 128 plus its number; if there is no status, the shell itself was killed. */
function exitOf(status: string): Exit {
  const code = /^\d+$/.test(status.trim()) ? Number(status) : 128 + constants.signals.SIGKILL;
  const signal = Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return signal === undefined ? { how: 'exited', code } : { how: 'killed', signal };
}
