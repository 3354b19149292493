import type { FaultDialect } from '../faults/dialect.ts';
import { FAULT_DIALECTS } from '../faults/dialects.ts';
import { controlOf, notProvoked, type Rig, type Verdict } from './cases.ts';
import { connect, endAllOf, environment, hookline, type Installed } from './connected.ts';
import { compare } from './fits.ts';
import { makePlace, type Place } from './place.ts';
import { runClient } from './run-client.ts';
import { denied, literally, PERMITTED, RAN } from './scenarios.ts';
import { countingHook, REASON, runsIn, textIn } from './seeds.ts';

/** A hook of an agent's own files, and whether `hookline adopt` has moved it into the project. */
export interface Adoption {
  readonly id: string;
  readonly says: string;
  /** Whose files: those of the agent itself, or a project's files of another agent that it also reads. */
  readonly of: 'its own' | 'another agent';
  readonly does: 'refuses' | 'is silent';
  readonly is: 'left' | 'adopted' | 'given back';
  /** How often the hook runs for one call. */
  readonly runs: number;
}

export const ADOPTIONS: readonly Adoption[] = [
  {
    id: 'a hook of its own that refuses, adopted',
    says: 'hookline runs it, once; the tool does not run, and the model reads the reason',
    of: 'its own',
    does: 'refuses',
    is: 'adopted',
    runs: 1,
  },
  {
    id: 'a hook of its own that is silent, adopted',
    says: 'hookline runs it, once; the tool runs',
    of: 'its own',
    does: 'is silent',
    is: 'adopted',
    runs: 1,
  },
  {
    id: 'a hook of its own that refuses, adopted and given back',
    says: 'the program runs it again, once; the tool does not run, and the model reads the reason',
    of: 'its own',
    does: 'refuses',
    is: 'given back',
    runs: 1,
  },
  {
    id: 'a hook in a file of another agent that is silent',
    says: 'the program and hookline run it: twice; the tool runs',
    of: 'another agent',
    does: 'is silent',
    is: 'left',
    runs: 2,
  },
  {
    id: 'a hook in a file of another agent that is silent, adopted',
    says: 'hookline runs it, once; the tool runs',
    of: 'another agent',
    does: 'is silent',
    is: 'adopted',
    runs: 1,
  },
  {
    id: 'a hook in a file of another agent that refuses, adopted',
    says: 'hookline runs it, once; the tool does not run, and the model reads the reason',
    of: 'another agent',
    does: 'refuses',
    is: 'adopted',
    runs: 1,
  },
];

/** Adopts the hook in a place of its own, and looks at what the program then does with a call. */
export async function runAdoption(rig: Rig, installed: Installed, adoption: Adoption): Promise<Verdict> {
  const { client } = rig;
  const { notAdopted, alsoReads } = client.connection;
  const isOwn = adoption.of === 'its own';
  if (isOwn && notAdopted !== undefined) return notProvoked(adoption, notAdopted);
  const owner = isOwn ? client.id : alsoReads;
  if (owner === undefined) return notProvoked(adoption, 'the program reads no hooks of another agent');
  const place = makePlace();
  try {
    place.lay(countingHook(dialectOf(owner), adoption.does, isOwn ? 'user' : 'project'));
    await prepare(rig, { installed, place, owner, isOwn }, adoption.is);
    const call = client.connection.shell('echo ok > ran.txt');
    const play = { prompt: 'Do it', calls: [call], isPermitted: true };
    const run = await runClient(rig, place, play, environment(installed));
    const event = { hook_event_name: 'PreToolUse', tool_input: call.input };
    const seen = client.read({ event, run, control: await controlOf(rig, play), labels: [] });
    const refuses = adoption.does === 'refuses';
    const found = [
      compare(refuses ? denied(literally(REASON)) : PERMITTED, seen),
      compare(refuses ? null : RAN, textIn(place, 'project/ran.txt'), 'project/ran.txt'),
      compare(adoption.runs, runsIn(place), 'runs of the hook'),
    ];
    const problems = found.flatMap((each) => each.problems).map((text) => text.replaceAll(place.root, ''));
    const { id, says } = adoption;
    const verdict = problems.length === 0 ? 'agrees' : 'differs';
    return { id, says, verdict, problems, unseen: found.flatMap((each) => each.unseen) };
  } finally {
    endAllOf(place);
    place.remove();
  }
}

function dialectOf(id: string): FaultDialect {
  const found = FAULT_DIALECTS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no dialect ${id}`);
  return found;
}

interface Site {
  readonly installed: Installed;
  readonly place: Place;
  /** The agent in whose files the hook stands. */
  readonly owner: string;
  readonly isOwn: boolean;
}

/** Connects the program, and lets happen to the hook what the adoption says. */
async function prepare(rig: Rig, { installed, place, owner, isOwn }: Site, is: Adoption['is']): Promise<void> {
  const call = async (...words: readonly string[]): Promise<void> => {
    const { status, text } = await hookline(installed, place, words);
    if (status !== 0) throw new Error(`hookline ${words.join(' ')} failed:\n${text}`);
  };
  await connect(rig, { installed, place }, 'auto');
  if (!isOwn && is !== 'left') await call('connect', owner, '--yes', '--unattended');
  if (is !== 'left') await call('adopt', owner, '--scope', isOwn ? 'user' : 'project', '--yes', '--unattended');
  if (is === 'given back') await call('adopt', '--undo', '--yes', '--unattended');
  // What stands in the project needs trust, wherever it stands.
  if (is === 'adopted' || !isOwn) await call('trust', '--unattended');
}
