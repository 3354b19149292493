import { digestOf, openRecord, type RecordEntry } from '@hookline/core/internal';
import { joinGateway, type Machine } from '@hookline/fleet';
import { makeEnrolToken, openDatabase, orgNumber } from '@hookline/gateway';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionEntries } from '../../packages/gateway/src/testing/place.ts';
import type { KilledProcess } from './programs.ts';

/** A machine of a fault run, whose shippers are killed. */
export interface FaultyMachine {
  readonly state: string;
  readonly kept: string;
  readonly joined: Machine;
  /** Writes the end of the last decision and the beginning of another: most chunks end inside one. */
  readonly write: () => void;
  /** Writes the end of the last decision. */
  readonly finish: () => void;
  written: number;
  shippers: (KilledProcess | null)[];
}

/** Small, so that files are rotated all the time. */
const MAX_BYTES = 20_000;

export interface FaultyMachineOptions {
  readonly folder: string;
  readonly n: number;
  readonly databaseUrl: string;
  /** A gateway itself: a token for one machine can be used up by an answer that is lost. */
  readonly enrolAt: string;
  /** The way that it takes from then on. */
  readonly network: string;
}

/** Enrols a machine and opens its record. */
export async function joinFaultyMachine(options: FaultyMachineOptions): Promise<FaultyMachine> {
  const { folder, n, databaseUrl, enrolAt, network } = options;
  const state = join(folder, `machine-${n}`);
  const kept = join(folder, `kept-${n}`);
  mkdirSync(state, { mode: 0o700 });
  mkdirSync(kept);
  const database = await openDatabase({ url: databaseUrl, onProblem: () => undefined });
  const org = await orgNumber(database, 'default');
  const token = await makeEnrolToken(database, { org, uses: 1, days: 1 });
  await database.close();
  const who = { stateFolder: state, token, name: `m${n}`, kind: 'laptop', version: '0', ship: 'full' } as const;
  const joined = await joinGateway({ ...who, url: enrolAt });
  const file = join(state, 'fleet/machine.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(enrolAt, network));
  return writerOf({ state, kept, n, joined: { ...joined, url: network } });
}

interface Written extends Pick<FaultyMachine, 'state' | 'kept' | 'joined'> {
  readonly n: number;
}

function writerOf({ state, kept, n, joined }: Written): FaultyMachine {
  const record = openRecord(join(state, 'record'), { maxBytes: MAX_BYTES, shippedFrom: state });
  let lastEnd: readonly RecordEntry[] = [];
  const append = (...entries: readonly RecordEntry[]): void => {
    if (!record.append(...entries)) throw new Error('a line could not be written');
  };
  const machine: FaultyMachine = {
    state,
    kept,
    joined,
    written: 0,
    shippers: [null, null],
    write: () => {
      const id = digestOf(`${state} ${machine.written}`, null).slice(0, 26);
      const decision = machine.written % 33 === 0 ? 'block' : 'none';
      const command = `echo ${machine.written}`;
      const [start, end] = decisionEntries({ id, decision, command, project: `/work/${n}` });
      append(...lastEnd, start);
      lastEnd = [end];
      machine.written += 1;
      if (machine.written % 50 === 0) keepFiles(join(state, 'record'), kept);
    },
    finish: () => {
      append(...lastEnd);
      lastEnd = [];
    },
  };
  return machine;
}

/** All files that a machine has written, in their order, also those that rotation has removed since. */
export function writtenFiles({ state, kept }: FaultyMachine): readonly string[] {
  const record = join(state, 'record');
  keepFiles(record, kept);
  const current = join(record, 'hookline.jsonl');
  const full = readdirSync(kept)
    .sort()
    .map((name) => join(kept, name));
  // Where the last line filled its file, there is no current one yet.
  return existsSync(current) ? [...full, current] : full;
}

/** Keeps the bytes of full files, also when rotation removes them because they were shipped. */
function keepFiles(folder: string, kept: string): void {
  for (const name of readdirSync(folder))
    if (/^hookline-.*\.jsonl$/.test(name) && !existsSync(join(kept, name)))
      linkSync(join(folder, name), join(kept, name));
}

const DAY_MS = 24 * 3600 * 1000;
const OF_A_CLOCK = /^the clock of this machine is /;

/** Sets the clock of its shippers, of one third right again. */
export function jumpClock({ state }: FaultyMachine, chance: () => number): void {
  const wrongMs = chance() < 1 / 3 ? 0 : Math.round((chance() - 0.5) * 4 * DAY_MS);
  writeFileSync(join(state, 'clock'), String(wrongMs));
}

/** What its shippers told people, but for what they said of its clock. */
export function alarmsOf({ state }: FaultyMachine): readonly string[] {
  const file = join(state, 'alarms');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((text) => !OF_A_CLOCK.test(text));
}
