// The compose file of docs/operate/gateway.md: what it tells PostgreSQL and the gateway to do is done here, without containers.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { startEmbedded } from '../../packages/gateway/src/embedded/embedded.ts';
import { asSuperuser } from '../../packages/gateway/src/testing/superuser.ts';
import { needs } from '../support/programs.ts';

const COMMAND = join(import.meta.dirname, '../../packages/cli/dist/hookline.js');
const PAGE = join(import.meta.dirname, '../../docs/operate/gateway.md');

interface ComposeFile {
  readonly services: {
    readonly db: { readonly image: string; readonly environment: Record<string, string> };
    readonly gateway: {
      readonly command: string;
      readonly environment: Record<string, string>;
      readonly ports: readonly string[];
      readonly volumes: readonly string[];
      readonly depends_on: { readonly db: { readonly condition: string } };
    };
  };
  readonly configs: { readonly roles: { readonly content: string } };
}

it(
  'the compose file makes a role that is no superuser, and starts a gateway that can be reached over TLS',
  { ...needs('postgres', 'openssl'), timeout: 600_000 },
  async () => {
    const page = readFileSync(PAGE, 'utf8');
    const yaml = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
    const given: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: 'p', GATEWAY_PASSWORD: 'secret' };
    const file = parse(yaml.replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => given[name] ?? '')) as ComposeFile;
    const { db, gateway } = file.services;
    expect(db.image).toMatch(/^postgres:(1[5-9]|[2-9]\d)$/);
    expect(gateway.depends_on.db.condition).toBe('service_healthy');

    const folder = mkdtempSync(join(tmpdir(), 'hookline-compose-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o711);
    const postgres = await startEmbedded(join(folder, 'db'), process.env, () => undefined);
    onTestFinished(() => postgres.stop(), 120_000);
    const port = Number(new URL(postgres.url).port);
    // The embedded one has a database of that name.
    const roles = file.configs.roles.content
      .replaceAll('hookline', 'composed')
      .split(/;\s*/)
      .filter((each) => each !== '');
    await asSuperuser(join(folder, 'db'), port, roles);

    // What it mounts.
    const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=gateway -addext subjectAltName=IP:127.0.0.1`;
    execFileSync(
      'openssl',
      [...words.split(' '), '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
      { stdio: 'ignore' },
    );
    writeFileSync(join(folder, 'gateway.json'), '{}');
    const mounted = gateway.volumes.map((each) => each.split(':'));
    const inside = (text: string): string =>
      mounted.reduce((word, [from = '', to = '']) => word.replace(to, join(folder, from)), text);
    const [npx, yes, name, ...rest] = gateway.command.trim().split(/\s+/);
    expect([npx, yes, name]).toEqual(['npx', '--yes', 'hookline']);
    const called = rest.map((word) => inside(word).replace('@db/hookline', `@127.0.0.1:${port}/composed`));
    const process_ = spawn(process.execPath, [COMMAND, ...called, '--port', '0'], {
      env: { ...process.env, ...gateway.environment, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void process_.kill());
    let said = '';
    process_.stderr.on('data', (text) => (said += String(text)));
    const shown = await new Promise<string>((resolve, reject) => {
      let text = '';
      process_.stdout.on('data', (part) => {
        text += String(part);
        if (text.includes('machines join')) resolve(text);
      });
      process_.once('exit', () => reject(new Error(said)));
    });
    // Machines and people come by the name that others know, not by the address at which it listens.
    expect(shown).toMatch(/^the page, .*: https:\/\/gateway\.example\/#/);
    expect(shown).toMatch(/hookline join https:\/\/gateway\.example --token hl_enrol_/);
    const address = new URL(/listening at (\S+)/.exec(shown)?.[1] ?? '');
    const ca = readFileSync(join(folder, 'cert.pem'));
    const status = await new Promise((resolve, reject) => {
      const asked = { host: '127.0.0.1', port: address.port, path: '/readyz', ca };
      request(asked, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect([address.protocol, status]).toEqual(['https:', 200]);
    expect(said).not.toContain('superuser');
    expect(gateway.ports).toEqual(['443:7443']);

    // What the page says to call beside it.
    const [, task = ''] = /docker compose exec gateway npx --yes hookline (.*)/.exec(page) ?? [];
    const asked = task.split(' ').map((word) => word.replace('@db/hookline', `@127.0.0.1:${port}/composed`));
    const token = spawnSync(process.execPath, [COMMAND, ...asked], {
      env: { ...process.env, ...gateway.environment, HOME: folder },
      encoding: 'utf8',
    });
    expect([token.status, token.stdout]).toEqual([0, expect.stringMatching(/^token: hl_enrol_/)]);
  },
);
