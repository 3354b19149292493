import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';

/** Closes the pool while a shell is being started by a helper that answers late; nothing else keeps the host alive. */
const HOST = `
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Helper } from './packages/core/src/handlers/warm/helper.ts';
import { ShellPool } from './packages/core/src/handlers/warm/shell-pool.ts';

const helper = new Helper(() => undefined);
while (!helper.isReady()) await wait(5);
const pool = new ShellPool(helper);
const shape = { key: 'k', file: '/bin/bash', argv0: 'bash', reads: 'text', env: {} };
pool.take(shape);
pool.refill();
while (pool.take(shape) === null) await wait(5); // the exit pipe is open now
const [pid] = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ');
process.kill(Number(pid), 'SIGSTOP');
spawn('sh', ['-c', 'sleep 0.5; kill -CONT ' + pid], { detached: true, stdio: 'ignore' }).unref();
pool.refill();
await pool.close();
await helper.end();
console.log('closed');
`;

test.runIf(process.platform === 'linux')(
  'closing waits for a shell that is being started',
  { timeout: 60_000 },
  async () => {
    const host = bundle(HOST);
    const assets = fileURLToPath(new URL('../../packages/core/assets', import.meta.url));
    cpSync(assets, join(dirname(host.path), 'assets'), { recursive: true });
    const child = spawn(process.execPath, [host.path], { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const [status] = await once(child, 'close');
    host.remove();
    expect({ status, printed }).toEqual({ status: 0, printed: 'closed\n' });
  },
);
