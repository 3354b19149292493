// Programs that a host starts once per event: Node alone, the command, and a client of the resident process.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { INLINE, smallEvent, writeCommands } from '../work.mjs';
import { runProgram } from './raw.mjs';

const COMMAND = fileURLToPath(new URL('../../packages/cli/dist/hookline.js', import.meta.url));
const CLIENT = fileURLToPath(new URL('../../packages/cli/dist/client.sh', import.meta.url));
const START_LIMIT_MS = 5000;

const PROGRAMS = {
  node: () => ({ words: [process.execPath, '-e', '0'], stdin: '' }),
  fire: ({ folder, event }) => ({
    words: [process.execPath, COMMAND, 'fire', event, '--project', folder, '--json'],
    stdin: '',
  }),
  resident: startResident,
};

export async function prepare({ what, folder }) {
  writeCommands(folder, 'PreToolUse', [{ command: INLINE }]);
  const event = join(folder, 'event.json');
  writeFileSync(event, JSON.stringify(smallEvent(folder)));
  const env = { ...process.env, HOME: folder, HOOKLINE_STATE_DIR: join(folder, 'hookline-state') };
  const { words, stdin, close } = await PROGRAMS[what]({ folder, event, env });
  const run = async (repeat) => {
    for (let count = 0; count < repeat; count++) {
      const output = await runProgram(words, { stdin, env, cwd: folder });
      if (what !== 'node' && !output.includes('"passed"'))
        throw new Error(`the hook did not run: ${output.slice(0, 500)}`);
    }
  };
  return { run, close };
}

/** The client is the bash script beside the command; it is given the socket and the event on stdin. */
async function startResident({ folder, event, env }) {
  const socket = join(folder, 'resident.sock');
  const server = spawn(process.execPath, [COMMAND, 'serve', '--socket', socket, '--project', folder], {
    env,
    cwd: folder,
    stdio: 'ignore',
  });
  const givesUpAt = performance.now() + START_LIMIT_MS;
  while (!existsSync(socket)) {
    if (performance.now() > givesUpAt) throw new Error(`hookline serve made no socket within ${START_LIMIT_MS} ms`);
    await wait(20);
  }
  return { words: ['bash', CLIENT, socket], stdin: readFileSync(event, 'utf8'), close: () => server.kill() };
}
