import { stateFolder } from '@hookline/core/internal';
import type { ShipLevel } from '@hookline/fleet';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { LAST, type OptionRow, OPTIONS } from '../call/options.ts';
import { refuseInsideHook } from '../call/person-only.ts';
import { homeOf } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { oneLine } from '../print/text.ts';
import { version } from '../process/this-program.ts';

const TOKEN = {
  name: 'token',
  value: 'TOKEN',
  about: 'What the gateway takes this machine in for; made by `hookline gateway token --enrol`.',
} satisfies OptionRow;
const NAME = {
  name: 'name',
  value: 'NAME',
  about: 'Name of this machine; by default its host name.',
} satisfies OptionRow;
const SHIP_LEVELS: readonly ShipLevel[] = ['full', 'decisions', 'metadata'];
const KINDS = ['laptop', 'ci', 'server'] as const;
const KIND = {
  name: 'kind',
  value: 'KIND',
  completes: KINDS,
  about: 'laptop (the default), ci or server.',
} satisfies OptionRow;
const SHIP = {
  name: 'ship',
  value: 'LEVEL',
  completes: SHIP_LEVELS,
  about: 'What is sent of the record: full, decisions or metadata; by default what the gateway says.',
} satisfies OptionRow;
const CA = {
  name: 'ca',
  value: 'FILE',
  completes: 'files',
  about: "Certificate of the authority that signed the gateway's, in PEM.",
} satisfies OptionRow;

export const JOIN: Command = {
  name: 'join',
  about: 'Let this machine send its record to a gateway.',
  words: { usage: 'URL', min: 1, max: 1, completes: [] },
  options: [TOKEN, NAME, KIND, SHIP, CA, OPTIONS.home, ...LAST],
  examples: [
    { does: 'join the gateway of your company', line: 'hookline join https://gateway.example --token TOKEN' },
    { does: 'send what was decided, and no payloads', line: 'hookline join URL --token TOKEN --ship decisions' },
  ],
  exits: { 0: 'joined', 1: 'the gateway did not take this machine, or cannot be reached' },
  run: join,
};

/** Makes a key, enrols this machine, and says what will be sent. */
async function join(given: Arguments): Promise<number> {
  refuseInsideHook(process.env, 'join');
  const { joinedBefore, joinGateway } = await import('@hookline/fleet');
  const { env, home } = homeOf(given);
  const token = valueOf(given, TOKEN);
  if (token === undefined) throw wrongCall('join needs --token TOKEN; ask those who run the gateway for one');
  const state = stateFolder(env, home);
  const before = joinedBefore(state);
  const machine = await asked(() =>
    joinGateway({
      stateFolder: state,
      url: given.words[0] ?? '',
      token,
      name: valueOf(given, NAME) ?? hostname(),
      kind: oneOf(KINDS, KIND.name, valueOf(given, KIND)) ?? 'laptop',
      version,
      ship: oneOf(SHIP_LEVELS, SHIP.name, valueOf(given, SHIP)),
      ca: certificateOf(given),
    }),
  );
  const { url, machine: id, org, ship } = machine;
  if (isGiven(given, 'json')) writeJson({ url, machine: id, org, ship });
  else {
    if (before !== null) writeOut(`left ${oneLine(before.url)}\n`);
    writeOut(`joined ${oneLine(url)} as ${oneLine(machine.name)} (${id})\n${SAID[ship]}\n`);
  }
  return 0;
}

const SAID: Readonly<Record<ShipLevel, string>> = {
  full: 'Sent from now on: every line of the record, as it stands there.',
  decisions: 'Sent from now on: every decision with its reason; no payloads, no output of hooks.',
  metadata: 'Sent from now on: that decisions were made, by which hooks, and when; no texts.',
};

function oneOf<T extends string>(known: readonly T[], option: string, word: string | undefined): T | undefined {
  if (word === undefined) return undefined;
  const found = known.find((each) => each === word);
  if (found === undefined) throw wrongCall(`--${option}: unknown word "${word}"`, { word, known });
  return found;
}

function certificateOf(given: Arguments): string | undefined {
  const file = valueOf(given, CA);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw wrongCall(`--ca: ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** What the gateway says no to is for the caller to change. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  const { JoinRefused, Unreachable } = await import('@hookline/fleet');
  try {
    return await work();
  } catch (error) {
    if (error instanceof JoinRefused || error instanceof Unreachable) throw wrongCall(error.message);
    throw error;
  }
}
