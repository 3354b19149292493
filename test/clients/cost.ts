import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
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
  /** The version of the program that was measured. */
  readonly version: string;
  readonly ms: number;
  /** The entry `sh -c :` in the same runs of the program. */
  readonly shellMs: number;
  readonly ratio: number;
  /** An entry of the same way that nothing of ours answers, in runs between ours; absent where the program reports no times. */
  readonly floorMs?: number;
  /** How many processes wanted to run on the machine meanwhile, by the average of a minute. */
  readonly load: number;
}

/** With the first ones fewer than thirty: some programs then ask the model whether it goes in circles. */
const CALLS = 24;
const ROUNDS = 3;
/** The first calls start servers and shells. */
const WARM_UP = 3;

/** What one event costs in a run: ours, and `sh -c :`. */
interface Measured {
  readonly own: readonly number[];
  readonly shell: readonly number[];
  readonly floor?: readonly number[];
}

/** Our entry by each way and `sh -c :`, round by round, so that all meet the same machine. */
export async function measureCost(
  rig: Rig,
  installed: Installed,
  isChosen: (way: Way) => boolean = () => true,
): Promise<readonly Cost[]> {
  const { cost } = rig.client.connection;
  if (cost.by === 'calls') await checkEntry(rig, cost.entry);
  const ways = WAYS.filter(isChosen).map((way) => ({ way, rounds: [] as Measured[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const measure = await measureOfRound(rig, installed);
    for (const { way, rounds } of ways) {
      const measured = await measure(way);
      if (measured !== null) rounds.push(measured);
    }
  }
  const load = rounded(loadavg()[0] ?? 0);
  return ways.flatMap(({ way, rounds }) =>
    rounds.length === 0 ? [] : [{ ...costOf(way, rounds), version: rig.client.version, load }],
  );
}

/** No shell starts and ends sooner: the lines about it were read late, and both at once. */
const LEAST_MS = 0.5;

/** Throws where the machine was so busy that an entry seems to take no time: then nothing has been measured. */
export function costOf(way: Way, rounds: readonly Measured[]): Omit<Cost, 'load' | 'version'> {
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

/** Gives null for a way instead of which `connect` gives another. */
type Measure = (way: Way) => Promise<Measured | null>;

/** Where the program prints nothing about hooks, runs without any and with `sh -c :` go before those of all ways. */
async function measureOfRound(rig: Rig, installed: Installed): Promise<Measure> {
  const { cost } = rig.client.connection;
  if (cost.by === 'lines') return (way) => measuredByLines(rig, installed, way, cost.beside);
  const bare = median(await plainRun(rig, {}));
  const shell = (await plainRun(rig, cost.entry(':'))).map((ms) => ms - bare);
  return async (way) => {
    const own = await connectedRun(rig, installed, way, { play: dated(rig), read: waits });
    return own === null ? null : { own: own.map((ms) => ms - bare), shell };
  };
}

async function measuredByLines(
  rig: Rig,
  installed: Installed,
  way: Way,
  beside: (play: Play, floor: FloorEntry | null) => Play,
): Promise<Measured | null> {
  const run = await connectedRun(rig, installed, way, { play: beside(playOf(rig), null), read: (each) => each });
  if (run === null) return null;
  const floor = await floorRun(rig, way, beside);
  return {
    own: durations(run, 'PreToolUse'),
    shell: [run, floor].flatMap((each) => durations(each, 'PostToolUse')),
    floor: durations(floor, 'PreToolUse'),
  };
}

function playOf({ client }: Rig, command = 'true'): Play {
  // Each differs from the others: some programs stop a model that repeats a call.
  const calls = Array.from({ length: CALLS + WARM_UP }, (_, number) =>
    client.connection.shell(`${command} # ${number + 1}`),
  );
  return { prompt: 'Do it', calls, isPermitted: true };
}

/** Where each call writes down when it begins, in the project; and each entry, where that is asked for. */
const BEGUN = 'begun.txt';
const ENTERED = 'entered.txt';

const dated = (rig: Rig): Play => playOf(rig, `date +%s%N >> ${BEGUN}`);

/** A run of the connected program, and what is read from its place; null where `connect` gives another way. */
async function connectedRun<T>(
  rig: Rig,
  installed: Installed,
  way: Way,
  { play, read }: { readonly play: Play; readonly read: (run: Run) => T },
): Promise<T | null> {
  const { names } = rig.client.connection;
  const place = makePlace();
  try {
    place.lay(inlineHook('exit 0').files);
    await connect(rig, { installed, place }, way, [names.SessionStart, names.PreToolUse]);
    if (wayIn(rig.client, place) !== way) return null;
    return read(await runClient(rig, place, play, environment(installed)));
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

/** How long calls take to begin without hookline, with these files. */
async function plainRun(rig: Rig, files: Readonly<Record<string, unknown>>): Promise<readonly number[]> {
  const place = makePlace();
  try {
    place.lay(files);
    return waits(await runClient(rig, place, dated(rig)));
  } finally {
    place.remove();
  }
}

/** Throws where the entry `sh -c :` would be measured although the program does not run it. */
async function checkEntry(rig: Rig, entry: (line: string) => Readonly<Record<string, unknown>>): Promise<void> {
  const place = makePlace();
  try {
    place.lay(entry(`echo >> '{{root}}/${ENTERED}'`));
    await runClient(rig, place, playOf(rig));
    const entered = linesOf(join(place.root, ENTERED)).length;
    if (entered !== CALLS + WARM_UP) throw new Error(`the plain entry ran ${entered} times, not ${CALLS + WARM_UP}`);
  } finally {
    place.remove();
  }
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];

/** How long the calls of a run took to begin. */
const waits = ({ askedAt, root }: Run): readonly number[] =>
  timesToBegin(
    askedAt,
    linesOf(join(root, 'project', BEGUN)).map((nanoseconds) => Number(nanoseconds) / 1e6),
  );

/** From the request that the model answers with a call to the beginning of that call: the hooks before it, and what the program adds. */
export const timesToBegin = (askedAt: readonly number[], begunAt: readonly number[]): readonly number[] =>
  begunAt.slice(WARM_UP).flatMap((begun) => {
    const asked = askedAt.findLast((at) => at <= begun);
    return asked === undefined ? [] : [begun - asked];
  });

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
