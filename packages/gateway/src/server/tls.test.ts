import { joinGateway, shipFor } from '@hookline/fleet';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { makeEnrolToken, orgNumber } from '../access/tokens.ts';
import { makeGatewayPlace, writeDecisions } from '../testing/place.ts';

it(
  'a machine sends its record over TLS to the certificate that it was told, and to no other',
  { ...needs('postgres', 'openssl'), timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=gateway -addext subjectAltName=IP:127.0.0.1`;
    execFileSync(
      'openssl',
      [...words.split(' '), '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
      { stdio: 'ignore' },
    );
    const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8')) as [
      string,
      string,
    ];
    const place = await makeGatewayPlace({ tls: { cert, key } });
    onTestFinished(() => place.close(), 120_000);
    expect(place.gateway.url).toMatch(/^https:/);
    const { database } = place.gateway;
    const stateFolder = join(folder, 'state');
    mkdirSync(stateFolder, { mode: 0o700 });
    const org = await orgNumber(database, 'default');
    const joined = async (ca?: string) =>
      joinGateway({
        stateFolder,
        url: place.gateway.url,
        token: await makeEnrolToken(database, { org, uses: 1, days: 1 }),
        name: 'm',
        kind: 'ci',
        version: '1',
        ca,
      });
    await expect(joined()).rejects.toThrow(/self[- ]signed|unable to verify/);
    const machine = await joined(cert);
    const recordFolder = join(stateFolder, 'record');
    writeDecisions(recordFolder, 2);
    expect(
      await shipFor({ stateFolder, recordFolder, machine, version: '1', onAlarm: () => undefined }, 20_000),
    ).toMatchObject({ shipped: 4, waiting: 0 });
  },
);

it('the address of a gateway that is not encrypted must be of this machine', async () => {
  const options = { stateFolder: '/nowhere', token: 't', name: 'm', kind: 'ci', version: '1' } as const;
  await expect(joinGateway({ ...options, url: 'http://gateway.example' })).rejects.toThrow(/not encrypted/);
  await expect(joinGateway({ ...options, url: 'gateway' })).rejects.toThrow(/expected the address/);
});
