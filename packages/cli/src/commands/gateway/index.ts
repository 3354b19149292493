import type { Command } from '../../call/arguments.ts';
import { LAST, OPTIONS } from '../../call/options.ts';
import * as O from './options.ts';

export const GATEWAY: Command = {
  name: 'gateway',
  about: 'Collect the records of many machines in PostgreSQL, and answer questions about them.',
  words: { usage: '[TASK] [HOOK …]', min: 0, max: 20, completes: O.TASKS },
  options: [
    O.EMBEDDED,
    O.DIR,
    O.DATABASE,
    O.HOST,
    O.PORT,
    O.TLS_CERT,
    O.TLS_KEY,
    O.BEHIND_PROXY,
    O.PUBLIC_URL,
    O.CONFIG,
    O.POLICY_DIR,
    O.ONLINE_KEY,
    O.APPROVER_KEY,
    O.WHY,
    O.CHECKPOINTS,
    O.KEEP_LINES,
    O.KEEP_DECISIONS,
    O.ENROL,
    O.USES,
    O.ROLE,
    O.NAME,
    O.DAYS,
    O.ORG,
    OPTIONS.home,
    ...LAST,
  ],
  examples: [
    { does: 'a gateway on this machine, with nothing else to set up', line: 'hookline gateway --embedded' },
    { does: 'a token with which ten machines can join', line: 'hookline gateway token --enrol --uses 10' },
    { does: 'a link that opens the page once, within ten minutes', line: 'hookline gateway page --role reader' },
    { does: 'how much is there', line: 'hookline gateway count --json' },
    { does: 'whether every line of every machine is there, as it was written', line: 'hookline gateway verify' },
    {
      does: 'the same, and whether it still fits what was signed on earlier days',
      line: 'hookline gateway verify --checkpoints kept.json',
    },
    {
      does: 'remove lines after a year and decisions after 90 days',
      line: 'hookline gateway keep --lines 365 --decisions 90 --why "works agreement 12"',
    },
    { does: 'how many machines have the policy', line: 'hookline gateway adoption --policy-dir repository' },
    {
      does: 'let a hook of the policy decide nothing, everywhere, now',
      line: 'hookline gateway revoke no-prod --policy-dir repository --why "blocks every build"',
    },
    {
      does: 'approve an exception, as a second person',
      line: 'hookline gateway approve 5f1c0a2b3c4d --policy-dir repository --approver-key ann.pem',
    },
  ],
  exits: {
    0: 'done; a gateway that was told to end',
    1: 'it cannot start, the database cannot be used, or what is stored is not whole',
  },
  run: async (given) => (await import('./run.ts')).gateway(given),
};
