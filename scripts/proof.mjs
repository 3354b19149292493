// The proofs that take from minutes to hours, one by name: npm run test:proof -- NAME [its own options]
import { spawnSync } from 'node:child_process';

/** What each proof shows, the command that runs it, and what it is given in the environment. */
const PROOFS = {
  faults: { shows: 'every cell of the fault matrix', run: ['node', 'test/faults/run.mjs'] },
  planted: { shows: 'that the fault matrix notices planted bugs', run: ['node', 'test/faults/planted/run.mjs'] },
  fuzz: {
    shows: 'a million inputs at every reader of hostile text',
    run: ['node', 'test/fuzz/run.mjs', '--inputs', '1000000', '--seed', '1'],
  },
  refusals: {
    shows: 'a million broken answers that refuse in their first bytes, of which none becomes a permission',
    run: ['node', 'test/fuzz/run.mjs', '--target', 'broken-refusals', '--inputs', '1000000', '--seed', '1'],
  },
  terminal: {
    shows: 'that no text of a hook moves the cursor of a real terminal',
    run: ['npx', 'vitest', 'run', 'test/fuzz/terminal.test.ts'],
  },
  sessions: {
    shows: 'that 1,000 turns of the agent keep no memory but the conversation',
    run: ['npx', 'vitest', 'run', 'test/agent/long-session.test.ts'],
  },
  soak: { shows: '100,000 hook runs that leave nothing behind', run: ['node', 'test/soak/run.mjs'] },
  mutation: { shows: 'how many mutants the unit tests notice', run: ['node', 'scripts/mutation.mjs'] },
  record: {
    shows: 'that killed writers lose no acknowledged entry',
    run: ['npx', 'vitest', 'run', 'test/record'],
    env: { HOOKLINE_RECORD_ROUNDS: '25' },
  },
  managed: {
    shows: 'that nothing which a user or a project can set switches a hook of a policy off',
    run: ['npx', 'vitest', 'run', 'packages/core/src/managed/switched-off.test.ts'],
    env: { HOOKLINE_TESTS: 'proof' },
  },
  edits: {
    shows: 'that trust notices 10,000 random edits',
    run: [
      'npx',
      'vitest',
      'run',
      'packages/core/src/trust/hook-gate.test.ts',
      'packages/core/src/trust/hook-cover.test.ts',
      '-t',
      'random edits',
    ],
    env: { HOOKLINE_EDITS: '10000' },
  },
  cases: {
    shows: 'every conformance case of our own',
    run: ['npx', 'vitest', 'run', 'test/conformance/conformance.test.ts'],
    env: { HOOKLINE_TESTS: 'proof' },
  },
  dialects: {
    shows: 'every guard in every dialect, where the full run takes turns',
    run: ['npx', 'vitest', 'run', 'test/guards'],
    env: { HOOKLINE_TESTS: 'proof' },
  },
  findings: {
    shows: 'that what was found in the first release shows in it, built from the history of git, and is gone',
    run: ['node', 'test/findings/first/run.mjs'],
  },
  convert: { shows: 'conformance cases converted between all dialects', run: ['node', 'test/convert/run.mjs'] },
  grid: {
    shows: 'every template of `new` in every dialect, event and language',
    run: ['node', 'test/toolbox/grid.mjs'],
  },
  guards: { shows: 'what the guards stop of a held-out set of commands', run: ['node', 'test/guards/measure.mjs'] },
  stories: {
    shows: 'every story of the agent, the guards, the toolbox and waiting shells, where the full run takes turns',
    run: [
      'npx',
      'vitest',
      'run',
      'test/agent',
      'test/guards',
      'test/toolbox',
      'test/warm',
      'packages/agent/src/models',
    ],
  },
  warm: {
    shows: 'every conformance case in waiting shells and in new ones',
    run: ['npx', 'vitest', 'run', 'test/warm/conformance.test.ts', 'test/warm/faults.test.ts'],
    env: { HOOKLINE_WARM_CASES: 'all' },
  },
  resident: {
    shows: 'every conformance case through the resident server',
    run: ['npx', 'vitest', 'run', 'packages/cli/src/resident/conformance.test.ts'],
    env: { HOOKLINE_RESIDENT_CASES: 'all' },
  },
  matchers: {
    shows: 'that 50,000 matchers answer as Python does, on a quiet and on a busy machine',
    run: ['node', 'test/matchers/run.mjs', '--pairs', '50000', '--busy', '2'],
  },
  gateway: {
    shows: 'that a million lines reach the gateway once and in order through a thousand kills',
    run: ['npx', 'vitest', 'run', 'test/gateway/fault-run.test.ts'],
    env: { HOOKLINE_TESTS: 'proof' },
  },
  'gateway-planted': {
    shows: 'that the fault run of the gateway notices planted bugs',
    run: ['npx', 'vitest', 'run', 'test/gateway/planted.test.ts'],
  },
  'gateway-planted-tests': {
    shows: 'that the tests of the gateway and of what machines do for it notice planted bugs',
    run: ['node', 'test/gateway/planted/run.mjs'],
  },
  'gateway-orders': {
    shows:
      'that lines reach the gateway once and in order in every order of sending, dying and putting back that chance finds',
    run: ['npx', 'vitest', 'run', 'test/gateway/model.test.ts'],
    env: { HOOKLINE_TESTS: 'proof' },
  },
  fleet: {
    shows: 'that 1,000 machines with records of their own send them whole and have each policy in force',
    run: ['npx', 'vitest', 'run', 'test/gateway/fleet.test.ts'],
    env: { HOOKLINE_TESTS: 'proof' },
  },
  offline: {
    shows: 'that a machine which was away for 21 days at 2,000 events an hour loses no line',
    run: ['npx', 'vitest', 'run', 'test/gateway/offline.test.ts'],
    env: { HOOKLINE_TESTS: 'proof' },
  },
  replay: { shows: 'how many recorded events are replayed a second', run: ['node', 'bench/replay.mjs'] },
};

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || !Object.hasOwn(PROOFS, name)) {
  const lines = Object.entries(PROOFS).map(([each, { shows }]) => `  ${each.padEnd(23)}${shows}`);
  console.error(`usage: npm run test:proof -- NAME\n${lines.join('\n')}`);
  process.exit(1);
}
const { run, env = {} } = PROOFS[name];
const [program, ...words] = run;
const { status } = spawnSync(program, [...words, ...rest], {
  stdio: 'inherit',
  env: { ...process.env, ...env },
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
