import type { Level } from '@hookline/core/internal';
import { readAgentTypes } from '../agent-types/read-agent-types.ts';
import { refusesChange } from '../effects.ts';
import type { Session } from '../session.ts';
import type { Thread } from '../thread.ts';
import type { ChangeSource } from './configuration-sources.ts';

/** A configuration file that was edited, made or removed. */
export interface ConfigurationChange {
  readonly path: string;
  readonly source: ChangeSource;
}

/** Takes changes over one by one. While a refused one stands, hook files are not read again: all are read together. */
export function createConfigChanges(
  { session, host }: Thread,
  onReload: () => void,
): (change: ConfigurationChange) => Promise<void> {
  const refused = new Set<string>();
  return async ({ path, source }) => {
    const outcome = await host.fire('ConfigChange', { source, file_path: path });
    if (refusesChange(session, outcome, path)) {
      refused.add(path);
      return;
    }
    refused.delete(path);
    if (source === 'agents') return rereadAgentTypes(session);
    if (refused.size > 0)
      return say(session, `${path} is not read again while the change of ${[...refused][0]} stands`);
    await reloadHooks(session);
    onReload();
  };
}

/** Reads hook files again and says what came of it. */
export async function reloadHooks(session: Session): Promise<boolean> {
  const { applied, diagnostics } = await session.hooks.reload();
  for (const diagnostic of diagnostics) session.front.tell({ type: 'diagnostic', diagnostic });
  const armed = session.hooks.list().filter((hook) => hook.armed).length;
  if (applied) say(session, `hooks read again: ${armed} armed`);
  else say(session, 'the new hook files are bad or not trusted; the old hooks stay in force', 'warning');
  return applied;
}

async function rereadAgentTypes(session: Session): Promise<void> {
  const { types, problems } = await readAgentTypes(session);
  session.agentTypes = types;
  for (const problem of problems) say(session, problem, 'warning');
}

function say({ front }: Session, text: string, level: Level = 'info'): void {
  front.tell({ type: 'message', level, text, hook: null });
}
