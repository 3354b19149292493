import { AGENTS, type AgentTable } from '@hookline/core/internal';
import { dirname } from 'node:path';
import { removeFiles } from '../files/remove-files.ts';
import { type FileChange, writeChanges } from '../files/write-changes.ts';
import { connectionOf, type ConnectionScope, forgetConnection, keepConnection } from './connections.ts';
import { formatOf } from './entry-format.ts';
import type { AgentPlace, ConnectPlan, DisconnectPlan } from './plan-connection.ts';

/** Writes the entries of a plan; what is needed to take them out again is kept first. */
export function carryOutConnect(plan: Extract<ConnectPlan, { readonly ok: true }>, place: AgentPlace): void {
  keepConnection(plan.connection, place);
  if (plan.change === null) return;
  const root = rootOf(plan.connection.scope, place);
  const { changes, removed } = inFiles(agentNamed(plan.connection.agent), plan.change);
  writeChanges(changes, root);
  if (removed.length > 0) removeFiles(removed, { top: dirname(removed[0] ?? ''), root });
}

const agentNamed = (id: string): AgentTable | undefined => AGENTS.find((agent) => agent.id === id);

/** A change of what an agent reads as changes of files, and the files that go. */
function inFiles(
  agent: AgentTable | undefined,
  change: Omit<FileChange, 'after'> & { readonly after: string | null },
): { readonly changes: readonly FileChange[]; readonly removed: readonly string[] } {
  const folder = agent === undefined ? undefined : formatOf(agent).folder;
  const { after } = change;
  if (folder !== undefined) return folder.changes(change.path, change.before, after);
  return after === null ? { changes: [], removed: [change.path] } : { changes: [{ ...change, after }], removed: [] };
}

/** Takes the entries out, and forgets what was kept about them. */
export function carryOutDisconnect(
  { file, before, change, removesFile }: Extract<DisconnectPlan, { readonly ok: true }>,
  about: { readonly agent: string; readonly scope: ConnectionScope },
  place: AgentPlace,
): void {
  const connection = { ...about, file };
  const root = rootOf(about.scope, place);
  if (change !== null) writeChanges([change], root);
  if (removesFile) {
    const made = connectionOf(connection, place)?.made;
    const top = made?.top ?? (made?.folder === true ? dirname(dirname(file)) : dirname(file));
    const { removed } = inFiles(agentNamed(about.agent), { path: file, before, after: null, executable: false });
    removeFiles(removed, { top, root });
  }
  forgetConnection(connection, place);
}

/** Below which a symlink must not lead out; null: the user's own files may be anywhere. */
const rootOf = (scope: ConnectionScope, { project }: AgentPlace): string | null =>
  scope === 'project' ? project : null;
