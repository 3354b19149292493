import { createHooks, managedOf, type ManagedPolicy, type PolicyStatement } from '@hookline/core/internal';
import {
  approveException,
  approverOf,
  askException,
  askGateway,
  fetchPolicy,
  pinRoot,
  pollPolicy,
  ringOf,
  sealAlone,
  shipFor,
  takeAnswers,
  takeException,
  writeSource,
} from '@hookline/fleet';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makePersonToken, orgNumber, type Role } from '../access/tokens.ts';
import { findPostgres } from '../embedded/find-postgres.ts';
import { newKey } from '../policy/keys.ts';
import { publishedPolicy } from '../policy/repository.ts';
import { type GatewayPlace, type JoinedMachine, makeGatewayPlace } from '../testing/place.ts';
import {
  makePolicyShop,
  modeOn,
  type PlayedMode,
  type PlayedRun,
  playRuns,
  type PolicyShop,
} from '../testing/policy-fleet.ts';

const STAGES = [{ shadow: 5 }, { shadow: 100 }, { enforce: 1 }, { enforce: 10 }, { enforce: 50 }, { enforce: 100 }];
const GATES = { minMinutes: 0, minDecisions: 60, mostBlocks: 0.1, mostFaults: 0.05, mostP95Ms: 500, mostExceptions: 0 };
const MACHINES = 120;
const [ANN, BEN] = [newKey(), newKey()];
const SCRIPT = '#!/bin/sh\nexit 0\n';

