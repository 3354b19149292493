import type { CommandRow } from '../command-row.ts';
import { LAST } from '../fire-row.ts';
import { OPTIONS, TOOLBOX_OPTIONS } from '../options.ts';

export const CONVERT = {
  name: 'convert',
  about: "Write the hooks of one system as another's, and say what is lost; scripts keep working unchanged.",
  options: [
    TOOLBOX_OPTIONS.from,
    TOOLBOX_OPTIONS.to,
    TOOLBOX_OPTIONS.ofUser,
    TOOLBOX_OPTIONS.outputFolder,
    TOOLBOX_OPTIONS.givenTools,
    TOOLBOX_OPTIONS.strictLoss,
    TOOLBOX_OPTIONS.dryRun,
    TOOLBOX_OPTIONS.yes,
    TOOLBOX_OPTIONS.noInput,
    OPTIONS.project,
    OPTIONS.home,
    OPTIONS.stateDir,
    OPTIONS.plugin,
    ...LAST,
  ],
  examples: [
    {
      does: 'look first: what would be written, and what is lost',
      line: 'hookline convert --from kolega --to qoder --dry-run',
    },
    { does: 'the hooks of this project, for another system', line: 'hookline convert --from kolega --to qoder' },
    { does: 'your own hooks, of all projects', line: 'hookline convert --from kode --to polytoken --user' },
    {
      does: 'in a pipeline: fail when a hook loses what it uses',
      line: 'hookline convert --from qoder --to kolega --strict --json',
    },
  ],
  exits: {
    0: 'written, or nothing to convert',
    1: 'nothing was written: with --strict a hook loses what it uses, the answer was no, or the call could not be carried out',
    130: 'interrupted at a question; nothing was written',
  },
} as const satisfies CommandRow;
