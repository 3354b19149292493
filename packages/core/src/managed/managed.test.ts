import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hooksProject } from '../../../../test/support/hooks-project.ts';
import { layPolicy, policyHook, policyOf, refusingScript } from '../../../../test/support/policy.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { Dialect, InternalOptions, JsonObject } from '../model/index.ts';
import { stateDigest } from './fetched-state.ts';

const here = hooksProject({ trust: 'all' });
const account = (): string => join(here.folder, 'account');
const root = (): string => join(account(), '.local/state/hookline/fleet/policy');
const own = (): InternalOptions => ({ accountHome: account() });
const TOOL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } } as const;
function aDialect(id: string): Dialect {
  const found = DIALECTS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no dialect ${id}`);
  return found;
}
const REFUSAL = 'the company says no';

const lay = (id = 'qoder', policy: JsonObject = {}, script = refusingScript(aDialect(id), REFUSAL)): string =>
  layPolicy(root(), policyOf([policyHook(id, 'no-bash', script)], policy), { 'no-bash': script });

const claudeHook = (command: string): JsonObject => ({
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] },
});

describe('hooks of a policy', () => {
  it('add up with those of all other managed sources', async () => {
    lay('claude', {}, '#!/bin/sh\ncat >/dev/null\n');
    const system = join(here.folder, 'system');
    here.write('system/etc/claude-code/managed-settings.json', claudeHook('true # one'));
    here.write('system/etc/claude-code/managed-settings.d/10-a.json', claudeHook('true # two'));
    const other = policyOf([policyHook('qoder', 'other', '#!/bin/sh\n')], { org: 'other' });
    layPolicy(join(system, 'etc/hookline/policy'), other, { other: '#!/bin/sh\n' });
    const { env } = here.place();
    const hooks = await here.open({ ...own(), env: { ...env, HOOKLINE_SYSTEM_ROOT: system }, platform: 'linux' });
    const { hooks: runs } = await hooks.fire(TOOL);
    expect(runs.map(({ id, scope, status }) => [id, scope, status])).toEqual([
      ['qoder:managed:other:other', 'managed', 'passed'],
      ['claude:managed:acme:no-bash', 'managed', 'passed'],
      ['claude:managed:PreToolUse[0].hooks[0]', 'managed', 'passed'],
      ['claude:managed:10-a:PreToolUse[0].hooks[0]', 'managed', 'passed'],
    ]);
  });

  it('are not switched off by a local disableAllHooks', async () => {
    lay('claude');
    for (const file of [
      'project/.claude/settings.json',
      'project/.claude/settings.local.json',
      'home/.claude/settings.json',
    ])
      here.write(file, { disableAllHooks: true });
    expect((await (await here.open(own())).fire(TOOL)).block?.reason).toContain(REFUSAL);
  });

  it('are in the list of hooks, and in the explanation of an event', async () => {
    lay();
    const hooks = await here.open(own());
    const listed = {
      id: 'qoder:managed:acme:no-bash',
      scope: 'managed',
      source: 'policy acme v7',
      armed: true,
      why: null,
    };
    expect(hooks.list()).toEqual([expect.objectContaining(listed)]);
    expect(hooks.entries).toBe(1);
    expect(hooks.explain(TOOL).hooks).toEqual([expect.objectContaining({ id: listed.id, runs: true, order: 1 })]);
  });

  it('run before all hooks of all dialects, and a block of theirs stands', async () => {
    lay('cline');
    here.write('home/.qoder/settings.json', claudeHook('true'));
    const outcome = await (await here.open(own())).fire(TOOL);
    expect(outcome.hooks.map(({ dialect, status }) => `${dialect} ${status}`)).toEqual([
      'cline blocked',
      'qoder skipped',
    ]);
  });

  it('are not loosened by an allow of the user', async () => {
    const ask = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}';
    lay('qoder', {}, `#!/bin/sh\ncat >/dev/null\necho '${ask}'\n`);
    const allow = ask.replace('"ask"', '"allow"');
    here.write('home/.qoder/settings.json', claudeHook(`echo '${allow}'`));
    expect((await (await here.open(own())).fire(TOOL)).decision).toBe('ask');
  });

  it('see again what a later hook has made of the event', async () => {
    const script = '#!/bin/sh\nif grep -q "rm -rf"; then echo "no rm" >&2; exit 2; fi\n';
    lay('qoder', {}, script);
    const rewrite = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'rm -rf /' } } };
    here.write('home/.claude/settings.json', claudeHook(`echo '${JSON.stringify(rewrite)}'`));
    const outcome = await (await here.open(own())).fire(TOOL);
    expect(outcome.block).toMatchObject({ reason: 'no rm', hook: 'qoder:managed:acme:no-bash' });
    expect(outcome.hooks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'qoder:managed:acme:no-bash blocked',
      'claude:user:PreToolUse[0].hooks[0] passed',
    ]);
  });

  it('do not run where the client has switched them off, and decide nothing in shadow', async () => {
    const script = refusingScript(aDialect('qoder'), REFUSAL);
    const hooks = ['a', 'b'].map((name) => policyHook('qoder', name, script));
    layPolicy(root(), policyOf(hooks), { a: script, b: script }, { off: { a: 'not rolled out here' }, shadow: ['b'] });
    const outcome = await (await here.open(own())).fire(TOOL);
    expect(outcome.block).toBeNull();
    expect(outcome.hooks).toEqual([
      expect.objectContaining({ name: 'a', status: 'skipped', why: 'not rolled out here' }),
      expect.objectContaining({ name: 'b', shadow: expect.objectContaining({ decision: 'block' }) }),
    ]);
  });

  it('can be the only ones that run', async () => {
    lay('qoder', { settings: { managedOnly: true } }, '#!/bin/sh\n');
    here.write('home/.qoder/settings.json', claudeHook('exit 2'));
    const hooks = await here.open(own());
    expect((await hooks.fire(TOOL)).decision).toBe('none');
    expect(hooks.list().map(({ armed, why }) => [armed, why])).toEqual([
      [true, null],
      [false, 'policy acme v7 lets only its own hooks run (managedOnly)'],
    ]);
  });

  it('come into force in hooks that are open, within two seconds', async () => {
    const hooks = await here.open(own());
    expect((await hooks.fire(TOOL)).decision).toBe('none');
    lay();
    await expect.poll(async () => (await hooks.fire(TOOL)).decision, { timeout: 20_000, interval: 300 }).toBe('block');
  });
});

