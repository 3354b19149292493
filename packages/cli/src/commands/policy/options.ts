import type { OptionRow } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';

export const KEY = {
  name: 'key',
  value: 'FILE',
  repeatable: true,
  completes: 'files',
  about: 'A key that signs policies.',
} satisfies OptionRow;
export const ROOT_KEY = {
  name: 'root-key',
  value: 'FILE',
  repeatable: true,
  completes: 'files',
  about: 'A key that says who may sign.',
} satisfies OptionRow;
export const ONLINE = {
  name: 'online-key',
  value: 'FILE',
  completes: 'files',
  about: 'The key that is online, for the time stamp.',
} satisfies OptionRow;
export const THRESHOLD = {
  name: 'threshold',
  value: 'N',
  about: 'How many keys must sign a policy; 2 by default.',
} satisfies OptionRow;
export const ROOT_THRESHOLD = {
  name: 'root-threshold',
  value: 'N',
  about: 'How many keys must sign the root; 2 by default.',
} satisfies OptionRow;
export const URL_OPTION = { name: 'url', value: 'URL', about: 'Where machines get the policy.' } satisfies OptionRow;
export const STAGE = {
  name: 'stage',
  value: 'N',
  about: 'The stage of the roll-out, counted from 1.',
} satisfies OptionRow;
export const SHADOW = {
  name: 'shadow',
  value: 'HOOK',
  repeatable: true,
  about: 'A hook that is to decide nothing from now on. Repeatable.',
} satisfies OptionRow;

/** A plain word that an action cannot do without. */
export function neededWord(words: readonly string[], place: number, usage: string): string {
  const word = words[place];
  if (word === undefined) throw wrongCall(`call it as: hookline policy ${usage}`);
  return word;
}
