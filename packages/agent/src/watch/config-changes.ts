import type { ReloadOptions } from '@hookline/core/internal';
import { readAgentTypes } from '../agent-types/read-agent-types.ts';
import { refusesChange } from '../session/effects.ts';
import type { Session } from '../session/session.ts';
import type { Thread } from '../session/thread.ts';
import { waitsForReload } from './configuration-sources.ts';
import type { ConfigurationFile } from './watch-configuration.ts';
import { showMessage } from '../session/show-message.ts';

/**
 * Applies changes one by one. While a refused one stands, hook files are not read again: all are read together. Files of
 * a system that applies edits only on a reload wait for one, whatever hooks answer.
 */
export function createConfigChanges(
  { session, host }: Thread,
  onReload: () => void,
): (change: ConfigurationFile) => Promise<void> {
  const refused = new Set<string>();
  return async ({ path, source }) => {
    const outcome = await host.fire('ConfigChange', { source, file_path: path });
    const isWaiting = waitsForReload(session, path);
    if (refusesChange(session, outcome, path)) {
      if (!isWaiting) refused.add(path);
      return;
    }
    refused.delete(path);
    if (isWaiting)
      return showMessage(session.ui, 'info', `${path} was edited: it is read again only by a reload, /reload in chat`);
    if (source === 'agents') return rereadAgentTypes(session);
    if (refused.size > 0)
      return showMessage(
        session.ui,
        'info',
        `${path} is not read again until the change of ${[...refused][0]}, which a hook refused, is undone`,
      );
    await reloadHooks(session, { after: 'edit' });
    onReload();
  };
}

/** Reads hook files again and reports the result; false when not all of them are in force now. */
export async function reloadHooks(session: Session, options: ReloadOptions = {}): Promise<boolean> {
  const { applied, kept, diagnostics } = await session.hooks.reload(options);
  for (const diagnostic of diagnostics) session.ui.tell({ type: 'diagnostic', diagnostic });
  const armed = session.hooks.list().filter((hook) => hook.armed).length;
  if (!applied) showMessage(session.ui, 'warning', NOT_TAKEN_OVER);
  else if (kept.length === 0) showMessage(session.ui, 'info', `hooks read again: ${armed} armed`);
  else
    showMessage(
      session.ui,
      'warning',
      `hooks read again: ${armed} armed, with those read before from ${kept.join(', ')}`,
    );
  return applied && kept.length === 0;
}

// Which hooks of a project run is decided anew at each event: nothing may be promised about them here.
const NOT_TAKEN_OVER =
  'the edited hook files are not taken over: they are bad, or the project is not trusted with them';

async function rereadAgentTypes(session: Session): Promise<void> {
  const { types, problems } = await readAgentTypes(session);
  session.agentTypes = types;
  for (const problem of problems) showMessage(session.ui, 'warning', problem);
}
