import { DIALECTS } from '../../packages/core/src/dialects/index.ts';

/** The ids of all dialects, in the order in which they run. */
export const DIALECT_IDS: readonly string[] = DIALECTS.map(({ id }) => id);
