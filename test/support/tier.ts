/** Whether everything is to be run; otherwise what takes long is run in samples. Set by scripts/test.mjs. */
export const isFull = process.env['HOOKLINE_TESTS'] === 'full';
