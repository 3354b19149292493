import type { Rig } from './cases.ts';
import type { Play, Run } from './client.ts';
import { connect, endAllOf, environment, type Installed, wayIn } from './connected.ts';
import { makePlace } from './place.ts';
import { runClient } from './run-client.ts';
import { type Way, WAYS } from './scenarios.ts';
import { inlineHook } from './seeds.ts';

/** What one event costs by each way: milliseconds from the start of the entry to its answer, and over `sh -c :`. */
export interface Cost {
  readonly way: Way;
  readonly ms: number;
  /** The entry `sh -c :` in the same runs of the program. */
  readonly shellMs: number;
  readonly ratio: number;
}

const CALLS = 20;
const ROUNDS = 3;
/** The first calls start servers and shells. */
const WARM_UP = 3;

/** Our entry before each tool and `sh -c :` after it, in the same run, so that both meet the same machine. */
export async function measureCost(rig: Rig, installed: Installed): Promise<readonly Cost[]> {
  const found: Cost[] = [];
  for (const way of WAYS) {
    const runs: Run[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const run = await measuredRun(rig, installed, way);
      if (run !== null) runs.push(run);
    }
    if (runs.length === 0) continue;
    const ms = median(runs.flatMap((run) => durations(run, 'PreToolUse')));
    const shellMs = median(runs.flatMap((run) => durations(run, 'PostToolUse')));
    found.push({ way, ms: rounded(ms), shellMs: rounded(shellMs), ratio: rounded(ms / shellMs) });
  }
  return found;
}

/** Null: `connect` gives another way instead. */
async function measuredRun(rig: Rig, installed: Installed, way: Way): Promise<Run | null> {
  const place = makePlace();
  try {
    place.lay(inlineHook('exit 0').files);
    await connect(rig, { installed, place }, way, ['SessionStart', 'PreToolUse']);
    if (wayIn(place) !== way) return null;
    const empty = { hooks: { PostToolUse: [{ hooks: [{ type: 'command', command: ':' }] }] } };
    const call = { name: 'Bash', input: { command: 'true', description: 'd' } };
    const calls = Array.from({ length: CALLS + WARM_UP }, () => call);
    const play: Play = { prompt: 'Do it', calls, isPermitted: true, with: { settings: JSON.stringify(empty) } };
    return await runClient(rig, place, play, environment(installed));
  } finally {
    endAllOf(place);
    place.remove();
  }
}

/** How long each hook of an event took, as the lines of the program show it. */
export function durations({ lines, arrivals }: Run, event: string): readonly number[] {
  const about = lines
    .map((line, index) => ({ line, at: arrivals[index] ?? 0 }))
    .filter(({ line }) => line['hook_event'] === event);
  return about
    .filter(({ line }) => line['subtype'] === 'hook_started')
    .slice(WARM_UP)
    .flatMap(({ line: start, at }) => {
      const end = about.find(({ line }) => line['subtype'] === 'hook_response' && line['hook_id'] === start['hook_id']);
      return end === undefined ? [] : [end.at - at];
    });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
