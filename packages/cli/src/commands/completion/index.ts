import type { Command, CommandRow } from '../../call/arguments.ts';
import { OPTIONS } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeOut } from '../../print/output.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** The script that teaches a shell the commands and their options. */
type Script = (commands: readonly CommandRow[]) => string;

const SCRIPTS: ReadonlyMap<string, Script> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

/** The command that prints the script of a shell for these commands. */
export const completionOf = (commands: () => Promise<readonly CommandRow[]>): Command => ({
  name: 'completion',
  about: 'Print a completion script for a shell.',
  words: { usage: 'bash|zsh|fish', min: 1, max: 1, completes: [...SCRIPTS.keys()] },
  options: [OPTIONS.help],
  examples: [
    { does: 'bash, in ~/.bashrc', line: 'source <(hookline completion bash)' },
    { does: 'fish', line: 'hookline completion fish > ~/.config/fish/completions/hookline.fish' },
  ],
  run: async ({ words: [shell = ''] }) => {
    writeOut(completionScript(shell, await commands()));
    return 0;
  },
});

/** The script of a shell, without hidden commands; throws a wrong call for a shell that has none. */
export function completionScript(shell: string, commands: readonly CommandRow[]): string {
  const script = SCRIPTS.get(shell);
  if (script === undefined) throw wrongCall(`unknown shell "${shell}"; expected ${[...SCRIPTS.keys()].join(', ')}`);
  return script(commands.filter(({ hidden }) => hidden !== true));
}