describe('a policy that is not what was signed', () => {
  it('refuses what could be guarded, and says so, whatever the environment wants', async () => {
    const folder = lay();
    chmodSync(join(folder, 'policy.json'), 0o600);
    writeFileSync(join(folder, 'policy.json'), JSON.stringify(policyOf([])));
    const { env } = here.place();
    const hooks = await here.open({ ...own(), env: { ...env, HOOKLINE_ON_ERROR: 'proceed' } });
    expect((await hooks.fire(TOOL)).block?.reason).toMatch(/policy\.json is not what was signed/);
    expect(hooks.diagnostics[0]?.message).toMatch(
      /cannot be used: .* is not what was signed .*; what could be guarded is refused/,
    );
  });

  it.each([
    ['a script has changed before', (folder: string) => rewriteScript(folder)],
    ['a script is gone', (folder: string) => rmSync(join(folder, 'files'), { recursive: true })],
    ['its folder is gone', (folder: string) => rmSync(folder, { recursive: true })],
    ['others can write it', (folder: string) => chmodSync(join(folder, 'policy.json'), 0o666)],
  ])('refuses where %s', async (_, damage) => {
    damage(lay());
    expect((await (await here.open(own())).fire(TOOL)).block?.reason).toMatch(/the policy in .* cannot be used/);
  });

  it.each([
    ['is gone', () => rmSync(current())],
    [
      'is a pipe',
      () => {
        rmSync(current());
        execFileSync('mkfifo', [current()]);
      },
    ],
    ['has its hooks in shadow', () => editCurrent({ shadow: ['no-bash'] })],
    ['has its hooks switched off', () => editCurrent({ off: { 'no-bash': 'I say so' } })],
  ])('refuses where what was fetched %s, in hooks that are open too', async (_, change) => {
    lay();
    mkdirSync(join(root(), 'tuf'));
    writeFileSync(join(root(), 'tuf/fetched.json'), JSON.stringify({ states: [stateDigest(root())] }));
    const hooks = await here.open(own());
    expect((await hooks.fire(TOOL)).block?.reason).toContain(REFUSAL);
    change();
    const refusal = /the policy in .* cannot be used: .*current\.json is not what was fetched/;
    const reason = async () => (await hooks.fire(TOOL)).block?.reason;
    await expect.poll(reason, { timeout: 20_000, interval: 300 }).toMatch(refusal);
    expect((await (await here.open(own())).fire(TOOL)).block?.reason).toMatch(refusal);
  });

  it('withholds a hook whose script changes while hooks are open', async () => {
    const folder = lay('qoder', {}, '#!/bin/sh\n');
    const hooks = await here.open({ ...own(), nonInteractive: true });
    expect((await hooks.fire(TOOL)).decision).toBe('none');
    rewriteScript(folder);
    expect((await hooks.fire(TOOL)).block?.reason).toMatch(/guard\.sh is not what was signed/);
  });

  it('stays in force when it has expired, and says since when', async () => {
    lay('qoder', { expires: '2020-01-01T00:00:00Z' });
    const hooks = await here.open(own());
    expect((await hooks.fire(TOOL)).block?.reason).toContain(REFUSAL);
    expect(hooks.diagnostics[0]?.message).toBe('policy acme v7 is stale since 2020-01-01T00:00:00Z: it stays in force');
  });

  it('refuses what it guards when it has expired and is strict', async () => {
    lay('qoder', { expires: '2020-01-01T00:00:00Z', onExpired: 'strict' }, '#!/bin/sh\n');
    const hooks = await here.open({ ...own(), nonInteractive: true });
    expect((await hooks.fire(TOOL)).block?.reason).toMatch(/which is stale since 2020/);
  });
});

const current = (): string => join(root(), 'current.json');
const editCurrent = (change: JsonObject): void =>
  writeFileSync(current(), JSON.stringify({ ...JSON.parse(readFileSync(current(), 'utf8')), ...change }));

const rewriteScript = (folder: string): void => {
  const file = join(folder, 'files/no-bash/guard.sh');
  chmodSync(file, 0o700);
  writeFileSync(file, '#!/bin/sh\nexit 0\n');
};
