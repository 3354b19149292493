import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../support/programs.ts';

const COMMAND = join(import.meta.dirname, '../../packages/cli/dist/hookline.js');

it(
  'one command collects the record of a machine, and serves the same after it was killed',
  { ...needs('postgres'), timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-embedded-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o711);
    const [dir, project] = [join(folder, 'gateway'), join(folder, 'project')];
    mkdirSync(project);
    const env = { ...process.env, HOME: folder, HOOKLINE_STATE_DIR: join(folder, 'state') };
    let warned = '';
    const hookline = (...words: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
        cwd: project,
        env,
        encoding: 'utf8',
      });
      warned += stderr;
      return { status, said: stdout.startsWith('{') ? (JSON.parse(stdout) as object) : stdout, stderr };
    };
    const start = async (port: string) => {
      const words = ['gateway', '--embedded', '--dir', dir, '--port', port, '--json'];
      const gateway = spawn(process.execPath, [COMMAND, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      gateway.stderr.on('data', (text) => (warned += String(text)));
      onTestFinished(() => void gateway.kill());
      const line = await new Promise<Buffer>((resolve) => gateway.stdout.once('data', resolve));
      return { gateway, ...(JSON.parse(line.toString()) as { url: string; enrolToken: string; pid: number }) };
    };
    const fire = () => hookline('fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}');
    const ended = (child: ReturnType<typeof spawn>) => new Promise((resolve) => child.once('exit', resolve));

    // Where no gateway ever was, nothing is whole.
    for (const task of ['count', 'verify', 'token']) {
      const { status, stderr } = hookline('gateway', task, '--dir', dir);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(`there is no gateway in ${dir}: name its database`),
      ]);
    }
    expect(existsSync(dir)).toBe(false);

    const first = await start('0');
    expect(first.pid).toBe(first.gateway.pid);
    fire();
    expect(hookline('join', first.url, '--token', first.enrolToken, '--json')).toMatchObject({
      status: 0,
      said: { org: 'default', ship: 'decisions' },
    });
    expect(hookline('ship', '--wait', '60', '--json')).toMatchObject({ status: 0, said: { shipped: 2, waiting: 0 } });
    const count = { machines: 1, streams: 1, lines: 2, decisions: 1, findings: 0 };
    expect(hookline('gateway', 'count', '--dir', dir, '--json').said).toEqual(count);

    const killed = ended(first.gateway);
    first.gateway.kill('SIGKILL');
    await killed;
    expect(fire().status).toBe(0);
    expect(hookline('ship', '--wait', '0', '--json')).toMatchObject({ status: 1, said: { shipped: 0, waiting: 2 } });

    const second = await start(new URL(first.url).port);
    expect(hookline('ship', '--wait', '60', '--json')).toMatchObject({ status: 0, said: { waiting: 0 } });
    expect(hookline('gateway', 'count', '--dir', dir, '--json').said).toEqual({ ...count, lines: 4, decisions: 2 });
    const verified = hookline('gateway', 'verify', '--dir', dir, '--json');
    expect(verified).toMatchObject({ status: 0, said: { whole: true, lines: 4, streams: [{ findings: [] }] } });
    const closed = ended(second.gateway);
    second.gateway.kill('SIGTERM');
    expect(await closed).toBe(0);
    // Node 20 warns of the Ed25519 of Web Crypto, which nothing here needs.
    expect(warned).not.toMatch(/Warning/);
  },
);
