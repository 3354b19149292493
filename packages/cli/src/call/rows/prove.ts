import type { CommandRow } from '../arguments.ts';
import { LAST, PLACE } from '../fire-row.ts';
import { TOOLBOX_OPTIONS } from '../options.ts';

export const PROVE = {
  name: 'prove',
  about: 'Run each armed hook for real, as things are and under stress, and show whether it enforces.',
  words: { usage: '[HOOK...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'nothing' },
  options: [TOOLBOX_OPTIONS.stress, TOOLBOX_OPTIONS.noStress, TOOLBOX_OPTIONS.strictProof, ...PLACE, ...LAST],
  examples: [
    { does: 'every armed hook, with its canaries, under every stress', line: 'hookline prove' },
    { does: 'one hook, quickly', line: 'hookline prove block-rm --no-stress' },
    { does: 'only what a machine without jq does', line: 'hookline prove --stress no-jq' },
  ],
  exits: {
    0: 'what must be blocked is blocked, also under every stress that a hook can withstand, and what must pass passes',
    1: 'a hook lets pass what it must block, or blocks what must pass; a canary reaches no hook; or the call failed',
    130: 'interrupted',
  },
} as const satisfies CommandRow;
