import { DIALECTS } from '../../packages/core/src/dialects/index.ts';
import { isProof } from './tier.ts';

/** The ids of all dialects, in the order in which they run. */
export const DIALECT_IDS: readonly string[] = DIALECTS.map(({ id }) => id);

const TURNS = 6;

/** Those whose hooks are entries in files, so that commands can write them. */
export const WRITABLE = DIALECTS.filter(({ shape }) => shape.kind !== 'event-files');

/** Of these, those whose hooks may stand in a project. */
export const PROJECT_IDS = WRITABLE.filter(({ locations }) => locations.some(({ scope }) => scope === 'project')).map(
  ({ id }) => id,
);

/**
 * One or two of the dialects with hooks of a project, or all in a proof: tests that take long share the dialects, so
 * that each has its turn in some of them.
 */
export const inTurn = (turn: number): readonly string[] =>
  PROJECT_IDS.filter((_, index) => isProof || (index + turn) % TURNS === 0);
