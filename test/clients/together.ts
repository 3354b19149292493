import { join } from 'node:path';
import type { JsonObject } from '@hookline/core';
import { AGENTS } from '../../packages/core/src/agents/index.ts';
import { hasScope } from '../faults/dialect.ts';
import { FAULT_DIALECTS } from '../faults/dialects.ts';
import { notProvoked, type Rig, type Verdict } from './cases.ts';
import { endAllOf, environment, hookline, type Installed } from './connected.ts';
import { compare } from './fits.ts';
import { makePlace, type Place } from './place.ts';
import { runClient } from './run-client.ts';
import { RAN } from './scenarios.ts';
import { countingHook, runsIn, textIn } from './seeds.ts';

/** Systems that meet in one project: an event that reaches hookline by several ways, or that hooks of many wait for. */
export interface Gathering {
  readonly id: string;
  readonly says: string;
  /** The connections: calls of `hookline connect` and their words. */
  readonly connects: (client: string) => readonly (readonly string[])[];
  /** Whether the project has a hook of this system. */
  readonly has: (dialect: string) => boolean;
  /** How often the model makes the same call; absent: once. */
  readonly calls?: number;
  /** Whether the program that the entries of the project name takes seconds to start. */
  readonly isLate?: boolean;
  /** A note that the record must have about each event. */
  readonly note?: string;
}

const EVERY_AGENT = AGENTS.map(({ id }) => id);

/** An agent with two entries, and one hook that each event reaches. */
const TWICE = {
  connects: (client) => [[client], [client, '--scope', 'project']],
  has: (dialect) => dialect === 'qoder',
  note: '^also delivered by ',
} satisfies Partial<Gathering>;

export const GATHERINGS: readonly Gathering[] = [
  {
    id: 'every agent is connected, and the project has a hook of every system',
    says: 'each hook runs once, and the record names the agent',
    connects: () => [EVERY_AGENT],
    has: () => true,
  },
  {
    id: 'it is connected for the user and in the project',
    says: 'both entries are answered, the hook runs once, and the record says that the event came twice',
    ...TWICE,
  },
  {
    id: 'it is connected for the user and in the project, and the entry of the project comes seconds later',
    says: 'the hook runs once',
    ...TWICE,
    isLate: true,
  },
  {
    id: 'it is connected for the user and in the project, and the model makes the same call twice',
    says: 'the hook runs once for each call',
    ...TWICE,
    calls: 2,
  },
];

/** Brings the systems together in a place of its own, and looks at which hooks a call has run, and at the record. */
export async function runGathering(rig: Rig, installed: Installed, gathering: Gathering): Promise<Verdict> {
  const { id, connection } = rig.client;
  const isInProject = gathering.note !== undefined;
  if (isInProject && !canBeInProject(id)) return notProvoked(gathering, 'it takes no entries from a project');
  const place = makePlace();
  try {
    const hooked = FAULT_DIALECTS.filter((dialect) => gathering.has(dialect.id));
    for (const dialect of hooked)
      place.lay(countingHook(dialect, 'is silent', hasScope(dialect, 'project') ? 'project' : 'user', dialect.id));
    const call = async (...words: readonly string[]): Promise<string> => {
      const { status, text } = await hookline(installed, place, words);
      if (status !== 0) throw new Error(`hookline ${words.join(' ')} failed:\n${text}`);
      return text;
    };
    for (const words of gathering.connects(id)) await call('connect', ...words, '--yes', '--unattended');
    await call('trust', '--unattended');
    const { calls = 1, isLate = false } = gathering;
    const play = {
      prompt: 'Do it',
      calls: Array.from({ length: calls }, () => connection.shell('echo ok > ran.txt')),
      isPermitted: true,
    };
    const env = environment(installed);
    await runClient(rig, place, play, isLate ? startingLate(place, env) : env);
    const runs = (dialect: string): number => calls * runsOf(dialect, connection.alsoReads);
    const wanted = Object.fromEntries(hooked.map((dialect) => [dialect.id, runs(dialect.id)]));
    const found = [
      compare(RAN, textIn(place, 'project/ran.txt'), 'project/ran.txt'),
      compare(wanted, countsIn(place, hooked), 'runs'),
      compare(isLate ? 'late\n' : null, textIn(place, LATE)?.slice(0, 5) ?? null, LATE),
      compare(
        Array.from({ length: calls }, () => recordOf(id, gathering.note)),
        beforeTools(await call('log', '--json')),
        'record',
      ),
    ];
    const problems = found.flatMap((each) => each.problems).map((text) => text.replaceAll(place.root, ''));
    const { says } = gathering;
    const verdict = problems.length === 0 ? 'agrees' : 'differs';
    return { id: gathering.id, says, verdict, problems, unseen: [] };
  } finally {
    endAllOf(place);
    place.remove();
  }
}

const LATE_SECONDS = 3;
/** Says that the late program was started. */
const LATE = 'late.txt';

/** An environment in which the bare name, which entries of a project have, leads to a program that starts late. */
function startingLate(place: Place, env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { PATH = '' } = env;
  const late = `#!/bin/sh\nsleep ${LATE_SECONDS}\necho late >> '{{root}}/${LATE}'\nPATH='${PATH}' exec hookline "$@"\n`;
  place.lay({ 'late/hookline': late });
  return { ...env, PATH: `${join(place.root, 'late')}:${PATH}` };
}

const canBeInProject = (id: string): boolean =>
  AGENTS.some((agent) => agent.id === id && agent.registration.files.some(({ scope }) => scope === 'project'));

/** Files that the agent reads as well are run by both of us, so that no refusal is lost: decision 16. */
const runsOf = (dialect: string, alsoReads: string | undefined): number => (dialect === alsoReads ? 2 : 1);

const countsIn = (place: Place, hooked: readonly { readonly id: string }[]): JsonObject =>
  Object.fromEntries(hooked.map(({ id }) => [id, runsIn(place, id)]));

const recordOf = (agent: string, note: string | undefined): JsonObject => ({
  agent,
  ...(note === undefined ? {} : { notes: { $any: { $match: note } } }),
});

/** What the record holds about calls of tools: one object a line. */
const beforeTools = (log: string): readonly JsonObject[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as JsonObject)
    .filter(({ event }) => event === 'PreToolUse');
