import type { Bug } from './bugs.mjs';

/** Why a bug does not fit the code any more; nothing where it does. */
export function misfitsOf(bug: Bug): readonly string[];
