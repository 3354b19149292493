import { type ChainState, recordRoutes, type Route } from '@hookline/studio';
import type { Database } from '../database/database.ts';
import { createFleetMeta } from './meta.ts';
import { createSqlSource } from './sql-source.ts';

export interface PagePorts {
  readonly database: Database;
  readonly version: string;
  /** A folder without anything in it: decisions of other machines are read without any hooks of this one. */
  readonly emptyFolder: string;
}

/** The studio's routes over the decisions of each organisation. */
export interface FleetRoutes {
  /** Methods and paths, the same for every organisation. */
  readonly table: readonly Pick<Route, 'method' | 'path'>[];
  readonly of: (org: number) => readonly Route[];
}

export function createFleetRoutes(ports: PagePorts): FleetRoutes {
  const known = new Map<number, readonly Route[]>();
  const of = (org: number): readonly Route[] => {
    const routes = known.get(org) ?? routesOver(ports, org);
    known.set(org, routes);
    return routes;
  };
  return { table: routesOver(ports, NO_ORG), of };
}

const NO_ORG = -1;

function routesOver({ database, version, emptyFolder }: PagePorts, org: number): readonly Route[] {
  let chain: ChainState | null = null;
  const place = { project: emptyFolder, home: emptyFolder, env: {}, isElsewhere: true } as const;
  return recordRoutes({
    source: createSqlSource(database, org),
    place,
    version,
    meta: createFleetMeta(database, org, version, () => chain),
    onChain: (now) => (chain = now),
  });
}
