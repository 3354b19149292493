import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import { useLauncher } from '../../packages/core/src/handlers/warm/launcher.ts';
import type { Launcher } from '../../packages/core/src/handlers/process/start.ts';
import type { CommandRequest, Report } from '../../packages/core/src/model/index.ts';

/** Who has started a hook. */
export type Way = 'shell' | 'helper' | 'host';

export interface Launched {
  readonly way: Way;
  readonly report: Report;
}

/** Runs hooks as a host does that has been alive for a while, and tells who started them. */
export interface Launching {
  readonly launch: (request: CommandRequest, signal?: AbortSignal) => Promise<Launched>;
  /** Until a shell takes the request, or it is clear that none will. */
  readonly launchWarm: (request: () => CommandRequest) => Promise<Launched>;
  readonly close: () => Promise<void>;
}

const PATIENCE_MS = 10_000;
const PAUSE_MS = 30;

export function openLaunching(): Launching {
  const { launcher, leave } = useLauncher();
  const launch = async (request: CommandRequest, signal?: AbortSignal): Promise<Launched> => {
    let way: Way = 'host';
    const told: Launcher = {
      enter: () => launcher.enter(),
      release: () => launcher.release(),
      start: async (file, asked) => {
        const run = await launcher.start(file, asked);
        way = run === null ? 'host' : run.shellTag === undefined ? 'helper' : 'shell';
        return run;
      },
    };
    const report = await runCommand(request, signal, told);
    return { way, report };
  };
  const launchWarm = async (request: () => CommandRequest): Promise<Launched> => {
    const endsAt = performance.now() + PATIENCE_MS;
    for (let launched = await launch(request()); ; launched = await launch(request())) {
      if (launched.way === 'shell' || performance.now() > endsAt) return launched;
      await wait(PAUSE_MS);
    }
  };
  return { launch, launchWarm, close: leave };
}
