// What docs/operate/gateway.md tells who runs a gateway to do, with the built command.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { approverOf } from '@hookline/fleet';
import { policyHook, policyOf } from '../support/policy.ts';
import { needs } from '../support/programs.ts';

const COMMAND = join(import.meta.dirname, '../../packages/cli/dist/hookline.js');
const SCRIPT = '#!/bin/sh\nif grep -q prod; then echo "not on prod" >&2; exit 2; fi\n';

interface Checkpoints {
  readonly key: string;
  readonly checkpoints: readonly { readonly number: number; readonly jws: string }[];
}

it(
  'a gateway signs where streams end, gives it out, checks it, and runs a drafted policy over what happened',
  { ...needs('postgres'), timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-operating-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o711);
    const at = (name: string): string => join(folder, name);
    mkdirSync(at('project'));
    const env = { ...process.env, HOME: folder, HOOKLINE_STATE_DIR: at('state') };
    const call = (...words: readonly string[]) => {
      const options = { cwd: at('project'), env, encoding: 'utf8' } as const;
      return spawnSync(process.execPath, [COMMAND, ...words], options);
    };
    const hookline = (...words: readonly string[]): string => {
      const { status, stdout, stderr } = call(...words);
      expect([words.join(' '), status, stderr]).toEqual([words.join(' '), 0, expect.any(String)]);
      return stdout;
    };
    const key = (name: string) => hookline('policy', 'key', at(name));
    for (const name of ['r1.pem', 'r2.pem', 'ann.pem', 'bob.pem', 'online.pem', 'approver.pem']) key(name);
    const roots = ['--root-key', at('r1.pem'), '--root-key', at('r2.pem')];
    const people = ['--key', at('ann.pem'), '--key', at('bob.pem')];
    hookline('policy', 'init', at('shop'), ...roots, ...people, '--online-key', at('online.pem'));
    writeFileSync(at('guard.sh'), SCRIPT);
    const breakGlass = { approvers: [approverOf(readFileSync(at('approver.pem'), 'utf8'))] };
    writeFileSync(
      at('policy.json'),
      JSON.stringify(policyOf([policyHook('qoder', 'guard', SCRIPT)], { version: 1, breakGlass })),
    );
    hookline('policy', 'draft', at('shop'), at('policy.json'));

    const start = async (port: string) => {
      const words = ['gateway', '--embedded', '--dir', at('gateway'), '--port', port, '--json'];
      const keys = ['--policy-dir', at('shop'), '--online-key', at('online.pem'), '--approver-key', at('approver.pem')];
      const gateway = spawn(process.execPath, [COMMAND, ...words, ...keys], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void gateway.kill());
      const line = await new Promise<Buffer>((resolve) => gateway.stdout.once('data', resolve));
      return { gateway, ...(JSON.parse(line.toString()) as { url: string; enrolToken: string }) };
    };
    const { gateway, url, enrolToken } = await start('0');
    hookline('join', url, '--token', enrolToken, '--ship', 'full');
    const fire = (command: string) =>
      call('fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', JSON.stringify({ command }));
    for (const command of ['ls', 'deploy prod', 'drop prod']) fire(command);
    hookline('ship', '--wait', '60');

    const token = (
      JSON.parse(hookline('gateway', 'token', '--role', 'policy', '--dir', at('gateway'), '--json')) as {
        token: string;
      }
    ).token;
    const answer = await fetch(`${url}/v1/replay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ policy: 'draft', q: 'since:7d' }),
    });
    expect(await answer.json()).toMatchObject({
      events: 3,
      isWhole: true,
      hooks: [{ hook: 'guard', runs: 3, blocks: 2 }],
    });

    // Checkpoints are made when a gateway starts, if the day has none yet.
    const over = new Promise((resolve) => gateway.once('exit', resolve));
    gateway.kill('SIGTERM');
    await over;
    const again = await start(new URL(url).port);
    const said = hookline('gateway', 'checkpoints', '--dir', at('gateway'));
    expect(said).toMatch(/^1 of \d{4}-\d\d-\d\d: 1 stream has got lines\n$/);
    const kept = hookline('gateway', 'checkpoints', '--dir', at('gateway'), '--json');
    writeFileSync(at('kept.json'), kept);
    const verify = (...words: readonly string[]) => call('gateway', 'verify', '--dir', at('gateway'), ...words);
    expect(verify('--checkpoints', at('kept.json')).stdout).toMatch(
      /default: whole, 1 daily checkpoint, the newest of .*\nwhole: 6 lines in 1 streams\n$/,
    );
    const { checkpoints } = JSON.parse(kept) as Checkpoints;
    const [head = '', payload = '', signature = ''] = checkpoints[0]?.jws.split('.') ?? [];
    const other = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('"number":1', '"number":2'),
    ).toString('base64url');
    writeFileSync(at('forged.json'), JSON.stringify({ checkpoints: [{ jws: `${head}.${other}.${signature}` }] }));
    const refused = verify('--checkpoints', at('forged.json'));
    expect([refused.status, refused.stdout]).toEqual([
      1,
      expect.stringContaining('kept elsewhere is not signed by the key of this gateway'),
    ]);
    expect(verify('--checkpoints', at('none.json')).stderr).toContain('--checkpoints:');
    writeFileSync(at('other.json'), JSON.stringify({ checkpoints: [{ JWS: checkpoints[0]?.jws }] }));
    expect(verify('--checkpoints', at('other.json')).stderr).toContain('expected {"checkpoints": [{"jws": TEXT}');
    expect(call('gateway', 'replay-worker').stderr).toContain('is started by a gateway');
    again.gateway.kill('SIGTERM');
  },
);
