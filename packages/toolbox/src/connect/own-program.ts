import type { ConnectionScope } from './connections.ts';
import type { EntryPrograms } from './entries.ts';

/** The area of checks about connected agents. */
export const AGENTS_AREA = 'agents';

/** What the checks need from the program that makes them. */
export interface OwnProgram {
  /** How entries are written now. */
  readonly programsOf: (scope: ConnectionScope) => EntryPrograms;
  /** Starts the resident server as an entry would; done when it can be reached, or cannot. */
  readonly startServer: () => Promise<void>;
}
