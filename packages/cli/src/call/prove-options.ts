/** The options of prove. */
export const PROVE_OPTIONS = {
  stress: {
    name: 'stress',
    value: 'NAME',
    repeatable: true,
    completes: 'stresses',
    about:
      'Only this stress: program-missing, timeout, empty-path, no-jq, other-cwd, big-event, slow-disk, bare-env, read-only-home, full-tmp or few-files. Repeatable; all by default.',
  },
  noStress: { name: 'no-stress', about: 'Run hooks only as things are, under no stress.' },
  strictProof: {
    name: 'strict',
    about: 'Exit with 1 also when a system lets the action go on because a hook cannot run at all.',
  },
} as const;
