import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { layPolicy, policyHook, policyOf } from '../../../../../test/support/policy.ts';
import { makePlace, type Place } from '../../testing/place.ts';

const POLICY = {
  v: 1,
  org: 'acme',
  version: 1,
  expires: '2099-01-01T00:00:00Z',
  hooks: [
    {
      dialect: 'qoder',
      name: 'no-bash',
      event: 'PreToolUse',
      handler: { kind: 'command', form: 'argv', program: '${HOOKLINE_POLICY}/guard.sh' },
      files: ['guard.sh'],
    },
  ],
};
const FIRE = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];

/** Gives a folder out as any server of files would. */
async function served(folder: string): Promise<string> {
  const server: Server = createServer((request, response) => {
    try {
      response.end(readFileSync(join(folder, new URL(request.url ?? '/', 'http://x').pathname)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function done(place: Place, ...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await place.run(words);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe('hookline policy', () => {
  it('makes keys and a repository, lets two people sign, and brings the policy into force on a machine', async () => {
    const place = makePlace({
      'project/policy.json': POLICY,
      'project/guard.sh': '#!/bin/sh\necho no bash >&2\nexit 2\n',
    });
    const keys = ['r1', 'r2', 'ann', 'bob', 'online'];
    for (const name of keys)
      expect(await done(place, 'policy', 'key', `${name}.pem`)).toMatch(/^\S+\.pem: key [0-9a-f]{64}\n/);
    await done(
      place,
      'policy',
      'init',
      'repo',
      '--root-key',
      'r1.pem',
      '--root-key',
      'r2.pem',
      '--key',
      'ann.pem',
      '--key',
      'bob.pem',
      '--online-key',
      'online.pem',
    );
    await done(place, 'policy', 'draft', 'repo', 'policy.json');
    expect(await done(place, 'policy', 'sign', 'repo', '--key', 'ann.pem')).toBe('ann.pem has signed: 1 of 2\n');
    const early = await place.run(['policy', 'publish', 'repo', '--online-key', 'online.pem']);
    expect(early.status).toBe(1);
    expect(early.stderr).toContain('the policy is not signed by enough people');
    expect(await done(place, 'policy', 'sign', 'repo', '--key', 'bob.pem')).toBe('bob.pem has signed: 2 of 2\n');
    await done(place, 'policy', 'publish', 'repo', '--online-key', 'online.pem');
    const url = await served(join(place.project, 'repo'));
    await done(place, 'policy', 'pin', 'repo/metadata/1.root.json', '--url', url, '--unattended');
    expect(await done(place, 'policy', 'fetch')).toBe('Version 1 is in force.\n');
    expect(await done(place, 'policy', 'status')).toMatch(
      /^acme v1, until 2099.*\n {2}decides +qoder PreToolUse {2}no-bash\n$/,
    );
    expect(await place.run(FIRE)).toMatchObject({ status: 2, stderr: 'no bash\n' });

    await done(place, 'policy', 'stamp', 'repo', '--online-key', 'online.pem', '--shadow', 'no-bash');
    await done(place, 'policy', 'fetch');
    expect(await done(place, 'policy', 'status')).toContain('in shadow');
    expect((await place.run(FIRE)).status).toBe(0);
  }, 240_000);

  it('says what is missing', async () => {
    const place = makePlace({});
    const said = async (...words: string[]): Promise<string> => (await place.run(['policy', ...words])).stderr;
    expect(await said('fetch')).toContain('no repository is known here: hookline policy pin ROOT.json --url URL');
    expect(await said('draft')).toContain('call it as: hookline policy draft REPOSITORY POLICY.json');
    expect(await said('push')).toContain('unknown action "push"; did you mean publish?');
    expect((await place.run(['policy'])).stdout).toBe('No policy is in force here.\n');
  });
});

describe('hookline break-glass', () => {
  const GLASS = ['break-glass', 'no-bash', '--reason', 'x'];

  it('is refused where no policy has the hook, and inside a hook', async () => {
    const place = makePlace({});
    expect((await place.run(GLASS)).stderr).toContain('no policy here has a hook "no-bash"');
    const inside = await place.run([...GLASS, '--take', 'x.json'], { env: { HOOKLINE_RUN: 'x' } });
    expect(inside.stderr).toContain('refused inside a hook');
  });

  it('prints what is asked for, and acts alone only at a terminal', async () => {
    const place = makePlace({});
    const system = join(place.root, 'system');
    const policy = policyOf([policyHook('qoder', 'no-bash', '#!/bin/sh\n')], {
      breakGlass: { offline: { longestMinutes: 60 } },
    });
    layPolicy(join(system, 'etc/hookline/policy'), policy, { 'no-bash': '#!/bin/sh\n' });
    const env = { HOOKLINE_SYSTEM_ROOT: system };
    const asked = await place.run(GLASS, { env });
    expect(JSON.parse(asked.stdout)).toMatchObject({
      org: 'acme',
      machine: 'm1',
      hooks: ['no-bash'],
      reason: 'x',
      grantedBy: null,
    });
    expect(asked.stderr).toContain('nothing is suspended yet');
    const alone = await place.run([...GLASS, '--offline'], { env });
    expect(alone.status).toBe(1);
    expect(alone.stderr).toMatch(/break-glass.* is refused/);
  });
});
