import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '@hookline/core';
import type { Client, Play, Run } from './client.ts';
import { compare, type Comparison } from './fits.ts';
import { makePlace, type Place } from './place.ts';
import { runClient } from './run-client.ts';
import { asText, isObject } from './values.ts';

/** A conformance case, as far as it is used here; test/conformance/README.md explains the keys. */
export interface Case {
  readonly id: string;
  readonly says: string;
  readonly files?: Readonly<Record<string, unknown>>;
  readonly modes?: Readonly<Record<string, string>>;
  readonly event?: JsonObject;
  readonly env?: Readonly<Record<string, string | null>>;
  readonly args?: readonly string[];
  readonly steps?: unknown;
  readonly command?: unknown;
  readonly expect?: Readonly<Record<string, unknown>>;
  readonly expectFiles?: Readonly<Record<string, unknown>>;
  readonly settleMs?: number;
  readonly trust?: boolean;
}

export interface Verdict {
  readonly id: string;
  readonly says: string;
  readonly verdict: 'agrees' | 'differs' | 'not provoked';
  /** Why it was not provoked, or why we differ on purpose. */
  readonly why?: string;
  /** Each difference. */
  readonly problems: readonly string[];
  /** Keys of the outcome about which the program shows nothing. */
  readonly unseen: readonly string[];
}

/** The program and a memory of runs without hooks. */
export interface Rig {
  readonly client: Client;
  /** The words with which the program is started. */
  readonly program: readonly string[];
  readonly controls: Map<string, Promise<Run>>;
}

/** Puts the hooks of a case into the program's own files, makes the event happen, and compares what it did. */
export async function runCase(rig: Rig, item: Case): Promise<Verdict> {
  const place = makePlace();
  try {
    const play = playOf(rig.client, item, place);
    if (typeof play === 'string') return notProvoked(item, play);
    return await verdictOf(rig, item, { place, play });
  } finally {
    place.remove();
  }
}

/** Never counted as agreeing. */
export const notProvoked = ({ id, says }: Pick<Case, 'id' | 'says'>, why: string): Verdict => ({
  id,
  says,
  verdict: 'not provoked',
  why,
  problems: [],
  unseen: [],
});

/** The variable that gives our command a model for hooks that ask one. */
const MODEL_COMMAND = 'HOOKLINE_MODEL_COMMAND';

/** Lets a run of ours end only when the hooks have ended for which the event does not wait. */
const WAIT = '--wait';
const SETTLED_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 50;

/** Programs end before such hooks do: waits for what they leave behind. */
async function settled(place: Place, expected: Readonly<Record<string, unknown>>): Promise<void> {
  const awaited = Object.entries(expected).filter(([, wanted]) => wanted !== null);
  const isThere = ([name]: readonly [string, unknown]): boolean => existsSync(join(place.root, name));
  for (let waited = 0; waited < SETTLED_WITHIN_MS && !awaited.every(isThere); waited += LOOK_EVERY_MS)
    await wait(LOOK_EVERY_MS);
  await wait(LOOK_EVERY_MS);
}

function playOf(client: Client, item: Case, place: Place): Play | string {
  if (item.steps !== undefined) return 'the case has several steps';
  if (item.event === undefined || item.command !== undefined) return 'the case fires no event';
  const play = client.provoke(place.fill(item.event));
  if (typeof play === 'string') return play;
  if (client.endsHooks !== undefined && item.args?.includes(WAIT) === true) return client.endsHooks;
  const args = place.fill(item.args ?? []).filter((word) => word !== WAIT);
  const plugins = args.filter((_, index) => args[index - 1] === '--plugin');
  if (args.length > 2 * plugins.length || (plugins.length > 0 && client.takesPlugins !== true))
    return `no way to pass on ${args.join(' ').replaceAll(`${place.root}/`, '')} is known`;
  const judge = item.env?.[MODEL_COMMAND];
  const judgement = typeof judge === 'string' ? spawnSync('sh', ['-c', judge], { encoding: 'utf8' }).stdout : undefined;
  const seen = looksAtInput(item) ? (client.observed?.(play) ?? play) : play;
  const { cwd } = place.fill(item.event);
  return {
    ...seen,
    plugins,
    ...(typeof cwd === 'string' ? { cwd: relative(place.root, cwd) } : {}),
    ...(judgement === undefined ? {} : { judgement }),
    ...(item.trust === false ? { isTrusted: false } : {}),
  };
}

/** Cases that rewrite the input need a hook of ours that looks at what the tool got. */
const looksAtInput = ({ expect = {} }: Case): boolean => JSON.stringify(expect).includes('"updatedInput":{');

