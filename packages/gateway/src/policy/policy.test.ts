import { serve } from '@hono/node-server';
import { createHooks } from '@hookline/core/internal';
import { fetchPolicy, type FetchedPolicy, pinRoot, policyInForce } from '@hookline/fleet';
import { Hono } from 'hono';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { layPolicy, policyHook, policyOf, refusingScript } from '../../../../test/support/policy.ts';
import { DIALECTS } from '../../../core/src/dialects/index.ts';
import { keyOf, newKey } from './keys.ts';
import { draftPolicy, initRepository, publishDraft, restamp, signDraft } from './repository.ts';
import { policyRoutes } from './routes.ts';

const KEYS = Object.fromEntries(
  ['r1', 'r2', 'r3', 't1', 't2', 't3', 'online', 'stranger'].map((name) => [name, keyOf(newKey())]),
);
const key = (name: string) => KEYS[name] ?? keyOf('');
const TOOL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } } as const;

interface Signed {
  readonly signatures: unknown[];
  readonly signed: { version: number };
}

let root = '';
let url = '';
let asked: string[] = [];
let close: () => void = () => undefined;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-tuf-')));
  const app = new Hono();
  asked = [];
  app.use(async (context, next) => {
    await next();
    asked.push(`${context.req.path.replace('/v1/policy/', '')} ${context.res.status}`);
  });
  app.route('/', policyRoutes(at('repository')));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((listening) => server.once('listening', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/policy`;
  close = () => server.close();
  initRepository(at('repository'), {
    root: [key('r1'), key('r2'), key('r3')],
    rootThreshold: 2,
    targets: [key('t1'), key('t2'), key('t3')],
    targetsThreshold: 2,
    online: key('online'),
  });
  pinRoot(at('state'), readFileSync(at('repository/metadata/1.root.json'), 'utf8'));
});

afterEach(() => {
  vi.useRealTimers();
  close();
  rmSync(root, { recursive: true, force: true });
});

const at = (path: string): string => join(root, path);
function script(reason: string): string {
  const qoder = DIALECTS.find(({ id }) => id === 'qoder');
  if (qoder === undefined) throw new Error('there is no dialect qoder');
  return refusingScript(qoder, reason);
}

function publish(version: number, reason = `v${version}`, more = {}): void {
  const text = script(reason);
  mkdirSync(at('files'), { recursive: true });
  writeFileSync(at('files/guard.sh'), text);
  draftPolicy(
    at('repository'),
    JSON.stringify(policyOf([policyHook('qoder', 'guard', text)], { version, ...more })),
    at('files'),
  );
  signDraft(at('repository'), key('t1'));
  signDraft(at('repository'), key('t3'));
  publishDraft(at('repository'), key('online'));
}

const place = () => ({ env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: at('state') }, home: at('home') });
const fetched = (machine = 'm1'): Promise<FetchedPolicy> =>
  fetchPolicy({ stateFolder: at('state'), url, machine, ...place() });

async function decided(): Promise<string | null> {
  mkdirSync(at('project'), { recursive: true });
  const hooks = await createHooks({ ...place(), project: at('project'), accountHome: at('account'), record: false });
  try {
    return (await hooks.fire(TOOL)).block?.reason ?? null;
  } finally {
    await hooks.close();
  }
}

describe('a signed policy', () => {
  it('comes into force when it is fetched, and the next one after it', async () => {
    publish(1);
    expect(await fetched()).toEqual({ how: 'updated', version: 1 });
    expect(await decided()).toBe('v1');
    publish(2);
    expect(await fetched()).toEqual({ how: 'updated', version: 2 });
    expect(await decided()).toBe('v2');
  });

  it('is brought into force by one process at a time', async () => {
    publish(1);
    const results = await Promise.all([fetched(), fetched(), fetched()]);
    expect(results.map(({ how }) => how).toSorted()).toEqual(['same', 'same', 'updated']);
    expect(asked.filter((each) => each.endsWith('.policy.json 200'))).toHaveLength(1);
    expect(await decided()).toBe('v1');
  });

  it('costs one conditional request as long as nothing changes', async () => {
    publish(1);
    await fetched();
    asked = [];
    expect(await fetched()).toEqual({ how: 'same' });
    expect(asked).toEqual(['metadata/timestamp.json 304']);
  });

  it('needs as many signatures as the root says, of those that it names', () => {
    writeFileSync(at('guard.sh'), script('x'));
    draftPolicy(at('repository'), JSON.stringify(policyOf([policyHook('qoder', 'guard', script('x'))])), root);
    expect(() => publishDraft(at('repository'), key('online'))).toThrow(/not signed by enough people/);
    expect(() => signDraft(at('repository'), key('stranger'))).toThrow(
      'this key may not sign policies of this repository',
    );
    expect(signDraft(at('repository'), key('t2'))).toEqual({ has: 1, needs: 2 });
    expect(signDraft(at('repository'), key('t2'))).toEqual({ has: 1, needs: 2 });
    expect(() => publishDraft(at('repository'), key('online'))).toThrow(/not signed by enough people/);
    expect(signDraft(at('repository'), key('t1'))).toEqual({ has: 2, needs: 2 });
    publishDraft(at('repository'), key('online'));
  });

  it('is drafted only if machines will take it', () => {
    const wrong = (policy: object): string => {
      try {
        draftPolicy(at('repository'), JSON.stringify(policy), root);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const hook = policyHook('qoder', 'guard', 'text');
    expect(wrong(policyOf([{ ...hook, event: 'Before' }]))).toMatch(
      /^hooks\[0\]\.event: an event of qoder .* was expected, not "Before"/,
    );
    expect(wrong(policyOf([hook], { manageOnly: true }))).toMatch(/^manageOnly: no such key; known: v, org/);
    expect(wrong(policyOf([{ ...hook, handler: { kind: 'prompt', prompt: 'x' } }]))).toMatch(
      /the user chooses what answers "prompt"/,
    );
    expect(wrong(policyOf([hook]))).toMatch(/there is no file/);
    expect(wrong(policyOf([{ ...hook, files: [{ path: '../x', sha256: 'a'.repeat(64) }] }]))).toMatch(
      /a relative path without/,
    );
  });
});

describe('a repository that is not right is refused, the policy before stays in force, and the record says so', () => {
  const repository = (): string => at('repository');
  const metadata = (name: string): string => join(repository(), 'metadata', name);
  const edit = (file: string, change: (value: Signed) => void): void => {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Signed;
    change(value);
    writeFileSync(file, JSON.stringify(value));
  };
  const newest = (role: string): string =>
    metadata(
      readdirSync(join(repository(), 'metadata'))
        .filter((name) => name.endsWith(`.${role}.json`))
        .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0] ?? '',
    );

  const FAULTS: readonly (readonly [string, RegExp, () => void])[] = [
    [
      'it is rolled back',
      /version/i,
      () => {
        rmSync(repository(), { recursive: true });
        cpSync(at('before'), repository(), { recursive: true });
      },
    ],
    [
      'its time stamp has expired',
      /expired/i,
      () => {
        publish(3);
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
      },
    ],
    [
      'a script has other bytes',
      /hash|length|sha256/i,
      () => {
        publish(3);
        const blobs = join(repository(), 'targets/blobs');
        for (const name of readdirSync(blobs)) {
          chmodSync(join(blobs, name), 0o600);
          writeFileSync(join(blobs, name), readFileSync(join(blobs, name), 'utf8').replace('cat', 'tac'));
        }
      },
    ],
    [
      'a signature is missing',
      /signed|signature|threshold/i,
      () => {
        publish(3);
        edit(newest('targets'), (value) => value.signatures.pop());
      },
    ],
    [
      'a signature is changed',
      /signed|signature|threshold/i,
      () => {
        publish(3);
        edit(newest('targets'), (value) => {
          value.signed.version += 1;
        });
      },
    ],
    [
      'its parts are of different versions',
      /version|signed/i,
      () => {
        const old = readFileSync(newest('targets'), 'utf8');
        publish(3);
        writeFileSync(newest('targets'), old);
      },
    ],
    [
      'another online key has signed',
      /signed|signature|threshold/i,
      () => {
        publish(3);
        restamp(repository(), key('stranger'), null);
      },
    ],
    [
      'a file is gone',
      /404|download/i,
      () => {
        publish(3);
        rmSync(newest('snapshot'));
      },
    ],
  ];

  it.each(FAULTS)('%s', async (_, why, damage) => {
    publish(1);
    cpSync(at('repository'), at('before'), { recursive: true });
    publish(2);
    await fetched();
    damage();
    const result = await fetched();
    expect(result).toMatchObject({ how: 'refused', why: expect.stringMatching(why) });
    vi.useRealTimers();
    expect(await decided()).toBe('v2');
    const record = readFileSync(at('state/record/hookline.jsonl'), 'utf8');
    expect(record).toMatch(/policy_refused: .*; the policy before stays in force/);
  });

  it('also one that cannot be reached, which is no finding', async () => {
    publish(1);
    await fetched();
    close();
    expect(await fetched()).toMatchObject({ how: 'unreachable' });
    expect(await decided()).toBe('v1');
  });
});

describe('what somebody who owns the state folder does to a policy', () => {
  const policies = (): string => at('state/fleet/policy');
  const current = (): string => join(policies(), 'current.json');
  const editCurrent = (change: object): void =>
    writeFileSync(current(), JSON.stringify({ ...JSON.parse(readFileSync(current(), 'utf8')), ...change }));
  const folderOf = (version: number): string =>
    readdirSync(policies()).find((name) => name.startsWith(`${version}-`)) ?? '';

  it.each<[string, () => void]>([
    ['removes what is in force', () => rmSync(current())],
    ['writes half of it', () => writeFileSync(current(), readFileSync(current(), 'utf8').slice(0, 40))],
    ['puts its hooks in shadow', () => editCurrent({ shadow: ['guard'] })],
    ['switches its hooks off', () => editCurrent({ off: { guard: 'I say so' } })],
    ['puts an older version back', () => editCurrent({ folder: folderOf(1) })],
    ['removes the version', () => rmSync(join(policies(), folderOf(2)), { recursive: true })],
    ['writes a newer policy', () => void layPolicy(policies(), policyOf([], { version: 99 }), {})],
  ])(
    '%s: what could be guarded is refused until the next look, which puts it right, and it is in the record',
    async (_, act) => {
      publish(1);
      await fetched();
      publish(2);
      await fetched();
      expect(policyInForce(at('state')).version).toBe(2);
      act();
      expect(policyInForce(at('state')).version).toBe(0);
      expect(await decided()).toMatch(/the policy in .* cannot be used/);
      expect(await fetched()).toEqual({ how: 'updated', version: 2 });
      expect(await decided()).toBe('v2');
      expect(policyInForce(at('state')).version).toBe(2);
      const record = readFileSync(at('state/record/hookline.jsonl'), 'utf8');
      expect(record).toContain(
        'policy_put_back: the policy was removed or changed on this machine; version 2 is in force',
      );
    },
  );
});

describe('the online key', () => {
  const STAGES = { rollout: { id: 'r', hooks: ['guard'], stages: [{ shadow: 50 }, { enforce: 10 }, { enforce: 50 }] } };

  it('can put a hook in shadow within one poll, and let it decide again', async () => {
    publish(1);
    await fetched();
    restamp(at('repository'), key('online'), { version: 1, stage: 0, shadow: ['guard'] });
    expect(await fetched()).toEqual({ how: 'updated', version: 1 });
    expect(await decided()).toBeNull();
    restamp(at('repository'), key('online'), null);
    await fetched();
    expect(await decided()).toBe('v1');
  });

  it('says nothing about another version than the one that is published', async () => {
    publish(2);
    restamp(at('repository'), key('online'), { version: 1, stage: 0, shadow: ['guard'] });
    await fetched();
    expect(await decided()).toBe('v2');
  });

  it('moves a roll-out through the stages that were signed, and not beyond', async () => {
    publish(1, 'v1', STAGES);
    const enforcedAt = async (stage: number): Promise<number> => {
      restamp(at('repository'), key('online'), { version: 1, stage, shadow: [] });
      let enforced = 0;
      for (let machine = 0; machine < 20; machine += 1) {
        rmSync(at('state/fleet/policy/tuf/etag'), { force: true });
        await fetched(`machine-${machine}`);
        const { shadow, off } = JSON.parse(readFileSync(at('state/fleet/policy/current.json'), 'utf8')) as {
          shadow: string[];
          off: object;
        };
        if (shadow.length === 0 && Object.keys(off).length === 0) enforced += 1;
      }
      return enforced;
    };
    expect(await enforcedAt(0)).toBe(0);
    const half = await enforcedAt(2);
    expect(half).toBeGreaterThan(3);
    expect(half).toBeLessThan(17);
    expect(await enforcedAt(99)).toBe(half);
  });
});
