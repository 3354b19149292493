import { DIALECTS, EVENT_NAMES } from '@hookline/core/internal';
import type { CommandRow } from '../../call/command-row.ts';
import { COMMANDS } from '../index.ts';
import { type Completion, KNOWN_WORDS } from '../../call/options.ts';

/** The commands that a shell offers. */
export const visibleCommands = (): readonly CommandRow[] =>
  COMMANDS.filter((command: CommandRow) => command.hidden !== true);

/** The words that may stand in a place; null where the shell itself knows files or folders. */
export function wordsFor(completion: Completion): readonly string[] | null {
  switch (completion) {
    case 'files':
    case 'folders':
      return null;
    case 'nothing':
      return [];
    case 'dialects':
      return DIALECTS.map(({ id }) => id);
    case 'dialectsOrAll':
      return [...DIALECTS.map(({ id }) => id), 'all'];
    case 'events':
      return EVENT_NAMES;
    case 'shells':
    case 'reporters':
    case 'providers':
    case 'modes':
    case 'failures':
    case 'stresses':
    case 'caseReporters':
    case 'languages':
    case 'guards':
      return KNOWN_WORDS[completion];
  }
}
