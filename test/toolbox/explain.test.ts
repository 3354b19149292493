import { describe, expect, it, vi } from 'vitest';
import { makePlace, type Place } from '../../packages/cli/src/testing/place.ts';

// Each call is a process of its own, and others may be at work on the same machine.
vi.setConfig({ testTimeout: 120_000 });

const answer = (decision: string, more: object = {}): object => ({
  type: 'command',
  command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, ...more } })}'`,
});

/** Hooks of the user, so that nothing has to be trusted. */
const placeWith = (...hooks: readonly object[]): Place =>
  makePlace({
    'home/.qoder/settings.json': {
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks },
          { matcher: 'Read', hooks: [{ type: 'command', command: 'true' }] },
        ],
      },
    },
  });

const EVENT = ['--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];
const ID = (number: number): string => `qoder:user:PreToolUse[0].hooks[${number}]`;

const idIn = async (place: Place): Promise<string> =>
  (JSON.parse((await place.run(['log', '--limit', '1', '--json'])).stdout) as { id: string }).id;

describe('hookline explain last', () => {
  it('tells who was selected, what each said, which rule won, and why others were not', async () => {
    const place = placeWith(answer('deny', { permissionDecisionReason: 'no' }), answer('allow'));
    await place.run(['fire', ...EVENT]);
    const { status, stdout, stderr } = await place.run(['explain', 'last']);
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n').map((line) => line.trim());
    expect(lines).toContain('Rule: a block outweighs every ask and allow (block-outweighs)');
    expect(lines).toContain('said: block (deny_tool): no');
    expect(lines).toContain('said: allow');
    expect(lines).toContain('Selected then, in this order (from the record):');
    expect(lines).toContain('Not selected by the hooks as they are now (the record does not say):');
    expect(lines).toContain('qoder:user:PreToolUse[1].hooks[0]');
  });

  it('explains one by its id, and helps with an id that is none', async () => {
    const place = placeWith(answer('allow'));
    await place.run(['fire', ...EVENT]);
    const id = await idIn(place);
    expect((await place.run(['explain', id])).stdout).toContain(id);
    const slip = `${id.slice(0, -1)}${id.endsWith('z') ? 'y' : 'z'}`;
    expect(await place.run(['explain', slip])).toEqual({
      status: 1,
      stdout: '',
      stderr: `hookline: there is no decision "${slip}" in the record; did you mean ${id}?\n`,
    });
    const other = '0'.repeat(26);
    expect((await place.run(['explain', other])).stderr).toBe(
      `hookline: there is no decision "${other}" in the record; the newest are ${id}\n`,
    );
  });

  it('says that nothing is recorded yet', async () => {
    expect((await placeWith().run(['explain', 'last'])).stderr).toBe('hookline: nothing is recorded yet\n');
  });

  it('runs nothing and records nothing', async () => {
    const place = placeWith({ type: 'command', command: 'echo x >> ran' });
    await place.run(['fire', ...EVENT]);
    const before = (await place.run(['log', '--json'])).stdout;
    await place.run(['explain', 'last', '--order']);
    expect((await place.run(['log', '--json'])).stdout).toBe(before);
  });
});

describe('hookline explain --order', () => {
  it('checks every order of a recorded decision, and finds conflicts', async () => {
    const place = placeWith(
      answer('allow', { updatedInput: { command: 'one' } }),
      answer('allow', { updatedInput: { command: 'two' } }),
      answer('deny'),
    );
    await place.run(['fire', ...EVENT]);
    const { status, stdout } = await place.run(['explain', 'last', '--order', '--json']);
    const told = JSON.parse(stdout) as { order: unknown; conflicts: { kind: string; hooks: string[] }[] };
    expect([status, told.order]).toEqual([0, { hooks: [ID(0), ID(1), ID(2)], tried: 6, possible: '6', other: null }]);
    expect(told.conflicts.map(({ kind, hooks }) => [kind, hooks])).toEqual([
      ['contradicting-rewrites', [ID(0), ID(1)]],
      ['allow-beside-block', [ID(0), ID(2)]],
      ['allow-beside-block', [ID(1), ID(2)]],
    ]);
  });

  it('does the same for a live event, whose hooks it runs once', async () => {
    const place = placeWith({ type: 'command', command: 'echo x >> "$HOME/ran"' }, answer('ask'));
    const { status, stdout, stderr } = await place.run(['explain', ...EVENT, '--order']);
    expect(status).toBe(0);
    expect(stderr).toContain('run for real, once');
    expect(stdout).toContain('Order: all 2 orders in which 2 hooks can end give the same outcome.');
    expect(stdout).toContain('Conflicts: none.');
    const { stdout: ran } = await place.run(['-c', 'cat "$HOME/ran"'], { program: '/bin/bash' });
    expect(ran).toBe('x\n');
    expect((await place.run(['log', '--json'])).stdout).toBe('');
  });

  it('shows with --debug what its hooks printed', async () => {
    const place = placeWith({ type: 'command', command: 'echo NOISE >&2' });
    expect((await place.run(['explain', ...EVENT, '--order'])).stderr).not.toContain('NOISE');
    expect((await place.run(['explain', ...EVENT, '--order', '--debug'])).stderr).toContain(`${ID(0)} stderr: NOISE`);
  });
});
