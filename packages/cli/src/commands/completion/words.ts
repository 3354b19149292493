import { DIALECTS, EVENT_NAMES } from '@hookline/core/internal';
import type { Completion } from '../../call/options.ts';

/** The words that a shell offers; null where the shell itself knows files or folders. */
export function wordsFor(completion: Completion): readonly string[] | null {
  switch (completion) {
    case 'files':
    case 'folders':
      return null;
    case 'dialects':
      return DIALECTS.map(({ id }) => id);
    case 'dialectsOrAll':
      return [...DIALECTS.map(({ id }) => id), 'all'];
    case 'events':
      return EVENT_NAMES;
    default:
      return completion;
  }
}