async function verdictOf(
  rig: Rig,
  item: Case,
  { place, play }: { readonly place: Place; readonly play: Play },
): Promise<Verdict> {
  const { id, says, event = {}, expect = {}, expectFiles = {} } = item;
  const run = await runWith(rig, item, { place, play });
  if (play.witness !== undefined && !existsSync(join(place.root, play.witness)))
    return notProvoked(item, 'the event did not happen');
  if (item.settleMs !== undefined) await wait(item.settleMs);
  if (item.args?.includes(WAIT) === true) await settled(place, expectFiles);
  const files = Object.entries(expectFiles).map(([name, wanted]) =>
    compareFile(place, name, withoutSession(place.fill(wanted))),
  );
  const looks = rig.client.neverPermits !== true && isPermitting(item);
  const unpermitted = looks ? await withoutPermission(rig, item, play) : undefined;
  const toolUse = join(place.root, 'tool-use.json');
  const seen = rig.client.read({
    event,
    run,
    control: await controlOf(rig, play),
    labels: labelsIn(place.fill(item.files ?? {})),
    ...(unpermitted === undefined ? {} : { unpermitted }),
    ...(existsSync(toolUse) ? { toolInput: readJson(toolUse)['tool_input'] as JsonObject } : {}),
  });
  const all = [compare(place.fill(expect), seen), ...files];
  const problems = all.flatMap((each) => each.problems);
  const unseen = all.flatMap((each) => each.unseen);
  if (all.every(({ compared }) => compared === 0)) return notProvoked(item, 'the program shows nothing of it');
  const why = rig.client.decided[id];
  return {
    id,
    says,
    verdict: problems.length === 0 ? 'agrees' : 'differs',
    problems,
    unseen,
    ...(why === undefined ? {} : { why }),
  };
}

async function runWith(
  rig: Rig,
  item: Pick<Case, 'files' | 'modes' | 'env'>,
  { place, play }: { readonly place: Place; readonly play: Play },
): Promise<Run> {
  place.lay(item.files ?? {});
  for (const [name, mode] of Object.entries(item.modes ?? {}))
    chmodSync(join(place.root, name), Number.parseInt(mode, 8));
  const env = Object.entries(place.fill(item.env ?? {})).filter(([name]) => name !== MODEL_COMMAND);
  const set = env.filter((each): each is [string, string] => each[1] !== null);
  return runClient(rig, place, play, Object.fromEntries(set));
}

/** Only a tool that needs permission shows whether a hook gave it. */
const isPermitting = ({ event, expect }: Case): boolean =>
  event?.['hook_event_name'] === 'PreToolUse' && ['none', 'allow'].includes(asText(expect?.['decision']));

async function withoutPermission(rig: Rig, item: Case, permitted: Play): Promise<{ run: Run; control: Run }> {
  const play = { ...permitted, isPermitted: false };
  const place = makePlace();
  try {
    return { run: await runWith(rig, item, { place, play }), control: await controlOf(rig, play) };
  } finally {
    place.remove();
  }
}

/** The same play without hooks; run once for all cases that share it. */
export function controlOf(rig: Rig, play: Play): Promise<Run> {
  const { with: { settings: _, ...how } = {}, plugins: __, witness: ___, ...rest } = play;
  const key = JSON.stringify([rest, how]).replaceAll(/hookline-client-\w+/g, '');
  const known = rig.controls.get(key) ?? runAlone(rig, { ...rest, with: how });
  rig.controls.set(key, known);
  return known;
}

async function runAlone(rig: Rig, play: Play): Promise<Run> {
  const place = makePlace();
  try {
    return await runClient(rig, place, play);
  } finally {
    place.remove();
  }
}

/** The words by which messages of the program name a hook. */
function labelsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(labelsIn);
  if (!isObject(value)) return [];
  const own = ['command', 'url', 'prompt'].map((key) => value[key]).filter((each) => typeof each === 'string');
  return [...own, ...Object.values(value).flatMap(labelsIn)];
}

function compareFile(place: Place, name: string, wanted: unknown): Comparison {
  const path = join(place.root, name);
  if (!existsSync(path)) return compare(wanted === null ? null : wanted, null, name);
  if (wanted === null) return compare(null, readFileSync(path, 'utf8'), name);
  const isText = typeof wanted === 'string' || (isObject(wanted) && ('$match' in wanted || '$not' in wanted));
  return compare(wanted, isText ? readFileSync(path, 'utf8') : readJson(path), name);
}

/** A program has its own names of sessions. */
function withoutSession(wanted: unknown): unknown {
  if (!isObject(wanted)) return wanted;
  const { session_id: _, sessionId: __, ...rest } = wanted;
  return rest;
}

const readJson = (path: string): JsonObject => JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
