const NEXT = 'Next: "hookline init" makes this project ready, "hookline add --list" shows ready-made guards.';

/** What is said where no hook is configured, and what to do about it. */
export const NO_HOOKS = `No hooks here. ${NEXT}`;

/** The same where not even a file is that could hold one. */
export const NO_HOOK_FILES = `No hook files here. ${NEXT}`;
