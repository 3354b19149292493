// A function of the host, dispatched in its own process. Nothing is recorded, as the peers record nothing.
import { createHooks } from '../../packages/core/dist/index.js';
import { smallEvent } from '../work.mjs';

export async function prepare({ folder }) {
  const hooks = await createHooks({ project: folder, record: false });
  let calls = 0;
  hooks.on({ event: 'PreToolUse', matcher: 'Bash' }, () => {
    calls += 1;
  });
  const event = smallEvent(folder);
  const run = async (repeat) => {
    const before = calls;
    for (let count = 0; count < repeat; count++) await hooks.fire(event);
    if (calls !== before + repeat) throw new Error('the function was not called');
  };
  return { run, close: hooks.close };
}
