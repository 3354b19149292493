import { createHooks, type Outcome } from '@hookline/core/internal';
import { fetchPolicy, joinGateway, type Machine, pinRoot, shipFor } from '@hookline/fleet';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { policyHook } from '../../../../test/support/policy.ts';
import { needs } from '../../../../test/support/programs.ts';
import { makeEnrolToken, orgNumber } from '../access/tokens.ts';
import { type GatewayPlace, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { makePolicyShop } from '../testing/policy-fleet.ts';

/** A certificate for this machine that no one else has signed. */
function makeCertificate(folder: string, name: string): { readonly cert: string; readonly key: string } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=gateway -addext subjectAltName=IP:127.0.0.1`;
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function joinOver({ gateway }: GatewayPlace, stateFolder: string, ca?: string): Promise<Machine> {
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  const org = await orgNumber(gateway.database, 'default');
  const token = await makeEnrolToken(gateway.database, { org, uses: 1, days: 1 });
  return joinGateway({ stateFolder, url: gateway.url, token, name: 'm', kind: 'ci', version: '1', ca });
}

it(
  'a machine sends its record over TLS to the certificate that it was told, and to no other',
  { ...needs('postgres', 'openssl'), timeout: 300_000 },
  async () => {
    const folder = temporaryFolder();
    const tls = makeCertificate(folder, 'gateway');
    const place = await makeGatewayPlace({ tls });
    onTestFinished(() => place.close(), 120_000);
    expect(place.gateway.url).toMatch(/^https:/);
    const stateFolder = join(folder, 'state');
    await expect(joinOver(place, stateFolder)).rejects.toThrow(/self[- ]signed|unable to verify/);
    const machine = await joinOver(place, stateFolder, tls.cert);
    const recordFolder = join(stateFolder, 'record');
    writeDecisions(recordFolder, 2);
    expect(
      await shipFor({ stateFolder, recordFolder, machine, version: '1', onAlarm: () => undefined }, 20_000),
    ).toMatchObject({ shipped: 4, waiting: 0 });
  },
);

it(
  'a machine gets its policy and asks for decisions over TLS, and believes no other certificate',
  { ...needs('postgres', 'openssl'), timeout: 300_000 },
  async () => {
    const folder = temporaryFolder();
    const tls = makeCertificate(folder, 'gateway');
    const shop = makePolicyShop(join(folder, 'shop'));
    const script = '#!/bin/sh\ncat >/dev/null\necho "not by the company" >&2\nexit 2\n';
    const central = { fields: ['tool_name'], deadlineMs: 20_000, onUnreachable: 'block' };
    shop.publishHooks(1, [policyHook('qoder', 'guard', script, { central })], { 'guard.sh': script });
    const place = await makeGatewayPlace({ tls, policyFolder: shop.folder, onlineKey: shop.onlineKey });
    onTestFinished(() => place.close(), 120_000);
    const stateFolder = join(folder, 'state');
    const machine = await joinOver(place, stateFolder, tls.cert);
    pinRoot(stateFolder, readFileSync(join(shop.folder, 'metadata', '1.root.json'), 'utf8'));
    const env = { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: stateFolder };
    const source = { stateFolder, url: `${machine.url}/v1/policy`, machine: machine.machine, env, home: folder };
    expect(await fetchPolicy(source)).toMatchObject({ how: 'updated', version: 1 });
    const fire = async (): Promise<Outcome> => {
      const hooks = await createHooks({ project: folder, home: folder, accountHome: folder, env });
      try {
        return await hooks.fire({ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: {} });
      } finally {
        await hooks.close();
      }
    };
    expect(await fire()).toMatchObject({
      block: { reason: expect.stringMatching(/not by the company/) },
      hooks: [{ fault: null, notes: ['decided by the gateway with version 1'] }],
    });

    // The same key and address, but the certificate of somebody in between.
    const other = makeCertificate(folder, 'other');
    const file = join(stateFolder, 'fleet/machine.json');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ca: other.cert }));
    expect(await fetchPolicy(source)).toMatchObject({ how: 'unreachable' });
    const { decision, hooks } = await fire();
    expect([decision, hooks[0]?.fault?.code]).toEqual(['block', 'unavailable']);
    expect(hooks[0]?.fault?.message).toMatch(/self[- ]signed|unable to verify/);
  },
);

it('the address of a gateway that is not encrypted must be of this machine', async () => {
  const options = { stateFolder: '/nowhere', token: 't', name: 'm', kind: 'ci', version: '1' } as const;
  await expect(joinGateway({ ...options, url: 'http://gateway.example' })).rejects.toThrow(/not encrypted/);
  await expect(joinGateway({ ...options, url: 'gateway' })).rejects.toThrow(/expected the address/);
});
