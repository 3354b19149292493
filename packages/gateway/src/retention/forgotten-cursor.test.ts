import { rotatedNames } from '@hookline/core/internal';
import { shipFor } from '@hookline/fleet';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { verifyStreams } from '../verify/verify-streams.ts';
import { changeKeepRule } from './keep.ts';
import { removeOldDays } from './retention.ts';

const SMALL = { maxBytes: 4_000 };

describe('a machine that has older lines than the gateway keeps', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  beforeAll(async () => {
    place = await makeGatewayPlace();
  }, 300_000);
  afterAll(() => place.close(), 300_000);

  const alarms: string[] = [];
  const ship = (joined: JoinedMachine) =>
    shipFor({ ...joined, version: '1', onAlarm: (text) => void alarms.push(text) }, 60_000);

  /** Everything that has arrived from the machine so far was removed. */
  async function removeAll({ machine }: JoinedMachine): Promise<void> {
    const { database } = place.gateway;
    await database.everywhere(async (query) => {
      await query(
        `update chunk set day = day - 40 where stream in (select id from stream where machine = $1) and day > now() - interval '20 days'`,
        [machine.machine],
      );
      await changeKeepRule(query, { rule: { lines: 30, decisions: 30 }, who: 'ann', why: 'it is enough' });
    });
    await removeOldDays({ database, onProblem: (text) => void place.problems.push(text) }, Date.now());
  }

  async function report({ machine }: JoinedMachine) {
    for await (const each of verifyStreams(place.gateway.database.everywhere, {}))
      if (each.machine === machine.machine) return each;
    return undefined;
  }

  it.each([
    { kept: 'some lines', since: 3 },
    { kept: 'no lines', since: 0 },
  ])('sends none of them again where it has lost its cursor, and the gateway keeps $kept', async ({ since }) => {
    const machine = await place.join();
    writeDecisions(machine.recordFolder, 20, SMALL);
    await ship(machine);
    expect(rotatedNames(machine.recordFolder).length).toBeGreaterThan(3);
    await removeAll(machine);
    writeDecisions(machine.recordFolder, since, SMALL);
    await ship(machine);
    rmSync(join(machine.stateFolder, 'fleet/cursor.json'));
    writeDecisions(machine.recordFolder, 2, SMALL);
    expect(await ship(machine)).toMatchObject({ shipped: 4, waiting: 0 });
    expect(await report(machine)).toMatchObject({ whole: true, lines: 2 * since + 4, removed: { lines: 40 } });
    expect(alarms).toEqual([]);
  });
});
