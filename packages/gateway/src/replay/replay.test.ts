import { shipFor } from '@hookline/fleet';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { policyHook, policyOf } from '../../../../test/support/policy.ts';
import { needs } from '../../../../test/support/programs.ts';
import { makePersonToken, orgNumber, type Role } from '../access/tokens.ts';
import { draftPolicy } from '../policy/repository.ts';
import { type GatewayPlace, makeGatewayPlace, writeDecisions } from '../testing/place.ts';
import { makePolicyShop, type PolicyShop } from '../testing/policy-fleet.ts';
import { type ReplayAnswer, replayPolicy } from './replay-policy.ts';
import { ReplayFailed } from './start-worker.ts';

const PROGRAM = [process.execPath, join(import.meta.dirname, '../testing/replay-program.mjs')] as const;
const NOTHING = '#!/bin/sh\ncat >/dev/null\n';
const NO_PROD = '#!/bin/sh\nif grep -q prod; then echo "not on prod" >&2; exit 2; fi\n';
const BROKEN = '#!/bin/sh\ncat >/dev/null\nexit 7\n';

describe('a policy that is played over the record', { ...needs('postgres'), timeout: 300_000 }, () => {
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-policy-shop-'));
  let shop: PolicyShop;
  let place: GatewayPlace;
  beforeAll(async () => {
    vi.stubEnv('GATEWAY_TEST_SECRET', 'of the gateway');
    shop = makePolicyShop(shopFolder);
    shop.publish(1, NOTHING);
    place = await makeGatewayPlace({ policyFolder: shopFolder, onlineKey: shop.onlineKey, replayProgram: PROGRAM });
    const machine = await place.join({ ship: 'full' });
    const quiet = await place.join({ ship: 'decisions' });
    const [app, site] = ['/work/app', '/work/site'];
    writeDecisions(machine.recordFolder, 6, { command: 'ls', project: app });
    writeDecisions(machine.recordFolder, 3, { command: 'deploy prod', project: app });
    writeDecisions(machine.recordFolder, 1, { command: 'drop prod', project: app, decision: 'block' });
    writeDecisions(machine.recordFolder, 2, { command: 'deploy prod', project: site });
    writeDecisions(quiet.recordFolder, 2, { command: 'deploy prod', project: app });
    for (const each of [machine, quiet]) await shipFor({ ...each, version: '1', onAlarm: () => undefined }, 60_000);
  }, 300_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await place.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  async function ask(body: object, role: Role = 'policy', org = 'default'): Promise<Response> {
    const { database, url } = place.gateway;
    const token = await makePersonToken(database, { org: await orgNumber(database, org), name: 'p', role, days: 1 });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(`${url}/v1/replay`, { method: 'POST', headers, body: JSON.stringify(body) });
  }
  const replayed = async (body: object): Promise<ReplayAnswer> => (await (await ask(body)).json()) as ReplayAnswer;

  function draft(): void {
    const files = join(shopFolder, 'drafted');
    for (const [name, text] of Object.entries({ guard: NO_PROD, broken: BROKEN })) {
      mkdirSync(join(files, name), { recursive: true });
      writeFileSync(join(files, name, 'guard.sh'), text);
    }
    const hooks = [policyHook('qoder', 'guard', NO_PROD), policyHook('qoder', 'broken', BROKEN)];
    const rollout = { id: 'r', hooks: ['guard'], stages: [{ shadow: 5 }, { enforce: 100 }] };
    draftPolicy(shopFolder, JSON.stringify(policyOf(hooks, { version: 2, rollout })), files);
  }

  it('says what each hook of the draft would have refused, asked about, and failed at, and what it could not see', async () => {
    expect((await ask({ policy: 'draft' })).status).toBe(404);
    draft();
    const answer = await replayed({ policy: 'draft' });
    expect(answer).toMatchObject({
      policy: 'acme',
      version: 2,
      found: 14,
      drawn: 14,
      events: 12,
      withoutContent: 2,
      isWhole: true,
    });
    const [guard, broken] = answer.hooks;
    expect(guard).toMatchObject({ hook: 'guard', runs: 12, blocks: 6, asks: 0, faults: 0, stoppedThen: 1 });
    expect(guard?.examples).toHaveLength(6);
    expect(guard?.examples[0]).toEqual({ decision: expect.any(String) as string, reason: 'not on prod' });
    expect(broken).toMatchObject({ hook: 'broken', runs: 12, blocks: 0, faults: 12 });
  });

  it('takes the decisions that a filter finds, as many as were asked for, the same each time', async () => {
    const asked = { policy: 'draft', q: 'project:/work/site' };
    expect(await replayed(asked)).toMatchObject({ found: 2, events: 2, hooks: [{ hook: 'guard', blocks: 2 }, {}] });
    const few = await replayed({ policy: 'draft', sample: 5 });
    expect(few).toMatchObject({ found: 14, drawn: 5 });
    expect(await replayed({ policy: 'draft', sample: 5 })).toEqual(few);
    expect(await replayed({ policy: 'published' })).toMatchObject({
      version: 1,
      hooks: [{ hook: 'guard', runs: 12, blocks: 0, faults: 0 }],
    });
  });

  it('is for those who may act on the policy of their organisation, and is in the audit', async () => {
    expect((await ask({ policy: 'draft' }, 'auditor')).status).toBe(403);
    expect((await ask({ policy: 'draft' }, 'policy', 'other')).status).toBe(403);
    for (const body of [{}, { policy: '/etc' }, { policy: 'draft', sample: 0 }, { policy: 'draft', sample: 5_001 }])
      expect((await ask(body)).status).toBe(400);
    const rows = await place.gateway.database.everywhere((query) =>
      query<{ who: string; detail: object }>(`select who, detail from audit where what = 'replay' order by id limit 1`),
    );
    expect(rows).toEqual([{ who: 'p', detail: { policy: 'draft', q: '', sample: 500 } }]);
  });

  it('ends with what has run where a hook hangs, and says why where one ends the process, without harm to the gateway', async () => {
    const temporary = join(shopFolder, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    const { database } = place.gateway;
    const run = async (script: string, longestMs: number) => {
      const files = {
        text: JSON.stringify(policyOf([policyHook('qoder', 'guard', script)])),
        blobOf: () => Buffer.from(script),
      };
      return replayPolicy(database, files, { org: 1, q: '', sample: 5 }, { program: PROGRAM, longestMs });
    };
    const began = performance.now();
    expect(await run('#!/bin/sh\nsleep 500\n', 3_000)).toMatchObject({ drawn: 5, events: 0, isWhole: false });
    expect(performance.now() - began).toBeLessThan(60_000);
    // Hooks do not live on after it: this one says where it lives.
    const [pids, trace] = [join(shopFolder, 'pids'), join(shopFolder, 'environment')];
    await run(`#!/bin/sh\necho $$ >> ${pids}\nenv > ${trace}\npwd >> ${trace}\nsleep 500\n`, 3_000);
    for (const pid of readFileSync(pids, 'utf8').trim().split('\n'))
      await expect.poll(() => isAlive(Number(pid)), { timeout: 30_000 }).toBe(false);
    expect(readFileSync(trace, 'utf8')).not.toMatch(/GATEWAY_TEST_SECRET|postgres:/);
    await expect(run('#!/bin/sh\nkill -9 $PPID\n', 30_000)).rejects.toThrow(/the process of the hooks has ended/);
    const broken = { text: '{"hooks": []}', blobOf: () => Buffer.alloc(0) };
    await expect(
      replayPolicy(database, broken, { org: 1, q: '', sample: 1 }, { program: PROGRAM, longestMs: 30_000 }),
    ).rejects.toThrow(ReplayFailed);
    expect(await replayed({ policy: 'published' })).toMatchObject({ isWhole: true });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
