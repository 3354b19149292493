/** The options of replay. */
export const REPLAY_OPTIONS = {
  failOn: {
    name: 'fail-on',
    value: 'WHAT',
    completes: 'failures',
    about: 'Exit with 1 on flips (any changed decision) or on loosened (a weaker one).',
  },
  sample: { name: 'sample', value: 'N|P%', about: 'Only N events, or P % of them; always the same ones for a seed.' },
  seed: { name: 'seed', value: 'N', about: 'Which sample is taken (default 1).' },
  newest: { name: 'limit', value: 'N', about: 'Only the newest N events.' },
  cut: { name: 'cut', about: 'Also run events whose long texts the record has cut.' },
  jobs: {
    name: 'jobs',
    value: 'N',
    about: 'Events that run at the same time (default: one for each processor, at least 2).',
  },
  withBackground: { name: 'with-background', about: 'Also run background hooks, which decide nothing.' },
  projectOfAll: {
    name: 'project',
    value: 'DIR',
    completes: 'folders',
    about: 'Run every event against the hooks of this project; by default each against those of its own.',
  },
  replayLines: {
    name: 'json',
    about: 'Print JSON lines: one for each event that is decided differently, then the summary.',
  },
} as const;
