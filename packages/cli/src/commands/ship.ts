import { noteInRecord, recordFolder, stateFolder } from '@hookline/core/internal';
import type { Machine, ShipPlace } from '@hookline/fleet';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { LAST, type OptionRow, OPTIONS } from '../call/options.ts';
import { homeOf } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { oneLine } from '../print/text.ts';
import { version } from '../process/this-program.ts';

const WAIT = {
  name: 'wait',
  value: 'SECONDS',
  about: 'Try so long while the gateway is away (default 30).',
} satisfies OptionRow;
const BACKGROUND = {
  name: 'background',
  about: 'Send as long as lines come, gathered by the minute, and end when none do.',
} satisfies OptionRow;

export const SHIP: Command = {
  name: 'ship',
  about: 'Send what waits of the record to the gateway that this machine has joined.',
  options: [WAIT, BACKGROUND, OPTIONS.home, ...LAST],
  examples: [{ does: 'before a CI job ends', line: 'hookline ship --wait 30' }],
  exits: { 0: 'nothing waits any more', 1: 'lines still wait, or the gateway does not take them' },
  run: ship,
};

const DEFAULT_SECONDS = 30;

/** Sends what waits, and says how much does afterwards. */
async function ship(given: Arguments): Promise<number> {
  const { pollPolicy, readMachine, shipFor, shipInBackground, ShipRefused } = await import('@hookline/fleet');
  const place = placeOfShip(given, readMachine);
  try {
    if (isGiven(given, BACKGROUND)) {
      const endPolling = pollPolicy({ stateFolder: place.stateFolder, ...homeOf(given) });
      await shipInBackground(place).finally(endPolling);
      return 0;
    }
    const { shipped, waiting, head, why } = await shipFor(place, secondsOf(given) * 1000);
    if (isGiven(given, 'json')) writeJson({ shipped, waiting, head });
    else writeOut(`${shipped} ${shipped === 1 ? 'line' : 'lines'} sent, ${waiting} waiting\n`);
    if (waiting > 0)
      writeErr(
        `hookline: ${waiting} ${waiting === 1 ? 'line waits' : 'lines wait'}: ${oneLine(why ?? 'the time is over')}\n`,
      );
    return waiting === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof ShipRefused) throw wrongCall(error.message);
    throw error;
  }
}

type ReadMachine = (state: string) => Machine | null;

function placeOfShip(given: Arguments, read: ReadMachine): ShipPlace {
  const { env, home } = homeOf(given);
  const state = stateFolder(env, home);
  const machine = machineOf(state, read);
  if (machine === null) throw wrongCall('this machine has joined no gateway: hookline join URL --token TOKEN');
  const onAlarm = (text: string): void => void writeErr(`hookline: ${oneLine(text)}\n`);
  const onFinding = (text: string): Promise<void> => noteInRecord(text, { env, home });
  return { stateFolder: state, recordFolder: recordFolder(env, home), machine, version, onAlarm, onFinding };
}

function machineOf(state: string, read: ReadMachine): Machine | null {
  try {
    return read(state);
  } catch (error) {
    throw wrongCall((error as Error).message);
  }
}

function secondsOf(given: Arguments): number {
  const asked = valueOf(given, WAIT) ?? String(DEFAULT_SECONDS);
  const seconds = Number(asked.replace(/s$/, ''));
  if (!(seconds >= 0 && seconds <= 1e6)) throw wrongCall(`--wait needs a number of seconds, not "${asked}"`);
  return seconds;
}
