// tapable's AsyncSeriesHook with one function.
import { importPeer } from '../peers.mjs';
import { smallEvent } from '../work.mjs';

export async function prepare({ folder }) {
  const { AsyncSeriesHook } = (await importPeer('tapable')).default;
  const hook = new AsyncSeriesHook(['event']);
  let calls = 0;
  hook.tap('bench', () => {
    calls += 1;
  });
  const event = smallEvent(folder);
  const run = async (repeat) => {
    const before = calls;
    for (let count = 0; count < repeat; count++) await hook.promise(event);
    if (calls !== before + repeat) throw new Error('the function was not called');
  };
  return { run };
}
