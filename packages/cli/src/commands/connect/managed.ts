import type { AgentTable } from '@hookline/core/internal';
import type { ConnectionChoice } from '@hookline/toolbox';

/** A connection that an administrator makes. */
interface ManagedChoice {
  readonly agent: AgentTable;
  readonly choice: ConnectionChoice;
}

export const managedJson = (_choices: readonly ManagedChoice[]): unknown => ({});
export const managedLines = (_choices: readonly ManagedChoice[]): readonly string[] => [];
