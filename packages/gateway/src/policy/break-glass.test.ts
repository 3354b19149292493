import {
  createHooks,
  type FoundPolicy,
  managedOf,
  type PolicyException,
  type SealedException,
} from '@hookline/core/internal';
import { approveException, approverOf, askException, sealAlone, takeException } from '@hookline/fleet';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layPolicy, policyHook, policyOf } from '../../../../test/support/policy.ts';
import { newKey } from './keys.ts';

const [ANN, STRANGER] = [newKey(), newKey()];
const REFUSES = '#!/bin/sh\ncat >/dev/null\necho no >&2\nexit 2\n';
const TOOL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } } as const;
const WISH = { hook: 'guard', reason: 'ticket 4711', minutes: 60, askedBy: 'bob' };

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-glass-')));
  mkdirSync(join(root, 'project'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = () => ({
  env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(root, 'state') },
  home: join(root, 'home'),
  project: join(root, 'project'),
  accountHome: join(root, 'account'),
});
const state = () => ({ stateFolder: join(root, 'state'), env: place().env, home: place().home });

async function lay(breakGlass: object | null): Promise<FoundPolicy> {
  const hooks = [policyHook('qoder', 'guard', REFUSES), policyHook('qoder', 'other', '#!/bin/sh\n')];
  const policy = policyOf(hooks, breakGlass === null ? {} : { breakGlass: JSON.parse(JSON.stringify(breakGlass)) });
  layPolicy(join(root, 'state/fleet/policy'), policy, { guard: REFUSES, other: '#!/bin/sh\n' });
  const [found] = (await managedOf(place())).policies;
  if (found === undefined) throw new Error('no policy was found');
  return found;
}

async function decided() {
  const hooks = await createHooks({ ...place(), record: false });
  try {
    return await hooks.fire(TOOL);
  } finally {
    await hooks.close();
  }
}

const WITH_ANN = { approvers: [approverOf(ANN)] };

describe('an exception that a second person has approved', () => {
  it('suspends its hook, is in the record first, and is shown in every decision', async () => {
    const found = await lay(WITH_ANN);
    const asked = askException(found, WISH, false);
    await takeException(approveException(asked, ANN, 'ann'), state());
    const outcome = await decided();
    expect(outcome.decision).toBe('none');
    const words = `break-glass ${asked.id}: suspended until ${asked.until} by bob, approved by ann: ticket 4711`;
    expect(outcome.hooks).toEqual([
      expect.objectContaining({ name: 'guard', status: 'skipped', why: words }),
      expect.objectContaining({ name: 'other', status: 'passed' }),
    ]);
    expect(outcome.diagnostics[0]?.message).toBe(`guard of policy acme v7: ${words}`);
    expect(readFileSync(join(root, 'state/record/hookline.jsonl'), 'utf8')).toContain(
      `break_glass: guard of acme: ${words}`,
    );
  });

  it('ends by itself, in hooks that are open too', async () => {
    const found = await lay(WITH_ANN);
    const asked = askException(found, WISH, false);
    const soon = { ...asked, until: new Date(Date.now() + 2500).toISOString() };
    await takeException(approveException(soon, ANN, 'ann'), state());
    const hooks = await createHooks({ ...place(), record: false });
    expect((await hooks.fire(TOOL)).decision).toBe('none');
    await expect.poll(async () => (await hooks.fire(TOOL)).decision, { timeout: 25_000, interval: 500 }).toBe('block');
    await hooks.close();
  });

  it('cannot be approved by who has asked', async () => {
    const asked = askException(await lay(WITH_ANN), WISH, false);
    expect(() => approveException(asked, ANN, 'bob')).toThrow('a second person must approve it');
  });

  const changed = (sealed: SealedException, change: Partial<PolicyException>): SealedException => {
    const value = JSON.parse(Buffer.from(sealed.exception, 'base64').toString()) as object;
    return { ...sealed, exception: Buffer.from(JSON.stringify({ ...value, ...change })).toString('base64') };
  };
  const later = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

  it.each<[string, string, (asked: PolicyException) => SealedException]>([
    [
      'a stranger has signed it',
      'no approver of the policy has signed it',
      (asked) => approveException(asked, STRANGER, 'ann'),
    ],
    [
      'it was changed afterwards',
      'no approver of the policy has signed it',
      (asked) => changed(approveException(asked, ANN, 'ann'), { hooks: ['guard', 'other'] }),
    ],
    [
      'it is for another machine',
      'it is for another machine (m2)',
      (asked) => approveException({ ...asked, machine: 'm2' }, ANN, 'ann'),
    ],
    [
      'it is too long',
      'it is longer than the policy allows (240 minutes)',
      (asked) => approveException({ ...asked, until: later(300) }, ANN, 'ann'),
    ],
    [
      'it begins later',
      'it begins in the future',
      (asked) => approveException({ ...asked, from: later(30) }, ANN, 'ann'),
    ],
    ['it has no signature', 'the policy wants the signature of an approver', sealAlone],
    [
      'it only names an approver',
      'it names an approver, and has no signature',
      (asked) => sealAlone({ ...asked, grantedBy: 'ann' }),
    ],
  ])('suspends nothing where %s, and that is said', async (_, why, seal) => {
    const found = await lay(WITH_ANN);
    await takeException(seal(askException(found, WISH, false)), state());
    const outcome = await decided();
    expect(outcome.decision).toBe('block');
    expect(outcome.diagnostics[0]?.message).toContain(`suspends nothing: ${why}`);
  });

  it('suspends nothing of a policy that allows none', async () => {
    const found = await lay(WITH_ANN);
    await takeException(approveException(askException(found, WISH, false), ANN, 'ann'), state());
    const strict = await lay(null);
    expect((await decided()).decision).toBe('block');
    expect(() => askException(strict, WISH, false)).toThrow('policy acme v7 allows no exceptions');
  });
});

describe('an exception without a second person', () => {
  it('counts only where the policy offers it, and at most as long as it says', async () => {
    const found = await lay({ offline: { longestMinutes: 15 } });
    expect(() => askException(found, WISH, true)).toThrow('at most 15 minutes are allowed, not 60');
    const asked = askException(found, { ...WISH, minutes: 15 }, true);
    await takeException(sealAlone(asked), state());
    const outcome = await decided();
    expect(outcome.decision).toBe('none');
    expect(outcome.diagnostics[0]?.message).toContain('by bob, without a second person: ticket 4711');
    expect(() =>
      askException(
        { ...found, policy: { ...found.policy, breakGlass: { approvers: [], longestMinutes: 60, offline: null } } },
        WISH,
        true,
      ),
    ).toThrow('wants a second person');
  });

  it('of more than an hour cannot even be signed into a policy', async () => {
    await expect(lay({ offline: { longestMinutes: 61 } })).rejects.toThrow('no policy was found');
  });
});
