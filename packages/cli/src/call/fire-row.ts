import type { CommandRow, WordsRow } from './arguments.ts';
import { OPTIONS } from './options.ts';

/** The options that say which event is meant. */
export const EVENT = [OPTIONS.event, OPTIONS.tool, OPTIONS.input, OPTIONS.prompt, OPTIONS.session, OPTIONS.set];

/** The options that say which hooks are meant, but for the project. */
export const HOOKS = [OPTIONS.dialect, OPTIONS.home, OPTIONS.stateDir, OPTIONS.plugin];

/** The options that say which hooks are meant. */
export const PLACE = [OPTIONS.project, ...HOOKS];

/** The same for a command that takes an event, which says where it happened. */
export const EVENT_PLACE = [OPTIONS.projectOfEvent, ...HOOKS];

export const LAST = [OPTIONS.json, OPTIONS.help];

const EVENT_FILE: WordsRow = { usage: '[FILE|-]', min: 0, max: 1, completes: 'files' };

/** The command that runs hooks; apart from the others, because it must not pay for their table. */
export const FIRE = {
  name: 'fire',
  about: 'Run the hooks of one event and print the outcome.',
  words: EVENT_FILE,
  options: [...EVENT, ...EVENT_PLACE, OPTIONS.trustHooks, OPTIONS.wait, OPTIONS.debug, ...LAST],
  examples: [
    {
      does: 'ask the hooks of this project about a command',
      line: `hookline fire --event PreToolUse --tool Bash --input '{"command":"ls"}'`,
    },
    { does: 'take the event from a program', line: 'agent-event | hookline fire - --json' },
    { does: 'also wait for background hooks', line: 'hookline fire event.json --wait' },
  ],
  exits: {
    0: 'nothing blocked',
    1: 'the call could not be carried out: bad event, bad option, or a hook file that its system rejects as a whole',
    2: 'blocked, or hookline itself failed while it decided; the reason is on stderr',
    130: 'interrupted, and its hooks with it',
  },
} as const satisfies CommandRow;
