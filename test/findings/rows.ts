/** Where the test of a finding stands: its file, and a part of its title (or the id of a conformance case). */
export interface HeldBy {
  readonly file: string;
  readonly title: string;
}

const held = (file: string, title: string): HeldBy => ({ file, title });
const documents = (title: string): HeldBy => held('test/agent/documents.test.ts', title);
const python = (title: string): HeldBy => held('packages/core/src/handlers/python.test.ts', title);
const trusted = (id: string): HeldBy => held('test/conformance/cases/trust.json', id);
const exact = (id: string): HeldBy => held('test/conformance/cases/exact.json', id);

/** Findings about Kolega and Agent Hooks (K), Qoder, Kode and Polytoken (Q), security (S), and the first hour of a new user (N), each with its tests. */
export const FINDINGS: Readonly<Record<string, readonly HeldBy[]>> = {
  K1: [
    exact('exact-public-pattern-on-a-long-input'),
    held('test/matchers/matchers.test.ts', 'gets the answers of Python, with nothing undecided'),
  ],
  K2: [python('counts alone, and what is wrong is named'), exact('exact-public-python-truth')],
  K3: [python('the names of Kolega Code that hooks import are there')],
  K4: [
    held('packages/core/src/engine/written-numbers.test.ts', 'reach the hooks of %s as they were written'),
    exact('exact-public-numbers-travel-as-written'),
  ],
  K5: [
    held('packages/core/src/load/shapes/hook-folders.test.ts', 'is taken as older programs take it, with a warning'),
  ],
  K6: [held('packages/core/src/engine/run-dialect.test.ts', 'the documented debug lines of agent-hooks are printed')],
  K7: [exact('exact-public-refusal-beside-nan'), exact('exact-public-refusal-beside-depth')],
  K8: [held('packages/core/src/load/discover.test.ts', 'a state folder may begin with a tilde')],
  K9: [python('a callable may return a task, at its first call too')],
  K10: [python('an import has a bound of its own')],
  K11: [documents('Stop refused without a reason tells the model to continue working')],
  K12: [held('packages/core/src/load/shapes/grouped-json.test.ts', 'is put to the fast one, with a warning')],
  K13: [held('packages/core/src/engine/answers/ok-reply.test.ts', 'with a reason that is no text')],
  K14: [documents('a refused prompt is a warning to the user')],
  K15: [held('packages/core/src/engine/own-words.test.ts', 'names its tool once')],
  K16: [
    held('packages/core/src/engine/own-words.test.ts', 'in the words of the standard'),
    documents('session_end counts whole seconds'),
  ],
  Q1: [held('test/agent/qoder-watchers.test.ts', 'is refused by exit 2: the old hooks stay in force')],
  Q2: [held('test/agent/edits.test.ts', 'counts only after a reload for Polytoken')],
  Q3: [
    held('test/agent/edits.test.ts', 'of the script of a guard withholds it'),
    trusted('trust-public-kode-changed-script-is-withheld'),
  ],
  Q4: [held('packages/core/src/engine/rules/tool-rule.test.ts', 'begins where the event happened')],
  Q5: [
    held('test/agent/effects.test.ts', 'PreToolUse with continue: false: the tool does not run and the turn ends'),
    held('test/agent/qoder-permission.test.ts', 'deny with interrupt: the turn ends at once, later calls are not run'),
  ],
  Q6: [held('test/agent/folders.test.ts', 'is the folder in which the session was opened, wherever commands go')],
  Q7: [held('test/agent/folders.test.ts', 'a Qoder hook with a relative program')],
  Q8: [held('test/agent/folders.test.ts', 'are those of the worktree for Polytoken')],
  Q9: [held('packages/core/src/engine/run-dialect.test.ts', 'is about the input as rewritten so far')],
  Q10: [held('packages/core/src/engine/rules/tool-rule.test.ts', 'sees the path as given and without links')],
  Q11: [held('test/agent/effects.test.ts', 'ends the turn at once, the output stays and the reason is beside it')],
  Q12: [documents('systemMessage of an async hook is shown to the user')],
  Q13: [held('packages/core/src/engine/answers/broken-answer.test.ts', 'is bad output and decides nothing')],
  Q14: [
    held('packages/core/src/load/shapes/grouped-json.test.ts', 'is skipped: without them another program would be run'),
  ],
  Q15: [documents('how an MCP server is reached')],
  Q16: [held('packages/agent/src/hooks/hook-models.test.ts', 'a hook that asks for %j gets %s')],
  Q17: [documents('hears of an elicitation when it is complete')],
  Q18: [documents('a compaction that is suppressed is held back quietly')],
  Q19: [documents('a plugin finds its data folder')],
  Q20: [documents('sees bypassPermissions')],
  Q21: [
    held('packages/core/src/engine/written-numbers.test.ts', 'is what the next hook and the host get'),
    exact('exact-public-numbers-travel-as-written'),
  ],
  Q22: [documents('the user learns that it failed, what it printed is in the record alone')],
  Q23: [documents('updatedPermissions of a Qoder hook')],
  Q24: [documents('session_end says user_exit at the end of input')],
  Q25: [held('packages/core/src/dialects/kode/answers.test.ts', 'the message is one plain sentence with what to do')],
  Q26: [documents('a chat without a terminal is not interactive')],
  Q27: [held('packages/core/src/engine/rules/glob.test.ts', 'a glob in the free syntax')],
  Q28: [held('packages/core/src/dialects/polytoken/answers.test.ts', 'takes exit 2 for its stop outcome')],
  Q29: [documents('an unknown key is a warning on stderr')],
  Q30: [held('packages/toolbox/src/prove/doctor/home.test.ts', 'where hooks of Kode would take another folder for ~')],
  S1: [
    held('test/untrusted/guards.test.ts', 'every guard of the user starts nothing of an untrusted clone'),
    held('test/quiet-git.test.ts', 'git is started only so that a repository makes it start nothing'),
  ],
  S2: [held('packages/cli/src/commands/write-outside.test.ts', 'writes nothing through $link -> $target')],
  S3: [
    held('packages/cli/src/call/live-host.test.ts', 'cannot as the last command of a hook'),
    held('packages/cli/src/commands/unseen-trust.test.ts', 'is told with the first event of each later session'),
  ],
  S4: [
    held('packages/core/src/engine/answers/broken-refusals.test.ts', 'broken answers that refuse in their first bytes'),
  ],
  S5: [held('test/set-ups/set-ups.test.ts', 'changed code does not run unnoticed: $title')],
  S6: [
    held('packages/core/src/trust/hook-gate.test.ts', 'is withheld when an older version comes back'),
    trusted('trust-public-rollback'),
  ],
  S7: [
    held('packages/core/src/trust/hook-gate.test.ts', 'goes on when another hook has changed'),
    trusted('trust-public-foreign-addition'),
  ],
  S8: [held('packages/guards/src/files/protected-files.test.ts', 'protects every place of every dialect')],
  S9: [
    held('packages/guards/src/shell/interpret.test.ts', 'git bisect run rm -rf /'),
    held('packages/core/src/shell/program-runners.test.ts', 'are known by their names'),
  ],
  S10: [
    held('packages/cli/src/commands/lost-entries.test.ts', 'log --verify tells how many entries are missing'),
    held('test/record/full-disk.test.ts', 'the record tells exactly how much is missing'),
  ],
  S11: [
    held('packages/toolbox/src/cases/run-cases.test.ts', 'a pattern that could take forever does not hold the process'),
    held('packages/cli/src/commands/test/signal.test.ts', '%s ends a test that searches for an expectation'),
  ],
  S12: [held('packages/cli/src/commands/open-folders.test.ts', 'is remarked on by fire and doctor')],
  N1: [
    held('test/installed/packages.test.ts', 'refuses with a guard that it added, beside hooks of other systems'),
    held('test/installed/packages.test.ts', 'a flow list in YAML'),
  ],
  N2: [
    held('test/installed/node-lines.test.ts', 'the installed command passes every conformance case'),
    held('test/private-interfaces.test.ts', 'uses a private interface of Node'),
  ],
  N3: [
    held('test/own-failures/damaged-command.test.ts', 'main.js is missing'),
    held('test/own-failures/stages.test.ts', 'is a refusal with exit code 2 that says so'),
  ],
  N4: [held('test/toolbox/prove-hooks.test.ts', "of its case file's own system")],
  N5: [held('packages/toolbox/src/prove/judge.test.ts', 'is a hole under stress, also where the hook fails closed')],
  N6: [held('packages/cli/src/commands/connect/connect.test.ts', 'writes entries, once, and disconnect gives')],
  N7: [
    held('test/terminal/watch.test.ts', 'asks whether an edit is trusted, runs the cases after a yes'),
    held('test/toolbox/test-command.test.ts', 'says once that scripts have changed since they were trusted'),
  ],
  N8: [held('packages/core/src/host/tool-names.test.ts', 'blocks a dangerous command of Bash')],
  N9: [
    held('test/types/pages.test.ts', 'a mistake in a page is found where it stands there'),
    held('test/types/events.test.ts', 'an event is told apart by its name'),
  ],
  N10: [
    held('packages/core/src/host/host-mistakes.test.ts', 'with onFault "block" also blocks beside hooks of files'),
    held('packages/core/src/host/host-mistakes.test.ts', 'fire, on and reload are errors that say so'),
  ],
  N11: [
    held('packages/core/src/inspect/inspect-hooks.test.ts', 'when its script is missing, not executable or empty'),
    held('packages/core/src/inspect/inspect-hooks.test.ts', 'one mistake hides no other'),
  ],
  N12: [
    held('test/readme.test.ts', 'are all to be found from the README by links'),
    held('test/generated-pages.test.ts', 'the API page has every value that the package exports'),
  ],
  N13: [
    held('test/installed/packages.test.ts', 'holds what a user needs and no more'),
    held('test/installed/packages.test.ts', 'holds no path of the machine that built it'),
  ],
  N14: [held('test/terminal/lists.test.ts', 'keep to the width of the terminal')],
  N15: [
    held('test/toolbox/new-blocks.test.ts', 'takes several systems'),
    held('test/toolbox/remove-command.test.ts', 'undoes what add wrote, in all systems at once'),
    held('test/guards/shared-program.test.ts', 'share one program, whichever systems they are for'),
  ],
  N16: [
    held('test/terminal/questions.test.ts', 'Ctrl-C ends it at once with 130, and nothing is written'),
    held('test/toolbox/prove-command.test.ts', 'takes its running hooks and its folders along when it is interrupted'),
  ],
  N17: [held('packages/cli/src/main.test.ts', 'an option that is nearly one')],
  N18: [
    held('packages/cli/src/commands/empty-project.test.ts', 'but that there is nothing to check, and what to do'),
    held('packages/cli/src/commands/empty-project.test.ts', 'doctor is done in a few lines'),
  ],
  N19: [
    held('test/readme.test.ts', 'is for a reader with one minute'),
    held('test/bench-figures.test.ts', 'is met only when its whole interval is'),
    held('test/bench-figures.test.ts', 'has no text that runs into another'),
  ],
  N20: [held('test/house/words.test.ts', 'sources, tests and pages are in plain words')],
  N21: [held('test/demo.test.ts', 'without jq and python3 plays all the same')],
};
