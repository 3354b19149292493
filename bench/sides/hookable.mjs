// hookable with one function.
import { importPeer } from '../peers.mjs';
import { smallEvent } from '../work.mjs';

export async function prepare({ folder }) {
  const { createHooks } = await importPeer('hookable');
  const hooks = createHooks();
  let calls = 0;
  hooks.hook('before-tool', () => {
    calls += 1;
  });
  const event = smallEvent(folder);
  const run = async (repeat) => {
    const before = calls;
    for (let count = 0; count < repeat; count++) await hooks.callHook('before-tool', event);
    if (calls !== before + repeat) throw new Error('the function was not called');
  };
  return { run };
}
