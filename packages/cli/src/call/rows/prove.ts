import type { CommandRow } from '../command-row.ts';
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
    0: 'every hook does what its canaries ask for, and what must be blocked is blocked under every stress it could withstand',
    1: 'a hook is inert, fails open or blocks what must pass; a canary is for nobody; or the call could not be carried out',
  },
} as const satisfies CommandRow;
