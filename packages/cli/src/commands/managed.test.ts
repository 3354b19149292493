import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layPolicy, policyHook, policyOf, refusingScript } from '../../../../test/support/policy.ts';
import { DIALECTS } from '../../../core/src/dialects/index.ts';
import { makePlace, type Place } from '../testing/place.ts';

const FIRE = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];

/** A place whose administrator has a policy; where the files of the system are is all that a test can move. */
function managedPlace(id = 'qoder'): Place & { readonly env: Readonly<Record<string, string>> } {
  const place = makePlace({});
  const dialect = DIALECTS.find((each) => each.id === id) ?? DIALECTS[0];
  if (dialect === undefined) throw new Error('there is no dialect');
  const script = refusingScript(dialect, 'the company says no');
  const system = join(place.root, 'system');
  layPolicy(join(system, 'etc/hookline/policy'), policyOf([policyHook(id, 'no-bash', script)]), { 'no-bash': script });
  return { ...place, env: { HOOKLINE_SYSTEM_ROOT: system } };
}

describe('a policy', () => {
  it('blocks with HOOKLINE_DISABLE too, and says which hooks ran', async () => {
    const { run, env } = managedPlace();
    const result = await run(FIRE, { env: { ...env, HOOKLINE_DISABLE: '1' } });
    expect(result.status).toBe(2);
    expect(result.stderr).toBe(
      'hookline: only hooks of the policy were run: HOOKLINE_DISABLE is set\nthe company says no\n',
    );
    const others = makePlace({});
    expect((await others.run(FIRE, { env: { HOOKLINE_DISABLE: '1' } })).stderr).toContain('no hook was run');
  });

  it.each([
    ['--dialect', 'kode'],
    ['--setting-sources', ''],
    ['--settings', '{"disableAllHooks": true}'],
  ])('is not left out by %s', async (...words) => {
    const { run, env } = managedPlace();
    expect(await run([...FIRE, ...words], { env })).toMatchObject({ status: 2, stderr: 'the company says no\n' });
  });

  it('also decides for a connected agent of the same system', async () => {
    const { run, env } = managedPlace('claude');
    const input = JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      session_id: 's',
      cwd: '/',
    });
    const { stdout, stderr } = await run(['hook', 'claude', 'PreToolUse'], {
      env: { ...env, HOOKLINE_DISABLE: '1' },
      input,
    });
    expect(stdout + stderr).toContain('the company says no');
  });

  it('is shown by list, explain, doctor and validate', async () => {
    const { run, env } = managedPlace();
    expect((await run(['list'], { env })).stdout).toMatch(/policy acme v7 +no-bash +qoder:managed:acme:no-bash/);
    expect((await run(['list', '--json'], { env })).stdout).toContain('"scope":"managed"');
    const explained = await run(['explain', ...FIRE.slice(1)], { env });
    expect(explained.stdout).toMatch(/1\. +qoder +PreToolUse .*policy acme v7 +no-bash/);
    expect((await run(['doctor', '--json'], { env })).stdout).toMatch(/"acme v7".*in force, 1 hook, until 2099/);
    expect(await run(['validate'], { env })).toMatchObject({ status: 0 });
  });

  it('cannot be put in shadow', async () => {
    const { run, env } = managedPlace();
    const { status, stderr } = await run(['shadow', 'no-bash', '--unattended'], { env });
    expect(status).toBe(1);
    expect(stderr).toContain('is of a policy: only a new policy can put it in shadow');
  });

  it('refuses everything that could be guarded when it is damaged, also with HOOKLINE_ON_ERROR=proceed', async () => {
    const { run, env, write } = managedPlace();
    write({ 'system/etc/hookline/policy/current.json': '{}' });
    const result = await run(FIRE, { env: { ...env, HOOKLINE_ON_ERROR: 'proceed', HOOKLINE_DISABLE: '1' } });
    expect(result.status).toBe(2);
    expect(result.stderr).toMatch(/the policy in .* cannot be used: v: 1 was expected, not nothing/);
    expect((await run(['validate'], { env })).status).toBe(1);
  });
});