describe.skipIf((await findPostgres(process.env)) === null)('a policy for many machines', () => {
  const shopFolder = mkdtempSync(join(tmpdir(), 'hookline-policy-shop-'));
  const machines: JoinedMachine[] = [];
  const tokens = new Map<Role | 'other', string>();
  let place: GatewayPlace;
  let shop: PolicyShop;

  beforeAll(async () => {
    shop = makePolicyShop(shopFolder);
    place = await makeGatewayPlace({
      policyFolder: shopFolder,
      onlineKey: shop.onlineKey,
      lookEveryMs: 200,
      approverKey: ANN,
    });
    for (let n = 0; n < MACHINES; n += 1) machines.push(await place.join());
    for (const role of ['reader', 'policy', 'approver'] as const) tokens.set(role, await tokenOf('default', role));
    tokens.set('other', await tokenOf('other', 'admin'));
  }, 300_000);
  afterAll(async () => {
    await place.close();
    rmSync(shopFolder, { recursive: true, force: true });
  }, 300_000);

  /** Its id is one by which at least one machine is in the first share of each kind. */
  const rollout = (name: string) => {
    const isGood = (id: string): boolean => machines.some(({ machine }) => ringOf(machine.machine, id) < 1);
    let n = 0;
    while (!isGood(`${name}-${n}`)) n += 1;
    return { rollout: { id: `${name}-${n}`, hooks: ['guard'], stages: STAGES, gates: GATES } };
  };
  const tokenOf = async (org: string, role: Role): Promise<string> =>
    makePersonToken(place.gateway.database, {
      org: await orgNumber(place.gateway.database, org),
      name: `p-${role}`,
      role,
      days: 1,
    });
  const call = (path: string, who: Role | 'other', body?: object) =>
    fetch(`${place.gateway.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${tokens.get(who) ?? ''}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ask = async <T>(path: string): Promise<T> => (await call(path, 'reader')).json() as Promise<T>;

  interface Rollouts {
    readonly rollouts: readonly {
      version: number;
      stage: number;
      state: string;
      why: string | null;
      shadow: string[];
    }[];
    readonly figures: readonly { version: number; ring: string; runs: number; faults: number; opened: number }[];
    readonly events: readonly { who: string; what: string; detail: { version: number; stage: number } }[];
  }
  const rolloutOf = async (version: number) =>
    (await ask<Rollouts>('/v1/rollouts')).rollouts.find((row) => row.version === version);

  /** What a machine gets when it polls. */
  const statement = async (): Promise<PolicyStatement | null> => {
    const answer = await fetch(`${place.gateway.url}/v1/policy/metadata/timestamp.json`);
    const { signed } = (await answer.json()) as { signed: { hookline?: PolicyStatement } };
    return signed.hookline ?? null;
  };
  const inForce = (): ManagedPolicy => {
    const policy = publishedPolicy(shopFolder);
    if (policy === null) throw new Error('nothing is published');
    return policy;
  };

  /** Lets machines poll, run the guard and ship, until the roll-out has ended; returns the largest share on which it decided. */
  async function play(guard: (mode: 'shadow' | 'enforced', n: number) => PlayedRun): Promise<number> {
    const policy = inForce();
    let most = 0;
    for (let round = 0; round < 60; round += 1) {
      const said = await statement();
      const modes = machines.map((each) => modeOn(each.machine.machine, policy, said));
      most = Math.max(most, modes.filter((mode) => mode === 'enforced').length / MACHINES);
      if ((await rolloutOf(policy.version))?.state !== 'running' && round > 0) return most;
      await shipAll(modes, policy.version, guard);
      await sleep(450);
    }
    throw new Error('the roll-out did not end');
  }

  /** A few machines of each mode send enough: what the others would send is the same. */
  async function shipAll(
    modes: readonly PlayedMode[],
    version: number,
    guard: (mode: 'shadow' | 'enforced', n: number) => PlayedRun,
  ): Promise<void> {
    for (const mode of ['shadow', 'enforced'] as const) {
      const some = machines.filter((_, index) => modes[index] === mode).slice(0, 6);
      const runs = Array.from({ length: 40 }, (_, n) => guard(mode, n));
      for (const machine of some) await playRuns(machine, version, runs);
    }
  }

  it('halts a bad guard by what machines report, before it decides on a tenth of them', async () => {
    shop.publish(1, SCRIPT, rollout('bad'));
    // In shadow it looks good: it goes wrong only where it decides.
    const most = await play((mode, n) => ({ mode, blocks: false, fault: mode === 'enforced' && n % 2 === 0, ms: 20 }));
    expect(await rolloutOf(1)).toMatchObject({
      state: 'halted',
      stage: 2,
      why: expect.stringMatching(/^stage 3 \(enforce 1 %\): guard: faults 50 % > 5 % of \d+ decisions$/) as string,
    });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(0.1);
    const policy = inForce();
    const said = await statement();
    expect(said).toMatchObject({ version: 1, stage: 2, shadow: ['guard'] });
    expect(machines.filter((each) => modeOn(each.machine.machine, policy, said) === 'enforced')).toEqual([]);
    const { figures, events } = await ask<Rollouts>('/v1/rollouts');
    expect(events.map(({ what }) => what)).toEqual(['halted', 'advanced', 'advanced']);
    const enforced = figures.find(({ version, ring }) => version === 1 && ring === 'enforced');
    expect(enforced?.opened).toBe(enforced?.faults);
    expect(place.problems.join('\n')).toMatch(/roll-out bad-\d+ of acme v1 is halted/);
  }, 300_000);

  it('brings a good guard to all machines, and no further than was signed', async () => {
    shop.publish(2, SCRIPT, rollout('good'));
    const most = await play((mode) => ({ mode, blocks: false, fault: false, ms: 20 }));
    expect([most, await rolloutOf(2)]).toMatchObject([1, { state: 'done', stage: 5 }]);
    expect((await statement())?.stage).toBe(5);
  }, 300_000);

  it('halts one that would block, and one that is slow', async () => {
    shop.publish(3, SCRIPT, rollout('blocks'));
    expect(await play((mode) => ({ mode, blocks: true, fault: false, ms: 20 }))).toBe(0);
    expect((await rolloutOf(3))?.why).toMatch(/^stage 1 .*: guard: in shadow, blocks 100 % > 10 %/);
    shop.publish(4, SCRIPT, rollout('slow'));
    expect(await play((mode) => ({ mode, blocks: false, fault: false, ms: 900 }))).toBe(0);
    expect((await rolloutOf(4))?.why).toMatch(/^stage 1 .*: guard: in shadow, p95 \d+ ms > 500 ms/);
  }, 300_000);

  it('is suspended for one hook on one machine when a second person approves it, which everybody sees', async () => {
    const policyOf = (approver: string) => ({
      breakGlass: { approvers: [approverOf(approver)], longestMinutes: 60, offline: { longestMinutes: 15 } },
    });
    const refuses = '#!/bin/sh\ncat >/dev/null\necho no >&2\nexit 2\n';
    shop.publish(5, refuses, policyOf(BEN));
    const [mine, other] = machines as [JoinedMachine, JoinedMachine];
    const at = { stateFolder: mine.stateFolder, env: { HOOKLINE_STATE_DIR: mine.stateFolder }, home: mine.stateFolder };
    const opened = { env: at.env, home: at.home, accountHome: at.home, project: mine.stateFolder };
    pinRoot(mine.stateFolder, readFileSync(join(shopFolder, 'metadata/1.root.json'), 'utf8'));
    const source = { ...at, url: `${place.gateway.url}/v1/policy`, machine: mine.machine.machine };
    expect(await fetchPolicy(source)).toEqual({ how: 'updated', version: 5 });
    const decided = async (): Promise<string> => {
      const hooks = await createHooks(opened);
      const { decision } = await hooks.fire({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} });
      await hooks.close();
      return decision;
    };
    expect(await decided()).toBe('block');
    const [found] = (await managedOf(opened)).policies;
    if (found === undefined) throw new Error('no policy is in force');
    const wish = (minutes = 60) => ({ hook: 'guard', reason: 'ticket 4711', minutes, askedBy: 'bob' });
    const asked = askException(found, wish(), false);
    const forOther = { ...asked, machine: other.machine.machine };
    await expect(askGateway(forOther, mine.machine, at)).rejects.toThrow('a machine asks for itself only');
    const long = { ...asked, until: new Date(Date.parse(asked.from) + 5 * 3_600_000).toISOString() };
    await expect(askGateway(long, mine.machine, at)).rejects.toThrow('at most 60 minutes');
    const two = { ...asked, hooks: ['guard', 'other'] };
    await expect(askGateway(two, mine.machine, at)).rejects.toThrow('expected one hook');
    await askGateway(asked, mine.machine, at);
    expect(await takeAnswers(at)).toEqual([{ id: asked.id, state: 'asked' }]);
    expect(await decided()).toBe('block');

    const approve = (who: Role | 'other', body: object) => call(`/v1/exceptions/${asked.id}/approve`, who, body);
    const refused = [
      await approve('policy', {}), // the role does not include it
      await approve('other', {}),
      await approve('approver', {}), // the gateway's key is not one of this policy
      await approve('approver', approveException(asked, newKey(), 'p-approver')),
      await approve('approver', approveException(asked, BEN, 'somebody')),
      await approve('approver', approveException({ ...asked, hooks: ['guard', 'other'] }, BEN, 'p-approver')),
      await approve('approver', approveException({ ...asked, machine: other.machine.machine }, BEN, 'p-approver')),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 409, 409, 409, 409, 409]);
    expect(await decided()).toBe('block');
    expect((await approve('approver', approveException(asked, BEN, 'p-approver'))).status).toBe(200);
    expect(await takeAnswers(at)).toEqual([{ id: asked.id, state: 'approved' }]);
    expect(await decided()).toBe('none');
    const ship = () => shipFor({ ...mine, version: '1', onAlarm: () => undefined }, 60_000);
    await ship();
    interface Listed {
      readonly exceptions: readonly { readonly id: string; readonly until: number }[];
    }
    const [row] = (await ask<Listed>('/v1/exceptions')).exceptions;
    expect(row).toMatchObject({ id: asked.id, state: 'taken', askedBy: 'bob', grantedBy: 'p-approver', used: 1 });
    expect((row?.until ?? 0) - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(place.problems.join('\n')).toMatch(/break-glass: guard on .* by bob, approved by p-approver: ticket 4711/);

    // Signed by the gateway, which has the key of an approver of the next version; refused; and without a second person.
    shop.publish(6, refuses, policyOf(ANN));
    await fetchPolicy(source);
    expect(await decided()).toBe('block'); // the exception was signed by no one whom this version names
    const [next, third] = [askException(found, wish(), false), askException(found, wish(), false)];
    for (const each of [next, third]) await askGateway(each, mine.machine, at);
    expect((await call(`/v1/exceptions/${next.id}/approve`, 'approver', {})).status).toBe(200);
    expect((await call(`/v1/exceptions/${third.id}/refuse`, 'approver', {})).status).toBe(200);
    expect((await takeAnswers(at)).map(({ state }) => state).toSorted()).toEqual(['approved', 'refused']);
    expect(await decided()).toBe('none');
    await takeException(sealAlone(askException(found, wish(15), true)), at);
    await ship();
    const { exceptions } = await ask<Listed>('/v1/exceptions');
    expect(exceptions[0]).toMatchObject({ state: 'taken', grantedBy: null, alone: true });
    expect(place.problems.join('\n')).toMatch(/by bob ALONE, without a second person/);
    const { events } = await ask<Rollouts>('/v1/rollouts');
    expect(events.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['exception_asked', 'exception_approved', 'exception_refused', 'exception_taken_alone']),
    );
  }, 300_000);

  it('is revoked by a person within one poll on all machines, and adoption says so', async () => {
    shop.publish(7, SCRIPT);
    const polling = machines.slice(0, POLLING);
    const root = readFileSync(join(shopFolder, 'metadata/1.root.json'), 'utf8');
    const ends = polling.map(({ stateFolder }) => {
      pinRoot(stateFolder, root);
      writeSource(stateFolder, `${place.gateway.url}/v1/policy`);
      const env = { HOOKLINE_STATE_DIR: stateFolder };
      return pollPolicy({ stateFolder, env, home: stateFolder, everyMs: EVERY_MS });
    });
    onTestFinished(() => ends.forEach((end) => end()));
    interface Adoption {
      readonly published: number;
      readonly seen: number;
      readonly current: number;
      readonly stamped: number;
      readonly behind: readonly object[];
    }
    const adoption = () => ask<Adoption>('/v1/adoption');
    await expect
      .poll(adoption, { timeout: 120_000, interval: 200 })
      .toMatchObject({ published: 7, seen: MACHINES, current: POLLING });
    expect((await adoption()).behind).toHaveLength(100);

    const refused = [
      await call('/v1/policy/revoke', 'reader', { hooks: ['guard'], why: 'x' }),
      await call('/v1/policy/revoke', 'other', { hooks: ['guard'], why: 'x' }),
      await call('/v1/policy/revoke', 'policy', { hooks: ['gurad'], why: 'x' }),
      await call('/v1/policy/revoke', 'policy', { hooks: ['guard'] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 409, 400]);
    expect((await call('/v1/policy/revoke', 'policy', { hooks: ['guard'], why: 'blocks all' })).status).toBe(200);
    const shadowed = () => polling.filter(({ stateFolder }) => shadowOn(stateFolder).includes('guard')).length;
    await expect.poll(shadowed, { timeout: WITHIN_MS, interval: 50 }).toBe(polling.length);
    await expect.poll(async () => (await adoption()).stamped, { timeout: 120_000, interval: 200 }).toBe(POLLING);
    expect((await ask<Rollouts>('/v1/rollouts')).events[0]).toMatchObject({ who: 'p-policy', what: 'revoke' });
    await call('/v1/policy/restore', 'policy', { hooks: ['guard'], why: 'put right' });
    expect((await statement())?.shadow).toEqual([]);
  }, 300_000);
});

/** Machines look every minute, here four times as often: what they wait less for is taken off the 120 s that are allowed. */
const EVERY_MS = 15_000;
const WITHIN_MS = 120_000 - 1.2 * (60_000 - EVERY_MS);
const POLLING = 20;

const shadowOn = (stateFolder: string): readonly string[] =>
  (JSON.parse(readFileSync(join(stateFolder, 'fleet/policy/current.json'), 'utf8')) as { shadow: string[] }).shadow;
