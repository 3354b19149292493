import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@hookline/core';
import type { Rig, Verdict } from './cases.ts';
import { controlOf, notProvoked } from './cases.ts';
import type { Play, ToolCall } from './client.ts';
import { compare } from './fits.ts';
import { makePlace, type Place } from './place.ts';
import { runClient } from './run-client.ts';
import type { Mishap, Scenario, Way } from './scenarios.ts';
import { functionHook, type Moment, seedHook, type SeedHook } from './seeds.ts';
import { isObject } from './values.ts';

/** Our packages, as a user has them: the folder in which they are installed. */
export interface Installed {
  readonly folder: string;
}

const programIn = (folder: string): string => join(folder, 'node_modules/hookline/dist/hookline.js');

/** Whether the installed command can connect agents at all. */
export const canConnect = ({ folder }: Installed): boolean =>
  spawnSync(process.execPath, [programIn(folder), 'help', 'connect']).status === 0;

/** Connects the agent in a place of its own, lets the scenario happen, and compares what the agent did. */
export async function runScenario(rig: Rig, installed: Installed, scenario: Scenario): Promise<Verdict> {
  const { id, says } = scenario;
  const place = makePlace();
  try {
    const own = scenario.mishap === 'its files are gone' ? copyOf(installed, place) : installed;
    const hook = hookOf(scenario, own);
    if (typeof hook === 'string') return notProvoked(scenario, hook);
    place.lay(hook.files);
    if (scenario.mishap === 'the disk is full') mountState(place);
    await connect(rig, { installed: own, place }, scenario.way);
    const way = wayIn(place);
    if (scenario.way !== 'auto' && way !== scenario.way)
      return notProvoked(scenario, `connect gives the way ${way} instead`);
    const doctor = await befall(own, place, scenario);
    const play = place.fill(playOf(scenario, hook.at));
    const run = await runClient(rig, place, play, environment(own));
    if (HITTING.includes(scenario.mishap) && !existsSync(join(place.root, HIT)))
      return notProvoked(scenario, 'no process of ours was there to be hit');
    const event = { hook_event_name: hook.at, tool_input: call.input };
    const seen = rig.client.read({
      event,
      run,
      control: await controlOf(rig, { ...play, calls: play.calls.slice(-1) }),
      labels: [],
    });
    const found = [compare(scenario.expect, seen), ...compareRest(scenario, place, doctor)];
    const problems = found.flatMap((each) => each.problems).map((text) => text.replaceAll(place.root, ''));
    return {
      id,
      says,
      verdict: problems.length === 0 ? 'agrees' : 'differs',
      problems,
      unseen: found.flatMap((each) => each.unseen),
    };
  } finally {
    endAllOf(place);
    if (existsSync(stateOf(place))) spawnSync('umount', ['--lazy', stateOf(place)]);
    place.remove();
  }
}

/** By which way the entry before a tool reaches us. */
export function wayIn(place: Place): Way {
  const settings = JSON.parse(readFileSync(join(place.home, '.claude/settings.json'), 'utf8')) as Settings;
  const entry = settings.hooks['PreToolUse']?.flatMap(({ hooks }) => hooks)[0];
  if (entry?.type === 'http') return 'http';
  return entry?.args?.[0]?.endsWith('hookline.js') === true || entry?.command === 'hookline' ? 'command' : 'client';
}

interface Settings {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Entry[] }[]>>;
}

interface Entry {
  readonly type: string;
  readonly command?: string;
  readonly args?: readonly string[];
}

/** What the tool left behind, and what `doctor` said. */
function compareRest({ ran, doctor: wanted }: Scenario, place: Place, doctor: string | null) {
  const file = join(place.project, 'ran.txt');
  return [
    ...(ran === undefined
      ? []
      : [compare(ran, existsSync(file) ? readFileSync(file, 'utf8') : null, 'project/ran.txt')]),
    ...(wanted === undefined ? [] : [compare({ $match: wanted }, doctor, 'doctor')]),
  ];
}

const call = { name: 'Bash', input: { command: 'echo ok > ran.txt', description: 'says ok' } };

/** Kills the resident server; the hook refuses only other commands. */
const killingCall = (): ToolCall => ({
  name: 'Bash',
  input: { command: `${signalUs('KILL', '[h]ookline-installed-')} # stop the server`, description: 'stops it' },
});

function playOf({ mishap, isPermitted }: Scenario, at: Moment): Play {
  const isAboutTool = at === 'PreToolUse';
  const first = mishap === 'the server is killed between two calls' ? [killingCall()] : [];
  return { prompt: 'Do it', calls: isAboutTool ? [...first, call] : [], isPermitted };
}

/** These do nothing by themselves unless a process of ours is there. */
const HITTING: readonly (Mishap | undefined)[] = [
  'killed while it decides',
  'stopped while it decides',
  'the server is killed between two calls',
];

/** Where the processes are written down that a scenario has hit. */
const HIT = 'hit';

