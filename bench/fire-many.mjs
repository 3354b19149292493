// Fires many events at functions of the host and prints the heap before and after as JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHooks } from '../packages/core/dist/index.js';

const fires = Number(process.argv[2]);
const warmUp = 2000;
const folder = mkdtempSync(join(tmpdir(), 'hookline-memory-'));
const hooks = await createHooks({
  project: folder,
  home: folder,
  env: { PATH: process.env.PATH, HOOKLINE_STATE_DIR: join(folder, 'state') },
});
hooks.on({ event: 'PreToolUse', matcher: 'Bash' }, ({ tool_input }) =>
  tool_input.command === 'rm' ? { decision: 'block', reason: 'no' } : undefined,
);

const fireMany = async (count) => {
  for (let number = 0; number < count; number++) {
    await hooks.fire({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: folder,
      tool_name: 'Bash',
      tool_input: { command: number % 10 === 0 ? 'rm' : 'ls' },
    });
  }
};
const heapMb = () => {
  gc();
  return process.memoryUsage().heapUsed / 1e6;
};

await fireMany(warmUp);
const beforeMb = heapMb();
const started = performance.now();
await fireMany(fires);
const perFireMs = (performance.now() - started) / fires;
const afterMb = heapMb();
await hooks.close();
rmSync(folder, { recursive: true, force: true });
console.log(JSON.stringify({ fires, warmUp, beforeMb, afterMb, perFireMs }));
