import { inline, parallel, script } from './bash.mjs';
import { commandLines } from './command-line.mjs';
import { dispatch } from './dispatch.mjs';
import { host } from './host.mjs';
import { crowded, stall, sustained } from './load.mjs';
import { matching } from './matching.mjs';
import { payload } from './payload.mjs';
import { peer } from './peer.mjs';
import { python } from './python.mjs';

/** Everything that is measured, in the order of the table. */
export const GROUPS = [
  inline,
  script,
  peer,
  parallel,
  host,
  python,
  matching,
  dispatch,
  payload,
  ...commandLines,
  stall,
  sustained,
  crowded,
];
