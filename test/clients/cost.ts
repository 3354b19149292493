import { loadavg } from 'node:os';
import type { Rig } from './cases.ts';
import type { Play, Run } from './client.ts';
import { connect, endAllOf, environment, type Installed, wayIn } from './connected.ts';
import { type FloorEntry, withFloor } from './floors.ts';
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
  /** An entry of the same way that nothing of ours answers, in runs between ours; absent where the program reports no times. */
  readonly floorMs?: number;
  /** How many processes wanted to run on the machine meanwhile, by the average of a minute. */
  readonly load: number;
}

const CALLS = 20;
const ROUNDS = 3;
/** The first calls start servers and shells. */
const WARM_UP = 3;

/** What one event costs in a run: ours, and `sh -c :`. */
interface Measured {
  readonly own: readonly number[];
  readonly shell: readonly number[];
  readonly floor?: readonly number[];
}

/** Our entry and `sh -c :`, round by round, so that both meet the same machine. */
export async function measureCost(
  rig: Rig,
  installed: Installed,
  isChosen: (way: Way) => boolean = () => true,
): Promise<readonly Cost[]> {
  const found: Cost[] = [];
  for (const way of WAYS.filter(isChosen)) {
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const measured = await measuredRound(rig, installed, way);
      if (measured !== null) rounds.push(measured);
    }
    if (rounds.length > 0) found.push({ ...costOf(way, rounds), load: rounded(loadavg()[0] ?? 0) });
  }
  return found;
}

/** No shell starts and ends sooner: the lines about it were read late, and both at once. */
const LEAST_MS = 0.5;

/** Throws where the machine was so busy that an entry seems to take no time: then nothing has been measured. */
export function costOf(way: Way, rounds: readonly Measured[]): Omit<Cost, 'load'> {
  const ms = median(rounds.flatMap(({ own }) => own));
  const shellMs = median(rounds.flatMap(({ shell }) => shell));
  if (ms < LEAST_MS || shellMs < LEAST_MS)
    throw new Error(`the machine is too busy to measure: by ${way} ${rounded(ms)} ms, sh -c : ${rounded(shellMs)} ms`);
  const floor = rounds.flatMap((round) => round.floor ?? []);
  return {
    way,
    ms: rounded(ms),
    shellMs: rounded(shellMs),
    ratio: rounded(ms / shellMs),
    ...(floor.length === 0 ? {} : { floorMs: rounded(median(floor)) }),
  };
}

/** Null: `connect` gives another way instead. */
async function measuredRound(rig: Rig, installed: Installed, way: Way): Promise<Measured | null> {
  const { cost } = rig.client.connection;
  if (cost.by === 'lines') {
    const run = await connectedRun(rig, installed, way, (play) => cost.beside(play, null));
    if (run === null) return null;
    const floor = await floorRun(rig, way, cost.beside);
    return {
      own: durations(run, 'PreToolUse'),
      shell: [run, floor].flatMap((each) => durations(each, 'PostToolUse')),
      floor: durations(floor, 'PreToolUse'),
    };
  }
  const own = await connectedRun(rig, installed, way, (play) => play);
  if (own === null) return null;
  const bare = median(callTimes(await plainRun(rig, {})));
  const shell = callTimes(await plainRun(rig, cost.empty));
  return { own: callTimes(own).map((ms) => ms - bare), shell: shell.map((ms) => ms - bare) };
}

function playOf({ client }: Rig): Play {
  const call = client.connection.shell('true');
  const calls = Array.from({ length: CALLS + WARM_UP }, () => call);
  return { prompt: 'Do it', calls, isPermitted: true };
}

async function connectedRun(
  rig: Rig,
  installed: Installed,
  way: Way,
  change: (play: Play) => Play,
): Promise<Run | null> {
  const { names } = rig.client.connection;
  const place = makePlace();
  try {
    place.lay(inlineHook('exit 0').files);
    await connect(rig, { installed, place }, way, [names.SessionStart, names.PreToolUse]);
    if (wayIn(rig.client, place) !== way) return null;
    return await runClient(rig, place, change(playOf(rig)), environment(installed));
  } finally {
    endAllOf(place);
    place.remove();
  }
}

/** Without hookline, with an entry of the same way that does nothing. */
async function floorRun(rig: Rig, way: Way, beside: (play: Play, floor: FloorEntry) => Play): Promise<Run> {
  const place = makePlace();
  try {
    return await withFloor(way, place, (floor) => runClient(rig, place, beside(playOf(rig), floor)));
  } finally {
    place.remove();
  }
}

/** Without hookline, with these files. */
async function plainRun(rig: Rig, files: Readonly<Record<string, unknown>>): Promise<Run> {
  const place = makePlace();
  try {
    place.lay(files);
    return await runClient(rig, place, playOf(rig));
  } finally {
    place.remove();
  }
}

/** From one request of the model to the next: the hooks before a call, the call, and what the program adds. */
export const callTimes = ({ askedAt }: Pick<Run, 'askedAt'>): readonly number[] =>
  askedAt
    .slice(1)
    .map((at, index) => at - (askedAt[index] ?? 0))
    .slice(WARM_UP);

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
