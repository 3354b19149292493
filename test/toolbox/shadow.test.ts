import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makePlace, type Place } from '../../packages/cli/src/testing/place.ts';

// Each call is a process of its own, and others may be at work on the same machine.
vi.setConfig({ testTimeout: 120_000 });

const GUARD = 'polytoken:user:guard';

const placeWith = (): Place =>
  makePlace({
    'home/.config/polytoken/hooks.json': [
      { name: 'guard', event: 'pre_tool_use', handler: { bash: 'echo "not here" >&2; exit 2' } },
    ],
  });

const FIRE = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];

const settings = ({ home }: Place): string => join(home, '.config/hookline/settings.json');

describe('hookline shadow', () => {
  it('lets a hook run without deciding, shows it everywhere, and lets it decide again', async () => {
    const place = placeWith();
    expect((await place.run(FIRE)).status).toBe(2);
    const put = await place.run(['shadow', GUARD]);
    expect(put).toEqual({
      status: 0,
      stdout: `${GUARD} is in shadow: it runs and is recorded, and decides nothing.\n`,
      stderr: '',
    });
    const fired = await place.run(FIRE);
    expect([fired.status, fired.stderr]).toEqual([0, '']);
    expect(fired.stdout).toMatch(/would block .*\n +in shadow, would block \(deny_tool\): not here/);
    for (const words of [['list'], ['explain', ...FIRE.slice(1)], ['log', '--limit', '1'], ['explain', 'last']]) {
      expect((await place.run(words)).stdout, words.join(' ')).toMatch(/in shadow/);
    }
    expect((await place.run(['shadow', '--list'])).stdout).toBe(`in shadow  ${GUARD}\n`);
    expect((await place.run(['shadow', GUARD, '--off'])).stdout).toBe(`${GUARD} decides again.\n`);
    expect((await place.run(FIRE)).status).toBe(2);
    expect((await place.run(['shadow', '--list'])).stdout).toBe('No hook is in shadow.\n');
  });

  it('prints JSON', async () => {
    const place = placeWith();
    const put = await place.run(['shadow', GUARD, '--json']);
    expect(JSON.parse(put.stdout)).toMatchObject({
      id: GUARD,
      project: null,
      shadow: true,
      how: 'changed',
      dryRun: false,
    });
    const listed = JSON.parse((await place.run(['shadow', '--list', '--json'])).stdout) as { shadows: unknown[] };
    expect(listed.shadows).toMatchObject([{ id: GUARD, state: 'in shadow' }]);
    const hooks = JSON.parse((await place.run(['list', '--json'])).stdout) as { hooks: unknown[] };
    expect(hooks.hooks).toMatchObject([{ id: GUARD, armed: true, shadow: true }]);
    const fired = JSON.parse((await place.run([...FIRE, '--json'])).stdout) as { hooks: unknown[] };
    expect(fired.hooks).toMatchObject([
      { status: 'passed', exitCode: 2, shadow: { decision: 'block', reason: 'not here' } },
    ]);
  });

  it('writes nothing with --dry-run, and the file is private', async () => {
    const place = placeWith();
    const dry = await place.run(['shadow', GUARD, '--dry-run']);
    expect(dry.stdout).toBe(
      `Would write ${settings(place)}: ${GUARD} is in shadow: it runs and is recorded, and decides nothing.\n`,
    );
    expect(existsSync(settings(place))).toBe(false);
    await place.run(['shadow', GUARD]);
    expect(Object.keys(JSON.parse(readFileSync(settings(place), 'utf8')) as object)).toEqual(['shadow']);
  });

  it('guesses what was meant, and says what is missing', async () => {
    const place = placeWith();
    expect(await place.run(['shadow', 'polytoken:user:gard'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `hookline: there is no hook "polytoken:user:gard" here; did you mean ${GUARD}?\n`,
    });
    expect((await place.run(['shadow'])).stderr).toBe(
      'hookline: shadow needs a HOOK: its id or name, as hookline list shows it; or --list\n',
    );
  });

  it('takes a hook by its name or by the file that it runs, as prove does', async () => {
    const script = '#!/bin/sh\nexit 2\n';
    const place = makePlace({
      'home/guard.sh': script,
      'home/.config/polytoken/hooks.json': [
        { name: 'guard', event: 'pre_tool_use', handler: { bash: '"$HOME"/guard.sh' } },
      ],
    });
    for (const word of ['guard', 'guard.sh']) {
      expect((await place.run(['shadow', word])).stdout, word).toMatch(/^polytoken:user:guard is in shadow/);
      expect((await place.run(['shadow', word, '--off'])).stdout, word).toBe(`${GUARD} decides again.\n`);
      expect((await place.run(['prove', word, '--no-stress'])).stdout, word).toContain(GUARD);
    }
  });

  it('does nothing to hooks that share a name, and says how to name one of them', async () => {
    const place = makePlace({
      'home/.config/polytoken/hooks.json': [{ name: 'guard', event: 'pre_tool_use', handler: { bash: 'exit 2' } }],
      'home/.config/agents/hooks/guard/HOOK.md': '---\nname: guard\ndescription: A guard.\ntrigger: before_tool\n---\n',
      'home/.config/agents/hooks/guard/scripts/run': '#!/bin/sh\nexit 2\n',
    });
    expect(await place.run(['shadow', 'guard'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'hookline: "guard" names 2 hooks: agent-hooks:user:guard, polytoken:user:guard; give one of these ids, or name its system with --dialect\n',
    });
    expect((await place.run(['shadow', 'guard', '--dialect', 'polytoken'])).status).toBe(0);
    // Only one of them is in shadow: that one is meant.
    expect((await place.run(['shadow', 'guard', '--off'])).stdout).toBe(`${GUARD} decides again.\n`);
  });

  it.each([
    [{ HOOKLINE_RUN: 'x' }, 'shadow is refused inside a hook'],
    [{ HOOKLINE_AGENT: '1' }, 'shadow is refused in a tool call of an agent: a person must run it, in a terminal'],
  ])('is refused to a hook and to an agent: %j', async (env, why) => {
    const place = placeWith();
    expect(await place.run(['shadow', GUARD], { env })).toEqual({
      status: 1,
      stdout: '',
      stderr: `hookline: ${why}\n`,
    });
    await place.run(['shadow', GUARD]);
    expect((await place.run(['shadow', GUARD, '--off'], { env })).status).toBe(1);
    expect((await place.run(['shadow', '--list'], { env })).status).toBe(0);
  });

  it('is not to be had by a file of the project', async () => {
    const place = makePlace({
      'home/.config/polytoken/hooks.json': [{ name: 'guard', event: 'pre_tool_use', handler: { bash: 'exit 2' } }],
      'project/.config/hookline/settings.json': { shadow: [GUARD] },
      'project/.hookline/settings.json': { shadow: [GUARD] },
      'project/settings.json': { shadow: [GUARD] },
    });
    expect((await place.run(FIRE)).status).toBe(2);
    const env = { XDG_CONFIG_HOME: join(place.project, '.config') };
    const turned = await place.run(FIRE, { env: { ...env, HOOKLINE_CONFIG_DIR: join(place.project, '.hookline') } });
    expect(turned.stderr).toContain('which must not decide this');
  });
});
