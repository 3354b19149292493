import type { CommandRequest, Request } from '@hookline/core/internal';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { always, type Stress } from './stress.ts';
import type { Workshop } from './workshop.ts';

const SHORT_MS = 300;
const LONG_SECONDS = '600';

/** The hook hangs past its time limit, which is shortened so that the run does not take long. */
export const TIMEOUT: Stress = {
  name: 'timeout',
  when: () => 'it hangs',
  about: `something that never ends runs in the hook's place, and its time limit is ${SHORT_MS} ms`,
  on: ['command', 'python', 'module', 'http', 'prompt', 'agent'],
  hint: 'a hook can only be quick: what happens at the limit, its system decides',
  forces: always,
  tries: 'one',
  prepare: async (workshop) => {
    const sleep = workshop.program('sleep');
    if (sleep === null) return { unavailable: 'there is no program "sleep" on PATH' };
    const instead = { sleep, url: await silentServer(workshop), modules: modulesThatHang(workshop) };
    return {
      options: { adjust: (request) => hanging(request, instead), model: forever, agent: forever },
    };
  },
};

/** What runs instead of a hook. */
interface Instead {
  readonly sleep: string;
  readonly url: string;
  /** A folder with a python module and a JavaScript module, both of which never answer. */
  readonly modules: string;
}

const MODULE = 'hookline_hangs';

function modulesThatHang(workshop: Workshop): string {
  const folder = workshop.folder('hangs');
  writeFileSync(join(folder, `${MODULE}.py`), `import time\ndef hang(event):\n    time.sleep(${LONG_SECONDS})\n`);
  writeFileSync(join(folder, `${MODULE}.mjs`), 'export const hang = () => new Promise(() => {});\n');
  return folder;
}

function hanging(request: Request, { sleep, url, modules }: Instead): Request {
  switch (request.kind) {
    case 'command': {
      const { script: _script, ...rest }: CommandRequest = request;
      return { ...rest, program: sleep, args: [LONG_SECONDS], timeoutMs: SHORT_MS };
    }
    case 'http':
      return { ...request, url, timeoutMs: SHORT_MS };
    case 'prompt':
    case 'agent':
      return { ...request, timeoutMs: SHORT_MS };
    case 'python': {
      const { imports: _imports, ...rest } = request;
      return { ...rest, project: modules, callable: `${MODULE}:hang`, timeoutMs: SHORT_MS };
    }
    case 'module':
      return { ...request, path: join(modules, `${MODULE}.mjs`), exportName: 'hang', timeoutMs: SHORT_MS };
    case 'mcp_tool':
    case 'central':
    case 'function':
    case 'impossible':
      return request;
  }
}

const forever = (_request: unknown, signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('called off')));
  });

/** Accepts every call and never answers. */
async function silentServer(workshop: Workshop): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  workshop.onClose(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
