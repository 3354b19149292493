import type { Host } from './host.ts';
import type { PermissionMode } from '../contract/permission-mode.ts';
import type { Session } from './session.ts';

/** Changes the permission mode and tells hooks of it; nothing happens when it is the same. */
export async function switchMode(session: Session, host: Host, to: PermissionMode): Promise<void> {
  const from = session.mode;
  if (from === to) return;
  session.mode = to;
  session.write({ type: 'mode', mode: to });
  session.ui.tell({ type: 'mode', from, to });
  await host.fire('FacetSwitch', { from_facet: from, to_facet: to });
}
