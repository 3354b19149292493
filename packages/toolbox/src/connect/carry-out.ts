import { dirname } from 'node:path';
import { removeFiles } from '../files/remove-files.ts';
import { writeChanges } from '../files/write-changes.ts';
import { connectionOf, type ConnectionScope, forgetConnection, keepConnection } from './connections.ts';
import type { AgentPlace, ConnectPlan, DisconnectPlan } from './plan-connection.ts';

/** Writes the entries of a plan; what is needed to take them out again is kept first. */
export function carryOutConnect(plan: Extract<ConnectPlan, { readonly ok: true }>, place: AgentPlace): void {
  keepConnection(plan.connection, place);
  if (plan.change !== null) writeChanges([plan.change], rootOf(plan.connection.scope, place));
}

/** Takes the entries out, and forgets what was kept about them. */
export function carryOutDisconnect(
  { file, change, removesFile }: Extract<DisconnectPlan, { readonly ok: true }>,
  about: { readonly agent: string; readonly scope: ConnectionScope },
  place: AgentPlace,
): void {
  const connection = { ...about, file };
  const root = rootOf(about.scope, place);
  if (change !== null) writeChanges([change], root);
  if (removesFile) {
    const made = connectionOf(connection, place)?.made;
    const top = made?.top ?? (made?.folder === true ? dirname(dirname(file)) : dirname(file));
    removeFiles([file], { top, root });
  }
  forgetConnection(connection, place);
}

/** Below which a symlink must not lead out; null: the user's own files may be anywhere. */
const rootOf = (scope: ConnectionScope, { project }: AgentPlace): string | null =>
  scope === 'project' ? project : null;
