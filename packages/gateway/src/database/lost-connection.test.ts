import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { openDatabase } from './database.ts';
import { type GatewayPlace, makeGatewayPlace } from '../testing/place.ts';

describe('a connection that is lost while it is used', needs('postgres'), () => {
  let place: GatewayPlace;

  beforeAll(async () => {
    place = await makeGatewayPlace();
  });
  afterAll(() => place.close());

  it('fails what uses it, also between two queries, and not the gateway', async () => {
    const { everywhere } = place.gateway.database;
    const work = everywhere(async (query) => {
      const [row] = await query<{ pid: number }>('select pg_backend_pid() as pid');
      await everywhere((other) => other('select pg_terminate_backend($1)', [row?.pid]));
      await wait(200); // no query is under way when it ends
      return query('select 1');
    });
    await expect(work).rejects.toThrow();
    expect(await everywhere((query) => query('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});

it('a database that cannot be reached is named as such, without its password', async () => {
  const url = 'postgres://gateway:secret@127.0.0.1:1/hookline';
  const opened = openDatabase({ url, onProblem: () => undefined });
  await expect(opened).rejects.toThrow(/^the database cannot be used: (?!.*secret).*ECONNREFUSED/);
});
