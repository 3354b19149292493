import { DIALECTS } from '../../packages/core/src/dialects/index.ts';
import type { FaultDialect } from './dialect.ts';

/** Every dialect with an event that can be stopped and one that cannot, and what faults do on each: the rows of its own folder. */
export const FAULT_DIALECTS: readonly FaultDialect[] = await Promise.all(
  // Where hooks are files named after events and no exit code refuses, the programs of the matrix mean something else.
  DIALECTS.filter(({ shape }) => shape.kind !== 'event-files').map(async ({ id }) => {
    const { faults } = (await import(`../../packages/core/src/dialects/${id}/faults.ts`)) as { faults: FaultDialect };
    return faults;
  }),
);
