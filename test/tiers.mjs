// Which test belongs to which tier: docs/contribute/tests.md says what each is for. `npm test` runs all but `stories`, `whole` and `proof`.

/** Folders of each package whose code needs no process, no file of others and no clock. */
const PURE_FOLDERS = {
  core: ['bridge', 'dialects', 'engine', 'load', 'model', 'text'],
  guards: ['checks', 'commands', 'files', 'guard', 'program', 'secrets', 'shell'],
  toolbox: ['author', 'cases', 'convert', 'evidence', 'files', 'replay'],
  cli: ['call', 'chat', 'print'],
  agent: ['permission'],
  fleet: ['protocol'],
  gateway: ['ingest'],
};

/** In these folders, what starts processes, needs a module that nothing has used before, or counts the processor time of its process. */
const NOT_PURE = [
  'packages/cli/src/call/{person-only,live-host}.test.ts',
  'packages/core/src/engine/nesting.test.ts',
  'packages/core/src/engine/hook-index.test.ts',
  'packages/core/src/engine/rules/{compile-matcher,search,search-stall,search-thread}.test.ts',
  'packages/core/src/engine/rules/python-regex.test.ts',
  'packages/core/src/engine/rules/tool-rule.test.ts',
  'packages/core/src/shell/{bash-tree,shlex}.test.ts',
  'packages/core/src/text/visible.test.ts',
];

/** Folders of test/ whose files call the built command and look at what it did: they can share a process. */
const STORY_FOLDERS = ['agent', 'convert', 'guards', 'pages', 'seeds', 'set-ups', 'terminal', 'toolbox', 'untrusted'];

/** Folders of test/ that take long: they flood, measure their own process, or go through every case. */
const LONG_FOLDERS = ['clients', 'faults', 'fuzz', 'gateway', 'network', 'record', 'soak', 'studio', 'warm'];

/** Single files that take long. */
const LONG_FILES = [
  'packages/agent/src/models/ask-provider.test.ts',
  'packages/cli/src/call/{person-only,live-host}.test.ts',
  'packages/cli/src/commands/{driven-writes,unseen-trust,write-outside}.test.ts',
  'packages/cli/src/commands/policy/*.test.ts',
  'packages/core/src/handlers/python.test.ts',
  'packages/core/src/handlers/process/host.test.ts',
  'packages/core/src/process/descendants.test.ts',
  'packages/core/src/engine/rules/search-stall.test.ts',
  'packages/core/src/managed/switched-off.test.ts',
  'packages/core/src/trust/hostile-files.test.ts',
  'packages/agent/src/mcp/connect.test.ts',
  'packages/agent/src/transcript/transcript-processes.test.ts',
  'packages/agent/src/watch/watch.test.ts',
  'packages/agent/src/worktree/worktree.test.ts',
  'packages/cli/src/commands/{ask,chat,doctor-agents,empty-project,looking,open-folders,verify-log}.test.ts',
  'packages/cli/src/commands/{connect,hook}/*.test.ts',
  'packages/cli/src/resident/*.test.ts',
  'packages/core/src/record/writer-processes.test.ts',
  'packages/core/src/record/columns/record-index.test.ts',
  'packages/core/src/record/verify.test.ts',
  'packages/core/src/trust/store-processes.test.ts',
  'packages/toolbox/src/connect/{byte-for-byte,event-files}.test.ts',
  'packages/toolbox/src/prove/stress/environment.test.ts',
  'packages/gateway/src/{checkpoints,offload,policy,replay,retention,server}/*.test.ts',
  'test/demo.test.ts',
  'test/house/walk.test.ts',
  'test/installed/node-lines.test.ts',
];

/** What only `npm run test:proof` runs: the same as other tests once more, by another way or with chance. */
const PROOF_FILES = [
  'packages/cli/src/resident/conformance.test.ts',
  'test/agent/long-session.test.ts',
  'test/fuzz/terminal.test.ts',
  'test/gateway/planted.test.ts',
  'test/warm/{conformance,faults}.test.ts',
];

/**
 * Of many tests that tell the same story with other dialects, answers or scripts, the full run plays one in so many:
 * the first, and from there on every n-th of its file. `npm run test:proof -- stories` plays all.
 */
export const TURNS = [
  { folder: 'test/agent/', oneIn: 4 },
  { folder: 'test/guards/', oneIn: 3 },
  { folder: 'test/toolbox/', oneIn: 3 },
  { folder: 'test/warm/', oneIn: 3 },
  { folder: 'packages/agent/src/models/', oneIn: 3 },
];

const inFolders = (pattern) =>
  Object.entries(PURE_FOLDERS).map(
    ([name, folders]) => `packages/${name}/src/${pattern(folders.join('|'))}/**/*.test.ts`,
  );

/** What looks at the whole process (its descriptors, its memory, what it has loaded), and so needs one that no other file has used. */
const FRESH_FILES = [
  'packages/core/src/engine/rules/tool-rule.test.ts',
  'packages/core/src/handlers/command.test.ts',
  'packages/core/src/handlers/process/next-run.test.ts',
  'packages/core/src/host/described-hook.test.ts',
  'packages/core/src/record/{append,recorder}.test.ts',
];

/** Some tests look at what is left after a collection of garbage. */
const FORKS = { pool: 'forks', execArgv: ['--expose-gc'] };

const TAKE_TURNS = ['test/support/take-turns.ts'];

export const TIERS = {
  pure: { include: inFolders((names) => `@(${names})`), exclude: NOT_PURE, pool: 'threads', isolate: false },
  processes: {
    include: [
      ...inFolders((names) => `!(${names})`),
      'packages/*/src/*.test.ts',
      'test/*.test.ts',
      `test/!(${[...STORY_FOLDERS, ...LONG_FOLDERS].join('|')})/**/*.test.ts`,
      ...NOT_PURE,
    ],
    exclude: [...LONG_FILES, ...FRESH_FILES],
    ...FORKS,
    isolate: false,
  },
  fresh: { include: FRESH_FILES, ...FORKS },
  stories: {
    include: [`test/@(${STORY_FOLDERS.join('|')})/**/*.test.ts`],
    exclude: PROOF_FILES,
    setupFiles: TAKE_TURNS,
    ...FORKS,
    isolate: false,
  },
  whole: {
    include: [`test/@(${LONG_FOLDERS.join('|')})/**/*.test.ts`, ...LONG_FILES],
    exclude: PROOF_FILES,
    setupFiles: TAKE_TURNS,
    ...FORKS,
  },
  proof: { include: PROOF_FILES, ...FORKS },
};

/** The files that take longest, longest first: they begin first, so that no worker waits for one of them at the end. */
export const LONGEST = [
  'test/installed/node-lines.test.ts',
  'test/conformance/conformance.test.ts',
  'test/pages/pages.test.ts',
  'test/agent/effects.test.ts',
  'test/agent/events.test.ts',
  'test/agent/providers.test.ts',
  'test/guards/add.test.ts',
  'test/guards/added-cases.test.ts',
  'packages/cli/src/resident/resident.test.ts',
];
