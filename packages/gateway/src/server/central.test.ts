import { centralFolder, createHooks, DIALECTS, type Outcome, type JsonObject } from '@hookline/core/internal';
import { createClient, fetchPolicy, pinRoot, shipFor } from '@hookline/fleet';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyHook, refusingScript } from '../../../../test/support/policy.ts';
import { needs } from '../../../../test/support/programs.ts';
import { makePersonToken, orgNumber } from '../access/tokens.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace } from '../testing/place.ts';
import { makePolicyShop, type PolicyShop } from '../testing/policy-fleet.ts';
import { startGateway } from './gateway.ts';

/** Refuses what the event names as forbidden, tells the world what it got, and says so with a number that changes. */
const GUARD = `#!/bin/sh
event=$(cat)
printf '%s' "$event" > "$SEEN/event.json"
env > "$SEEN/env"
case "$event" in
  *forbidden*) echo "no: $(date +%s%N) $TICKETS" >&2; exit 2 ;;
  *slow*) sleep 3 ;;
  *crash*) kill -9 $$ ;;
  *failure*) echo "tickets are away" >&2; exit 1 ;;
  *large*) head -c 3000000 /dev/zero | tr '\\0' x ;;
esac
`;
const CENTRAL = { fields: ['tool_name', 'tool_input.command'], deadlineMs: 20_000 };

