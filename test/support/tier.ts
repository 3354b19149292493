const tier = process.env['HOOKLINE_TESTS'];

/** Whether nothing is run in samples. Set by scripts/proof.mjs. */
export const isProof = tier === 'proof';

/** Whether everything is to be run; otherwise what takes long is run in samples. Set by scripts/test.mjs. */
export const isFull = tier === 'full' || isProof;

/** How often something random is tried: a tenth of it in the quick run, always with the same seeds where they are given. */
export const tries = (count: number): number => (isFull ? count : Math.ceil(count / 10));

/** Whether tests that are much alike take turns: only in the full run, never where a file is run by its name. */
export const takesTurns = tier === 'full';
