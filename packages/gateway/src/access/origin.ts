import type { Database } from '../database/database.ts';

/** Notes where browsers reach the gateway, for links that are made elsewhere. */
export const rememberOrigin = ({ everywhere }: Database, origin: string): Promise<unknown> =>
  everywhere((query) =>
    query(
      `insert into setting (name, value) values ('origin', $1) on conflict (name) do update set value = excluded.value`,
      [origin],
    ),
  );

/** Null: no gateway has listened on this database yet. */
export async function originOf({ everywhere }: Database): Promise<string | null> {
  const [row] = await everywhere((query) =>
    query<{ value: string }>(`select value from setting where name = 'origin'`),
  );
  return row?.value ?? null;
}
