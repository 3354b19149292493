import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { createPartitions } from '../ingest/partitions.ts';
import { type GatewayPlace, makeGatewayPlace } from '../testing/place.ts';

describe('a day without a partition', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  beforeAll(async () => {
    place = await makeGatewayPlace();
  }, 300_000);
  afterAll(() => place.close(), 300_000);

  it('has its rows in the default one, where they stay, and that is said once', async () => {
    const { everywhere } = place.gateway.database;
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await everywhere((query) => query(`drop table chunk_${day.replaceAll('-', '')}`));
    await everywhere((query) =>
      query(
        `insert into chunk (day, org, stream, seq, at, lines, after, head, level) values ($1, 1, 1, 1, 0, 1, '', '', 0)`,
        [day],
      ),
    );
    const problems: string[] = [];
    const partitions = createPartitions(place.gateway.database, (text) => void problems.push(text));
    await partitions.ensure([day]);
    await partitions.ensure([day]);
    expect(problems).toEqual([
      `rows of ${day} have come into the default partition before it had one of its own, and stay there`,
    ]);
    expect(
      await everywhere((query) => query('select count(*)::int as n from chunk_other where day = $1', [day])),
    ).toEqual([{ n: 1 }]);
  });
});
