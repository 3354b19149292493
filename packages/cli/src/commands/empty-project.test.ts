import { describe, expect, it } from 'vitest';
import { makePlace } from '../testing/place.ts';

const NEXT = 'Next: "hookline init" makes this project ready, "hookline add --list" shows ready-made guards.\n';

describe('in a project without hooks', () => {
  it('validate does not say that it found no problems, but that there is nothing to check, and what to do', async () => {
    const place = makePlace();
    expect(await place.run(['validate'])).toEqual({ status: 0, stdout: `No hook files here. ${NEXT}`, stderr: '' });
    expect((await place.run(['validate', '--json'])).stdout).toBe('{"diagnostics":[]}\n');
    expect((await place.run(['validate', '--reporter', 'github'])).stdout).toBe('');
  });

  it('validate checks a file that holds no hook', async () => {
    const place = makePlace({ 'project/.qoder/settings.json': {} });
    expect((await place.run(['validate'])).stdout).toBe('No problems found.\n');
  });

  it.each(['list', 'prove'])('%s says what to do', async (command) => {
    expect((await makePlace().run([command])).stdout).toBe(`No hooks here. ${NEXT}`);
  });

  it('doctor is done in a few lines, and names every place in JSON', async () => {
    const place = makePlace();
    const { status, stdout } = await place.run(['doctor']);
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^hookline \d.*, node v\d/),
      `No hook files here. ${NEXT.trimEnd()}`,
      expect.stringMatching(/^\d+ places were checked; "hookline doctor --json" lists them/),
      'Nothing is wrong.',
      '',
    ]);
    const { checks } = JSON.parse((await place.run(['doctor', '--json'])).stdout) as {
      readonly checks: readonly { readonly area: string; readonly isAbsent?: true; readonly text: string }[];
    };
    const absent = checks.filter(({ isAbsent }) => isAbsent === true);
    expect(absent.length).toBeGreaterThan(5);
    expect(stdout).toContain(`${absent.length} places`);
    expect(absent.every(({ text }) => text.endsWith(': absent'))).toBe(true);
  });

  it('doctor shows what is there, and in one line what is not', async () => {
    const place = makePlace({ 'project/.qoder/settings.json': {} });
    const { stdout } = await place.run(['doctor']);
    expect(stdout).toContain(`qoder project  ${place.project}/.qoder/settings.json: found\n  nothing at `);
    expect(stdout).not.toContain('absent');
  });

  it('doctor still shows all when something is wrong', async () => {
    const { status, stdout } = await makePlace().run(['doctor'], { env: { HOOKLINE_DISABLE: '1' } });
    expect(status).toBe(1);
    expect(stdout).toContain('problems\n  error: environment: HOOKLINE_DISABLE');
  });
});

it('doctor knows every variable that the help names', async () => {
  const place = makePlace();
  const help = (await place.run(['--help'])).stdout;
  const names = [...new Set(help.match(/HOOKLINE_[A-Z_]*[A-Z]/g) ?? [])];
  expect(names.length).toBeGreaterThan(8);
  const { stdout } = await place.run(['doctor', '--json'], {
    env: Object.fromEntries(names.map((name) => [name, name === 'HOOKLINE_STATE_DIR' ? place.home : '0'])),
  });
  expect(stdout).not.toContain('is not a variable of hookline');
});
