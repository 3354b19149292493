import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@hookline/core';
import type { Rig, Verdict } from './cases.ts';
import { controlOf, notProvoked } from './cases.ts';
import type { Client, ClientConnection, Play, ToolCall } from './client.ts';
import { compare } from './fits.ts';
import { makePlace, type Place } from './place.ts';
import { runClient } from './run-client.ts';
import { type Mishap, RAN, type Scenario, type Way } from './scenarios.ts';
import { askingHook, functionHook, type Moment, seedHook, type SeedHook } from './seeds.ts';
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
export async function runScenario(rig: Rig, installed: Installed, usual: Scenario): Promise<Verdict> {
  const { connection } = rig.client;
  const place = makePlace();
  try {
    const own = usual.mishap === 'its files are gone' ? copyOf(installed, place) : installed;
    const hook = hookOf(usual, own);
    if (typeof hook === 'string') return notProvoked(usual, hook);
    const scenario = scenarioFor(connection, usual, hook.at);
    if (typeof scenario === 'string') return notProvoked(usual, scenario);
    const { id, says } = scenario;
    place.lay(hook.files);
    if (scenario.mishap === 'the disk is full') mountState(place);
    await connect(rig, { installed: own, place }, scenario.way);
    const way = wayIn(rig.client, place);
    if (scenario.way !== 'auto' && way !== scenario.way)
      return notProvoked(scenario, `connect gives the way ${way} instead`);
    const doctor = await befall(rig.client, { installed: own, place }, scenario);
    const play = place.fill(playOf(connection.shell, scenario, hook.at));
    const run = await runClient(rig, place, play, environment(own));
    if (HITTING.includes(scenario.mishap) && !existsSync(join(place.root, HIT)))
      return notProvoked(scenario, 'no process of ours was there to be hit');
    const event = { hook_event_name: hook.at, tool_input: connection.shell(CALLED).input };
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

/** What must hold in this agent; a text says why nothing can be seen of it. */
function scenarioFor(
  { refused, instead, open, copied, off }: ClientConnection,
  usual: Scenario,
  moment: Moment,
): Scenario | string {
  const { hook, mishap } = usual;
  if (mishap === 'a project switches all hooks off')
    return typeof off === 'string' ? off : { ...usual, doctor: off.word };
  if (mishap?.startsWith('a project repeats') === true && typeof copied === 'string') return copied;
  const reason = mishap === undefined ? undefined : open?.[mishap];
  if (reason !== undefined) return { ...usual, says: reason, expect: {}, ran: RAN };
  const does = typeof hook === 'string' || mishap !== undefined ? null : hook.does;
  const row = instead.find((each) => each.does === does && (each.at ?? moment) === moment);
  if (row === undefined) return refused !== undefined && isRefusal(usual) ? { ...usual, ...refused } : usual;
  const { says, expect, ran } = row;
  return expect === undefined ? says : { ...usual, says, expect, ran };
}

const isRefusal = ({ expect: { block } }: Scenario): boolean => isObject(block) && block['effect'] === 'deny_tool';

/** By which way the entry before a tool reaches us: each entry stands on a line of its own. */
export function wayIn({ id, connection: { file, names } }: Client, place: Place): Way {
  const mark = new RegExp(String.raw`\bhook\W+${id}\W+${names.PreToolUse}\b`);
  const line = readFileSync(join(place.home, file), 'utf8')
    .split('\n')
    .find((each) => mark.test(each));
  if (line?.includes('http://127.0.0.1') === true) return 'http';
  // The places of runs have the same word in their names.
  return line !== undefined && /hookline-client(?![\w-])/.test(line) ? 'client' : 'command';
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

const CALLED = 'echo ok > ran.txt';

type Shell = ClientConnection['shell'];

/** Kills the resident server; the hook refuses only other commands. A file, since some shells of agents refuse `kill`. */
const killingCall = (shell: Shell): ToolCall => shell(`sh ./${KILLING} # stop the server`);
const KILLING = 'stop-server.sh';

function playOf(shell: Shell, { mishap, isPermitted }: Scenario, at: Moment): Play {
  const isAboutTool = at === 'PreToolUse';
  const isKilled = mishap === 'the server is killed between two calls';
  return {
    prompt: 'Do it',
    calls: isAboutTool ? [...(isKilled ? [killingCall(shell)] : []), shell(CALLED)] : [],
    isPermitted,
    ...(isKilled ? { files: { [`project/${KILLING}`]: `${signalUs('KILL', '[h]ookline-installed-')}\n` } } : {}),
  };
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
    // Not the shell in which the agent starts an entry: it is the agent's.
    `if readlink $p/exe | grep -q node && tr '\\0' ' ' < $p/cmdline 2>/dev/null | grep -q '${folder}'; then`,
    `echo $p >> '{{root}}/${HIT}'; kill -${signal} \${p#/proc/}; fi; done`,
  ].join(' ');

function hookOf({ hook, mishap }: Scenario, { folder }: Installed): SeedHook | string {
  if (hook === 'a function that refuses') return functionHook();
  if (hook === 'one that asks') return askingHook();
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
export function hookline(
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
async function befall(
  client: Client,
  { installed, place }: { readonly installed: Installed; readonly place: Place },
  scenario: Scenario,
): Promise<string | null> {
  const before: Readonly<Partial<Record<Mishap, () => void>>> = {
    'its files are gone': () => rmSync(dirname(programIn(installed.folder)), { recursive: true }),
    'the disk is full': () => fill(stateOf(place)),
    'a project repeats the entry with another word': () =>
      repeatEntries(client, place, (text) => text.replaceAll(WORD, (word) => GUESS.slice(0, word.length))),
    'a project repeats the entry as it is': () => repeatEntries(client, place, (text) => text),
    'a project switches all hooks off': () => {
      const { off } = client.connection;
      if (typeof off !== 'string') place.lay(off.files);
    },
  };
  if (scenario.mishap !== undefined) before[scenario.mishap]?.();
  return scenario.doctor === undefined ? null : (await hookline(installed, place, ['doctor'])).text;
}

/** The unguessable part of an entry, and a guess. */
const WORD = /\b[0-9a-f]{32,64}\b/g;
const GUESS = '0123456789abcdef'.repeat(4);

/** The user's entries in the project's own file, as ones that are not waited for. */
function repeatEntries({ connection }: Client, place: Place, change: (text: string) => string): void {
  const { copied, file } = connection;
  if (typeof copied === 'string') return;
  place.lay(copied(JSON.parse(change(readFileSync(join(place.home, file), 'utf8'))) as JsonObject));
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