/** Lines of shell that send a signal to every process of ours: those that run the installed command. */
const signalUs = (signal: string, folder: string): string =>
  [
    'for p in /proc/[0-9]*; do',
    `if tr '\\0' ' ' < $p/cmdline 2>/dev/null | grep -q '${folder}'; then`,
    `echo $p >> '{{root}}/${HIT}'; kill -${signal} \${p#/proc/}; fi; done`,
  ].join(' ');

function hookOf({ hook, mishap }: Scenario, { folder }: Installed): SeedHook | string {
  if (hook === 'a function that refuses') return functionHook();
  // The name of the folder, cut so that the hook does not find itself by its own text.
  const name = `[${folder[1] ?? ''}]${folder.slice(2)}`;
  const act: Readonly<Partial<Record<Mishap, string>>> = {
    'killed while it decides': `${signalUs('KILL', name)}; sleep 1`,
    'stopped while it decides': `${signalUs('STOP', name)}; sleep 1`,
    'the server is killed between two calls': 'case "$input" in *"stop the server"*) exit 0 ;; esac',
  };
  return seedHook(hook.dialect, hook.does, mishap === undefined ? '' : act[mishap]);
}

export const environment = ({ folder }: Installed): Readonly<Record<string, string>> => ({
  PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
});

/** Runs our command as the user of the place. */
function hookline(
  installed: Installed,
  place: Place,
  words: readonly string[],
): Promise<{ status: number; text: string }> {
  const env = { LANG: 'C.UTF-8', TZ: 'UTC', HOME: place.home, ...environment(installed) };
  const options = { cwd: place.project, env, timeout: 120_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [programIn(installed.folder), ...words], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : 1, text: `${stdout}${stderr}` });
    });
  });
}

/** Connects the agent for the user of the place; `events`: only these. */
export async function connect(
  { client }: Rig,
  { installed, place }: { readonly installed: Installed; readonly place: Place },
  way: Way | 'auto',
  events: readonly string[] = [],
): Promise<void> {
  const chosen = events.flatMap((event) => ['--events', event]);
  const { status, text } = await hookline(installed, place, [
    'connect',
    client.id,
    '--via',
    way,
    ...chosen,
    '--yes',
    '--unattended',
  ]);
  if (status !== 0) throw new Error(`hookline connect ${client.id} failed:\n${text}`);
}

/** Does to the connection what the scenario says; gives what `doctor` says afterwards, where that is asked for. */
async function befall(installed: Installed, place: Place, scenario: Scenario): Promise<string | null> {
  const before: Readonly<Partial<Record<Mishap, () => void>>> = {
    'its files are gone': () => rmSync(dirname(programIn(installed.folder)), { recursive: true }),
    'the disk is full': () => fill(stateOf(place)),
    'a project repeats the entry with another word': () =>
      repeatEntries(place, (text) => text.replaceAll(WORD, (word) => GUESS.slice(0, word.length))),
    'a project repeats the entry as it is': () => repeatEntries(place, (text) => text),
    'a project switches all hooks off': () => place.lay({ 'project/.claude/settings.json': { disableAllHooks: true } }),
  };
  if (scenario.mishap !== undefined) before[scenario.mishap]?.();
  return scenario.doctor === undefined ? null : (await hookline(installed, place, ['doctor'])).text;
}

/** The unguessable part of an entry, and a guess. */
const WORD = /\b[0-9a-f]{32,64}\b/g;
const GUESS = '0123456789abcdef'.repeat(4);

/** The user's entries in the project's own file, as ones that are not waited for. */
function repeatEntries(place: Place, change: (text: string) => string): void {
  const settings = JSON.parse(change(readFileSync(join(place.home, '.claude/settings.json'), 'utf8'))) as JsonObject;
  const async = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(async);
    if (!isObject(value)) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, async(item)]));
    const { onFailure: _, ...rest } = copy;
    return 'type' in copy ? { ...rest, async: true, timeout: 0.001 } : copy;
  };
  place.lay({ 'project/.claude/settings.json': { hooks: async(settings['hooks']) } });
}

function copyOf({ folder }: Installed, place: Place): Installed {
  const copy = join(place.root, 'hookline-installed-copy');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return { folder: copy };
}

const stateOf = (place: Place): string => join(place.home, '.local/state/hookline');

/** A disk of its own for our state, which can be filled without harm to others. */
function mountState(place: Place): void {
  mkdirSync(stateOf(place), { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', stateOf(place)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`no disk of its own: ${stderr}`);
}

/** Takes the last byte: large files first, then what they leave. */
function fill(folder: string): void {
  for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
    for (let index = 0; hasRoom(join(folder, `filler-${size}-${index}`), size); index += 1);
  }
}

function hasRoom(file: string, size: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(size));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}

/** Ends every process that has this home: a server of ours would stay until it is idle. */
export function endAllOf({ home }: Place): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (environmentOf(pid).includes(`HOME=${home}\0`)) endProcess(Number(pid));
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // gone already
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone already
  }
}
