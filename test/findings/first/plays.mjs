// Which findings are played against which commit, and which are not.
import { FIDELITY } from './fidelity.mjs';
import { FIRST_HOUR } from './first-hour.mjs';
import { SECURITY } from './security.mjs';
import { SESSIONS } from './sessions.mjs';

/** Each part with the last commit before the work on its findings began. */
export const PARTS = [
  { commit: 'de3a24b0e6c36ba966d68c47dcf18dcedb049c3d', rows: { ...FIDELITY, ...SESSIONS, ...SECURITY } },
  { commit: 'e1a1166d971905776379269b1c12e3ed038fb140', rows: FIRST_HOUR },
];

/** Findings that no reproduction plays, and why; their tests are named in ../rows.ts. */
export const NOT_SHOWN = {
  N9: 'types: test/types compiles the code of every page',
  N16: 'Ctrl-C at a question of a terminal; the tests press it',
  N19: 'the README and a picture, as a reader sees them; tests hold their form',
};