describe('a decision of the gateway', { ...needs('postgres'), timeout: 300_000 }, () => {
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-central-shop-'));
  const seen = join(shopFolder, 'seen');
  let place: GatewayPlace;
  let shop: PolicyShop;
  let machine: JoinedMachine;

  const source = ({ stateFolder, machine: { url, machine: name } }: JoinedMachine) => ({
    stateFolder,
    url: `${url}/v1/policy`,
    machine: name,
    env: { HOOKLINE_STATE_DIR: stateFolder },
    home: stateFolder,
  });
  const publish = (version: number, central: JsonObject): void =>
    shop.publishHooks(version, [policyHook('qoder', 'guard', GUARD, { central, env: { SEEN: seen } })], {
      'guard.sh': GUARD,
    });

  beforeAll(async () => {
    mkdirSync(seen);
    process.env['TICKETS'] = 'the key of the tickets';
    process.env['SECRET_OF_GATEWAY'] = 'not for hooks';
    shop = makePolicyShop(shopFolder);
    publish(1, CENTRAL);
    place = await makeGatewayPlace({
      policyFolder: shopFolder,
      onlineKey: shop.onlineKey,
      config: { central: { variables: ['TICKETS'] } },
    });
    machine = await place.join({ name: 'desk' });
    pinRoot(machine.stateFolder, readFileSync(join(shopFolder, 'metadata', '1.root.json'), 'utf8'));
    expect(await fetchPolicy(source(machine))).toMatchObject({ how: 'updated' });
  }, 300_000);
  afterAll(async () => {
    delete process.env['TICKETS'];
    delete process.env['SECRET_OF_GATEWAY'];
    await place.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  const fire = async (command: string, joined = machine): Promise<Outcome> => {
    const project = join(place.folder, 'project');
    mkdirSync(project, { recursive: true });
    const hooks = await createHooks({
      project,
      home: place.folder,
      accountHome: place.folder,
      env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: joined.stateFolder },
    });
    try {
      const event = { hook_event_name: 'PreToolUse', session_id: 's-1', cwd: '/at/home' } as const;
      return await hooks.fire({ ...event, tool_name: 'Bash', tool_input: { command, description: 'private' } });
    } finally {
      await hooks.close();
    }
  };
  const ask = async (body: object, joined = machine) => {
    const client = await createClient(joined.machine);
    try {
      return await client.send({ method: 'POST', path: '/v1/decide', body: Buffer.from(JSON.stringify(body)) });
    } finally {
      client.close();
    }
  };
  const question = (command: string, idempotency: string) => ({
    org: 'acme',
    hook: 'guard',
    idempotency,
    event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } },
  });
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${place.gateway.url}/metrics`)).text();
    return Number(new RegExp(`^hookline_gateway_${name}_total (\\d+)$`, 'm').exec(text)?.[1]);
  };

  it('is what the hook says there, in the words of its dialect, and the record says who decided', async () => {
    const { block, hooks } = await fire('forbidden');
    expect(block).toMatchObject({ hook: 'qoder:managed:acme:guard', effect: 'deny_tool' });
    expect(block?.reason).toMatch(/^no: \d+ the key of the tickets$/);
    expect(hooks).toMatchObject([
      { status: 'blocked', exitCode: 2, fault: null, notes: ['decided by the gateway with version 1'] },
    ]);
    expect((await fire('ls')).decision).toBe('none');
  });

  it('is made of what the policy lets out, and of nothing of the gateway', async () => {
    await fire('ls -l');
    const event = readFileSync(join(seen, 'event.json'), 'utf8');
    expect(JSON.parse(event)).toMatchObject({ tool_name: 'Bash', tool_input: { command: 'ls -l' } });
    expect(event).not.toMatch(/private|at\/home|s-1/);
    const env = readFileSync(join(seen, 'env'), 'utf8');
    expect(env).toMatch(/^TICKETS=the key of the tickets$/m);
    expect(env).not.toMatch(/SECRET_OF_GATEWAY|postgres:|HOOKLINE_STATE_DIR=.*machine/);
  });

  it('is the same when it is asked for twice, at the same time or later, at any gateway', async () => {
    const [one, two] = await Promise.all([ask(question('forbidden', 'd-1')), ask(question('forbidden', 'd-1'))]);
    expect(one.status).toBe(200);
    expect(two).toMatchObject({ status: 200, body: one.body });
    const other = await startGateway({
      databaseUrl: place.postgres.url,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      policyFolder: shopFolder,
      onProblem: () => undefined,
    });
    const elsewhere = { ...machine, machine: { ...machine.machine, url: other.url } };
    expect(await ask(question('forbidden', 'd-1'), elsewhere)).toMatchObject({ status: 200, body: one.body });
    expect((await ask(question('forbidden', 'd-2'))).body).not.toEqual(one.body);
    await other.close();
  });

  it('is not given for another question under the same id, nor to another machine', async () => {
    const first = await ask(question('forbidden', 'd-3'));
    expect(await ask(question('ls', 'd-3'))).toMatchObject({
      status: 409,
      body: { error: 'the id d-3 belongs to another question' },
    });
    const second = await place.join({ name: 'second' });
    expect((await ask(question('forbidden', 'd-3'), second)).body).not.toEqual(first.body);
  });

  it('is kept for ten minutes', async () => {
    const age = (minutes: number) =>
      place.gateway.database.everywhere((query) =>
        query(`update central_answer set at = now() - make_interval(mins => $1) where id = 'd-4'`, [minutes]),
      );
    const first = await ask(question('forbidden', 'd-4'));
    await age(9);
    expect(await ask(question('forbidden', 'd-4'))).toMatchObject({ status: first.status, body: first.body });
    await age(11);
    expect((await ask(question('forbidden', 'd-4'))).body).not.toEqual(first.body);
  });

  it('is refused to machines of another organisation, and for hooks that are not decided there', async () => {
    const stranger = await place.join({ org: 'other' });
    expect(await ask(question('ls', 'd-5'), stranger)).toMatchObject({ status: 403 });
    expect(await ask({ ...question('ls', 'd-5'), hook: 'none' })).toMatchObject({ status: 404 });
    expect(await ask({ ...question('ls', 'd-5'), org: 'others' })).toMatchObject({ status: 404 });
    for (const wrong of [
      {},
      { ...question('ls', 'a b') },
      { ...question('ls', 'd-5'), event: { hook_event_name: 'No' } },
    ])
      expect(await ask(wrong)).toMatchObject({ status: 400 });
    expect(await ask({ ...question('x'.repeat(1024 * 1024), 'd-5') })).toMatchObject({ status: 413 });
  });

  it.each([
    ['crash', /was killed/],
    ['failure', /tickets are away/],
    ['large', /printed more than is read|answer that can be read/],
  ])('is none where the hook fails there (%s)', async (command, says) => {
    const before = await metric('undecided');
    expect(await ask(question(command, `f-${command}`))).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(says) as string },
    });
    expect(await metric('undecided')).toBe(before + 1);
  });

  it('is refused at once where too many wait, and appends do not count among them', async () => {
    const crowded = await startGateway({
      databaseUrl: place.postgres.url,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      version: '0',
      policyFolder: shopFolder,
      config: { central: { atOnce: 1 } },
      onProblem: () => undefined,
    });
    const there = { ...machine, machine: { ...machine.machine, url: crowded.url } };
    const slow = ask(question('slow', 's-1'), there);
    await expect
      .poll(async () => (await ask(question('ls', `s-${Math.random()}`), there)).status, { timeout: 60_000 })
      .toBe(503);
    const started = Date.now();
    const answer = await ask(question('ls', 's-3'), there);
    expect(answer).toMatchObject({ status: 503, retryAfterMs: 1000 });
    expect(Date.now() - started).toBeLessThan(10_000);
    expect((await slow).status).toBe(200);
    await crowded.close();
  });

  it('follows what is published', async () => {
    publish(2, { ...CENTRAL, deadlineMs: 20_000 });
    await expect
      .poll(async () => (await ask(question('ls', `v-${Math.random()}`))).body, { timeout: 60_000 })
      .toMatchObject({ version: 2 });
  });

  it('is counted per hook and machine where it fails open', async () => {
    publish(3, { ...CENTRAL, deadlineMs: 1 });
    expect(await fetchPolicy(source(machine))).toMatchObject({ how: 'updated', version: 3 });
    const before = await metric('failed_open');
    for (let n = 0; n < 7; n += 1) {
      const { block, hooks, messages } = await fire('forbidden');
      expect(block).toBeNull();
      expect(hooks[0]).toMatchObject({ status: 'failed', fault: { code: 'unavailable' } });
      expect(hooks[0]?.fault?.message).toMatch(
        n < 5 ? /no answer within 1 ms/ : /was not asked: it gave no answer 5 times/,
      );
      expect(messages.some(({ level }) => level === 'warning')).toBe(true);
    }
    rmSync(centralFolder(machine.stateFolder), { recursive: true, force: true });
    await shipFor({ ...machine, version: '1', onAlarm: () => undefined }, 60_000);
    expect(await metric('failed_open')).toBe(before + 7);
    const { database, url } = place.gateway;
    const token = (org: string) =>
      orgNumber(database, org).then((number) =>
        makePersonToken(database, { org: number, name: 'p', role: 'reader', days: 1 }),
      );
    const get = async (path: string, org: string): Promise<unknown> =>
      (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${await token(org)}` } })).json();
    expect(await get('/v1/fail-open', 'default')).toEqual({
      hooks: [
        {
          policy: 'acme',
          hook: 'guard',
          runs: 7,
          last: expect.any(Number) as number,
          machines: [{ machine: machine.machine.machine, name: 'desk', runs: 7 }],
        },
      ],
    });
    expect(await get('/v1/fail-open', 'other')).toEqual({ hooks: [] });
    const { machines } = (await get('/v1/machines', 'default')) as {
      readonly machines: readonly { readonly name: string; readonly failOpen: number }[];
    };
    expect(machines.find(({ name }) => name === 'desk')?.failOpen).toBe(7);
    expect(machines.find(({ name }) => name === 'second')?.failOpen).toBe(0);
  });

  it('is that of a hook of any dialect', async () => {
    const scripts = DIALECTS.map((dialect) => [dialect, refusingScript(dialect, `not in ${dialect.id}`)] as const);
    shop.publishHooks(
      4,
      scripts.map(([{ id }, script]) => policyHook(id, `no-${id}`, script, { central: { ...CENTRAL } })),
      Object.fromEntries(scripts.map(([{ id }, script]) => [`no-${id}/guard.sh`, script])),
    );
    for (const [{ id, events }] of scripts) {
      const native = Object.entries(events).find(([, row]) => row.means[0] === 'PreToolUse' && row.block !== null)?.[0];
      const answer = await ask({ ...question('ls', `dialect-${id}`), hook: `no-${id}` });
      expect([native, answer], id).toEqual([native, expect.objectContaining({ status: 200 })]);
      expect(JSON.stringify(answer.body), id).toContain(`not in ${id}`);
    }
  });
});
