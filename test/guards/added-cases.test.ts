import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { inTurn, PROJECT_IDS } from '../support/dialect-ids.ts';

const PROVABLE = ['dangerous-commands', 'secrets', 'protected-files'];
const CASES = '.qoder/hooks/dangerous-commands.hooktest.yaml';

async function add(place: Place, guard: string, dialect: string, ...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await place.run(['add', guard, '--dialect', dialect, '--no-input', ...words]);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

test(
  'a guard that was added for all systems brings cases which show that it blocks and lets pass',
  { timeout: 600_000 },
  async () => {
    const place = makePlace();
    await add(place, 'dangerous-commands', 'all');
    const tested = await place.run(['test', '--trust-hooks', '--json']);
    expect(tested.status, tested.stdout).toBe(0);
    expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 2 * PROJECT_IDS.length, failed: 0 });
  },
);

test.each(inTurn(2))('every guard that was added for %s brings such cases', { timeout: 120_000 }, async (dialect) => {
  const place = makePlace();
  for (const guard of PROVABLE) await add(place, guard, dialect);
  const tested = await place.run(['test', '--trust-hooks', '--json']);
  expect(tested.status, tested.stdout).toBe(0);
  expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 2 * PROVABLE.length, failed: 0 });
});

test.each(inTurn(0))('guards that were added for %s are proved to enforce', { timeout: 120_000 }, async (dialect) => {
  const place = makePlace();
  for (const guard of PROVABLE) await add(place, guard, dialect);
  await place.run(['trust', '--unattended']);
  const proved = await place.run(['prove', '--stress', 'program-missing', '--json']);
  const { hooks } = JSON.parse(proved.stdout) as { hooks: readonly { verdict: string }[] };
  const verdicts = hooks.map(({ verdict }) => verdict);
  expect(verdicts.filter((verdict) => verdict === 'enforcing')).toHaveLength(PROVABLE.length);
  expect(verdicts.filter((verdict) => !['enforcing', 'unproven'].includes(verdict))).toEqual([]);
});

test('cases that are there are left as they are', async () => {
  const place = makePlace();
  await add(place, 'dangerous-commands', 'qoder');
  const file = join(place.project, CASES);
  writeFileSync(file, `${readFileSync(file, 'utf8')}# mine\n`);
  expect(await add(place, 'dangerous-commands', 'qoder')).toContain(`kept  ${CASES}`);
  expect(readFileSync(file, 'utf8')).toMatch(/# mine\n$/);
});

test('a guard with options of its own brings none, since they may not hold', async () => {
  const place = makePlace();
  await add(place, 'dangerous-commands', 'qoder', '--option', 'allow=remove-everything');
  expect(existsSync(join(place.project, CASES))).toBe(false);
});

test('packs of further rules count, and the cases still hold', { timeout: 120_000 }, async () => {
  const place = makePlace();
  await add(place, 'dangerous-commands', 'qoder', '--with', 'kubernetes', '--with', 'cloud,saas');
  const tested = await place.run(['test', '--trust-hooks', '--json']);
  expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 2, failed: 0 });
  const fire = ['fire', '--dialect', 'qoder', '--event', 'PreToolUse', '--tool', 'Bash', '--trust-hooks', '--input'];
  expect((await place.run([...fire, '{"command":"helm rollback web"}'])).stdout).toContain('cluster-loss');
  expect((await place.run([...fire, '{"command":"nats stream rm x"}'])).stdout).not.toContain('queue-loss');
});

test('packs that are not known, and guards without packs, are told of', async () => {
  const place = makePlace();
  const words = ['--dialect', 'qoder', '--no-input', '--with'];
  const unknown = await place.run(['add', 'dangerous-commands', ...words, 'clouds']);
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean cloud')]);
  const without = await place.run(['add', 'secrets', ...words, 'cloud']);
  expect([without.status, without.stderr]).toEqual([
    1,
    expect.stringContaining('secrets has no packs of further rules'),
  ]);
});
