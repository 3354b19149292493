// Programs that a host starts once per event: Node alone, the command, and a client of the resident process.
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from '../../test/installed/node-lines.mjs';
import { INLINE, smallEvent, writeCommands } from '../work.mjs';
import { runProgram } from './raw.mjs';

const COMMAND = fileURLToPath(new URL('../../packages/cli/dist/hookline.js', import.meta.url));

const PROGRAMS = {
  node: ({ node }) => ({ words: [node, '-e', '0'], stdin: '' }),
  fire: ({ node, folder, event }) => ({
    words: [node, COMMAND, 'fire', event, '--project', folder, '--json'],
    stdin: '',
  }),
  resident: startResident,
};

/** `line` is a line of Node; without it, the Node that measures. */
export async function prepare({ what, folder, line, variables = {} }) {
  const node = line === undefined ? process.execPath : findNode(line).node;
  writeCommands(folder, 'PreToolUse', [{ command: INLINE }]);
  const event = join(folder, 'event.json');
  writeFileSync(event, JSON.stringify(smallEvent(folder)));
  const { NODE_EXTRA_CA_CERTS: _, ...plain } = process.env;
  const env = { ...plain, ...variables, HOME: folder, HOOKLINE_STATE_DIR: join(folder, 'hookline-state') };
  const { words, stdin, close } = await PROGRAMS[what]({ node, folder, event, env });
  const run = async (repeat) => {
    for (let count = 0; count < repeat; count++) {
      const output = await runProgram(words, { stdin, env, cwd: folder });
      if (what !== 'node' && !output.includes('"passed"'))
        throw new Error(`the hook did not run: ${output.slice(0, 500)}`);
    }
  };
  return { run, close };
}

/** The client is the script that the command writes; it finds the server by the variable. */
async function startResident({ node, folder, event, env }) {
  const socket = join(folder, 'resident.sock');
  const client = join(folder, 'client');
  execFileSync(node, [COMMAND, 'client', '--output', client], { env });
  env.HOOKLINE_SOCKET = socket;
  const server = spawn(node, [COMMAND, 'serve', '--socket', socket], { env, cwd: folder });
  await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.stderr.once('data', (text) => reject(new Error(`hookline serve: ${text}`)));
    server.once('error', reject);
  });
  return { words: [client, 'fire', event, '--project', folder, '--json'], stdin: '', close: () => server.kill() };
}
