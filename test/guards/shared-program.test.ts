import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BUNDLE, makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { inTurn, PROJECT_IDS, WRITABLE } from '../support/dialect-ids.ts';

vi.setConfig({ testTimeout: 600_000 });

const WRITABLE_IDS = WRITABLE.map(({ id }) => id);

async function run(place: Place, ...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await place.run(words);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        !readdirSync(folder, { withFileTypes: true }).some((entry) => entry.name === name && entry.isDirectory()),
    )
    .toSorted();

/** What `list` warns of once `fire --trust-hooks` has given trust without a terminal, and of nothing else. */
const TRUSTED_BY_FIRE =
  /^\S+ warning: trust was given without a person at a terminal, at .* by hookline\.js fire.*\n  if that was you, .*\n$/;

const BAD = 'cd / && rm -rf *';

async function decided(place: Place, dialect: string, command: string): Promise<string> {
  const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command } };
  const words = ['fire', '-', '--json', '--trust-hooks', '--dialect', dialect];
  const { stdout } = await place.run(words, { input: JSON.stringify(event) });
  return (JSON.parse(stdout) as { decision: string }).decision;
}

describe('all guards of a project', () => {
  it('share one program, whichever systems they are for', async () => {
    const place = makePlace();
    await run(place, 'add', 'dangerous-commands', '--dialect', 'all', '--no-input');
    await run(place, 'add', 'secrets', '--dialect', 'kode', '--dialect', 'agent-hooks', '--no-input');
    expect(filesBelow(place.project).filter((name) => name.endsWith('.mjs'))).toEqual(['.hookline/guards.mjs']);
    expect((await place.run(['validate'])).status).toBe(0);
    for (const dialect of PROJECT_IDS) expect(await decided(place, dialect, BAD)).toBe('block');
    for (const dialect of inTurn(0)) expect(await decided(place, dialect, 'rm -rf build')).toBe('none');
  });

  it.each(inTurn(1))('are covered by trust with the program that they start, in %s', async (dialect) => {
    const place = makePlace();
    await run(place, 'add', 'dangerous-commands', '--dialect', dialect, '--no-input');
    expect(await run(place, 'trust', '--show')).toMatch(/^ {2}\.hookline\/guards\.mjs {2,}\w+$/m);
    await run(place, 'trust', '--unattended');
    writeFileSync(join(place.project, '.hookline/guards.mjs'), 'process.exit(0);\n');
    const { stdout } = await place.run(['list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ armed: 0, total: 1 });
  });

  it('work in a clone of somebody who has no hookline', async () => {
    const place = makePlace();
    await run(place, 'add', 'dangerous-commands', '--dialect', 'all', '--no-input');
    const clone = join(place.root, 'a clone');
    cpSync(place.project, clone, { recursive: true });
    rmSync(place.project, { recursive: true });
    const event = JSON.stringify({ tool_name: 'Bash', tool_input: { command: BAD }, cwd: clone });
    const started = (program: string, ...words: readonly string[]) =>
      spawnSync(join(clone, program), words, { input: event, cwd: clone, encoding: 'utf8' });
    expect(started('.hookline/dangerous-commands.sh', 'closed', 'qoder', 'PreToolUse')).toMatchObject({ status: 2 });
    const before = JSON.stringify({ event_type: 'before_tool', tool_name: 'Shell', tool_input: { command: BAD } });
    const entry = spawnSync(join(clone, '.agents/hooks/dangerous-commands/scripts/run.sh'), [], {
      input: before,
      cwd: '/',
      encoding: 'utf8',
    });
    expect(`${entry.status} ${entry.stdout}${entry.stderr}`).toContain('remove-everything');
    rmSync(join(clone, '.hookline/guards.mjs'));
    expect(started('.hookline/dangerous-commands.sh', 'closed', 'qoder', 'PreToolUse')).toMatchObject({ status: 2 });
    expect(started('.hookline/dangerous-commands.sh', 'open', 'qoder', 'PreToolUse')).toMatchObject({ status: 0 });
  });

  it('of the user lie in the folder of hookline, and count in all projects', async () => {
    const place = makePlace();
    for (const dialect of WRITABLE_IDS)
      await run(place, 'add', 'dangerous-commands', '--dialect', dialect, '--user', '--no-input');
    expect(readdirSync(join(place.home, '.config/hookline/guards')).toSorted()).toEqual([
      'dangerous-commands.sh',
      'guards.mjs',
    ]);
    for (const dialect of WRITABLE_IDS) expect(await decided(place, dialect, BAD)).toBe('block');
  });

  it('says which systems a guard cannot work in when all are meant', async () => {
    const place = makePlace();
    const said = await run(place, 'add', 'tests-before-stop', '--dialect', 'all', '--no-input');
    expect(said).toContain('Left out: tests-before-stop cannot work in kode');
    expect(existsSync(join(place.project, '.kode'))).toBe(false);
  });
});

/** A guard as versions without a shared program installed it. */
function layOldGuard(place: Place, words = 'closed dangerous-commands kode tool_call_pre'): void {
  const hooks = join(place.project, '.kode/hooks');
  mkdirSync(hooks, { recursive: true });
  cpSync(join(dirname(BUNDLE), 'hookline-guards.mjs'), join(hooks, 'hookline-guards.mjs'));
  const launcher = `#!/bin/sh
# Starts a guard of hookline; made by "hookline add". Its words are: closed or open, then the guard, the system, the event and options.
way=$1
shift
node "\${0%/*}/hookline-guards.mjs" "$@"
status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 2 ] && exit "$status"
[ "$way" = closed ] && exit 2
exit 0
`;
  writeFileSync(join(hooks, 'hookline-guard.sh'), launcher);
  chmodSync(join(hooks, 'hookline-guard.sh'), 0o755);
  const config = `model: fast # mine\nhooks:\n  tool_call_pre:\n    - exec: ./.kode/hooks/hookline-guard.sh ${words}\n      timeout_ms: 25000\n`;
  writeFileSync(join(place.project, '.kode/config.yaml'), config);
}

describe('a project with the copies of an earlier version', () => {
  it('goes on as it is: the guard is installed already, and works', async () => {
    const place = makePlace();
    layOldGuard(place);
    const before = filesBelow(place.project);
    expect(await run(place, 'add', 'dangerous-commands', '--dialect', 'kode', '--no-input')).toMatch(
      /^dangerous-commands is installed already: nothing to do\n {2}kept +\.kode\/hooks\/hookline-guards\.mjs\n/,
    );
    expect(filesBelow(place.project)).toEqual(before);
    expect(await decided(place, 'kode', BAD)).toBe('block');
    const list = await place.run(['list']);
    expect(list).toMatchObject({ status: 0, stderr: expect.stringMatching(TRUSTED_BY_FIRE) as unknown });
    expect(list.stdout).toMatch(/tool_call_pre .* dangerous-commands +kode:/);
  });

  it('gets another guard, and its program is renewed only when somebody says so', async () => {
    const place = makePlace();
    layOldGuard(place);
    const program = join(place.project, '.kode/hooks/hookline-guards.mjs');
    const current = readFileSync(program, 'utf8');
    writeFileSync(program, `${current}// older\n`);
    await run(place, 'add', 'secrets', '--dialect', 'kode', '--no-input');
    expect(existsSync(join(place.project, '.hookline/secrets.sh'))).toBe(true);
    await run(place, 'add', 'dangerous-commands', '--dialect', 'kode', '--no-input');
    expect(readFileSync(program, 'utf8')).toBe(`${current}// older\n`);
    await run(place, 'add', 'dangerous-commands', '--dialect', 'kode', '--no-input', '--update');
    expect(readFileSync(program, 'utf8')).toBe(current);
  });

  it('is told about other options, and can be cleaned up by remove', async () => {
    const place = makePlace();
    layOldGuard(place, 'closed dangerous-commands kode tool_call_pre doubtful=pass');
    const again = await place.run(['add', 'dangerous-commands', '--dialect', 'kode', '--no-input']);
    expect([again.status, again.stderr]).toEqual([
      1,
      expect.stringContaining('already, with other options: run "hookline remove dangerous-commands" first'),
    ]);
    await run(place, 'remove', 'dangerous-commands', '--yes');
    expect(filesBelow(place.project)).toEqual(['.kode', '.kode/config.yaml'].slice(1));
    expect(readFileSync(join(place.project, '.kode/config.yaml'), 'utf8')).toBe('model: fast # mine\n');
    await run(place, 'add', 'dangerous-commands', '--dialect', 'kode', '--no-input');
    expect(await decided(place, 'kode', BAD)).toBe('block');
  });
});
