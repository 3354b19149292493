import { DIALECTS } from '../../packages/core/src/dialects/index.ts';
import { isProof } from './tier.ts';

/** The ids of all dialects, in the order in which they run. */
export const DIALECT_IDS: readonly string[] = DIALECTS.map(({ id }) => id);

const TURNS = 3;

/** A third of the dialects, or all in a proof: tests that take long share the dialects, so that each has its turn. */
export const inTurn = (turn: number): readonly string[] =>
  DIALECT_IDS.filter((_, index) => isProof || (index + turn) % TURNS === 0);
