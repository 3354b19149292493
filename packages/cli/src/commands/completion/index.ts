import type { Arguments } from '../../call/arguments.ts';
import { KNOWN_WORDS } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';
import { writeOut } from '../../print/output.ts';

type Shell = (typeof KNOWN_WORDS.shells)[number];

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints the script that teaches a shell the commands and options. */
export function completion(given: Arguments): Promise<number> {
  const asked = given.words[0] ?? '';
  const shell = KNOWN_WORDS.shells.find((name) => name === asked);
  if (shell === undefined) throw wrongCall(`unknown shell "${asked}"; expected ${KNOWN_WORDS.shells.join(', ')}`);
  writeOut(SCRIPTS[shell]());
  return Promise.resolve(0);
}
