import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { PROJECT_IDS } from '../support/dialect-ids.ts';
import { needs } from '../support/programs.ts';
import { openPane } from '../terminal/tmux.ts';

vi.setConfig({ testTimeout: 120_000 });

async function run(place: Place, ...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await place.run(words);
  // Whether jq and python3 are here makes no difference to what is written.
  expect([status, stderr.replaceAll(/^warning: the hook needs .*\n/gm, '')]).toEqual([0, '']);
  return stdout;
}

/** Every file below a folder with its text. */
const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

const USED = {
  '.kolega/hooks.json':
    '{\n  "schema_version": 1,\n  "hooks": {\n    "PreToolUse": [\n      {"matcher":"*",  "hooks": [{ "type": "command", "command": "true" }]}\n    ]\n  }\n}\n',
  '.qoder/settings.json':
    '{\n\t"theme":   "dark",\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{\n\t\t\t\t"hooks": []\n\t\t\t}\n\t\t]\n\t}\n}\n',
  '.kode/config.yaml':
    '# mine\nmodel: fast # yes\nhooks:\n  # before tools\n  tool_call_pre:\n    - exec: "true" # first\n',
  '.polytoken/hooks.json': '[\n  { "name": "own",   "event": "stop", "handler": { "bash": "true" } }\n]\n',
} as const;

const usedPlace = (): Place =>
  makePlace(Object.fromEntries(Object.entries(USED).map(([name, text]) => [`project/${name}`, text])));

describe('hookline remove', () => {
  it.each(PROJECT_IDS)('undoes what new wrote in %s, and leaves no trace of it', async (dialect) => {
    const place = makePlace();
    for (const language of ['bash', 'python', 'node'])
      await run(place, 'new', `my-${language}`, '--dialect', dialect, '--event', 'PreToolUse', '--language', language);
    for (const language of ['python', 'bash', 'node']) await run(place, 'remove', `my-${language}`, '--yes');
    expect(readdirSync(place.project)).toEqual([]);
  });

  it('undoes what add wrote, in all systems at once', async () => {
    const place = makePlace();
    await run(place, 'add', 'secrets', '--dialect', 'all', '--no-input');
    await run(place, 'remove', 'secrets', '--yes');
    expect(readdirSync(place.project)).toEqual([]);
  });

  it('leaves every other character of the files that it changes', async () => {
    const place = usedPlace();
    await run(place, 'new', 'guard', '--dialect', 'all', '--event', 'PreToolUse');
    const added = filesIn(place.project);
    await run(place, 'new', 'other', '--dialect', 'all', '--event', 'PreToolUse');
    await run(place, 'remove', 'other', '--yes');
    expect(filesIn(place.project)).toEqual(added);
    await run(place, 'remove', 'guard', '--yes');
    expect(filesIn(place.project)).toEqual(USED);
  });

  it('keeps what other guards and systems still use, and says so', async () => {
    const place = makePlace();
    await run(
      place,
      'add',
      'dangerous-commands',
      '--dialect',
      'qoder',
      '--dialect',
      'kode',
      '--dialect',
      'agent-hooks',
      '--no-input',
    );
    await run(place, 'add', 'secrets', '--dialect', 'kode', '--no-input');
    expect(await run(place, 'remove', 'dangerous-commands', '--dialect', 'kode', '--yes')).toBe(
      [
        'Removed dangerous-commands (kode)',
        '  removed  .kode/hooks/dangerous-commands.hooktest.yaml',
        '  changed  .kode/config.yaml',
        '  kept     .hookline/dangerous-commands.sh, which others use',
        '  kept     .hookline/guards.mjs, which others use',
        'Next: hookline trust, because the hooks of the project are not those any more that were trusted.',
        '',
      ].join('\n'),
    );
    await run(place, 'remove', 'secrets', '--yes');
    await run(place, 'remove', 'dangerous-commands', '--dialect', 'qoder', '--yes');
    expect(readdirSync(join(place.project, '.hookline'))).toEqual(['guards.mjs']);
    expect((await place.run(['validate'])).status).toBe(0);
    await run(place, 'remove', 'dangerous-commands', '--yes');
    expect(readdirSync(place.project)).toEqual([]);
  });

  it('leaves files that somebody has put beside them', async () => {
    const place = makePlace();
    await run(place, 'new', 'noisy', '--dialect', 'agent-hooks', '--event', 'before_tool');
    writeFileSync(join(place.project, '.agents/hooks/noisy/log.txt'), 'mine');
    await run(place, 'remove', 'noisy', '--yes');
    expect(Object.keys(filesIn(place.project))).toEqual(['.agents/hooks/noisy/log.txt']);
  });

  it('takes out hooks of the user with --user, and those of the project otherwise', async () => {
    const place = makePlace();
    await run(place, 'new', 'mine', '--dialect', 'kolega', '--event', 'Stop', '--user');
    await run(place, 'add', 'secrets', '--dialect', 'polytoken', '--user', '--no-input');
    expect((await place.run(['remove', 'mine', '--yes'])).status).toBe(1);
    await run(place, 'remove', 'mine', '--user', '--yes');
    await run(place, 'remove', 'secrets', '--user', '--yes');
    expect(Object.keys(filesIn(place.home)).filter((name) => !name.startsWith('.local/state/hookline'))).toEqual([]);
  });

  it('shows with --dry-run what would go, for a program too, and takes nothing', async () => {
    const place = makePlace();
    await run(place, 'new', 'guard', '--dialect', 'kode', '--event', 'tool_call_pre');
    expect(await run(place, 'remove', 'guard', '--dry-run')).toBe(
      'Would remove guard (kode)\n  removed  .kode/hooks/guard.sh\n  removed  .kode/hooks/guard.hooktest.yaml\n  removed  .kode/config.yaml\n',
    );
    expect(JSON.parse(await run(place, 'remove', 'guard', '--dry-run', '--json'))).toEqual({
      name: 'guard',
      scope: 'project',
      dialects: ['kode'],
      removed: false,
      files: ['.kode/hooks/guard.sh', '.kode/hooks/guard.hooktest.yaml', '.kode/config.yaml'].map((path) => ({
        path,
        state: 'removed',
      })),
    });
    expect(existsSync(join(place.project, '.kode/hooks/guard.sh'))).toBe(true);
  });

  it('needs --yes in a non-interactive run', async () => {
    const place = makePlace();
    await run(place, 'new', 'guard', '--dialect', 'kode', '--event', 'tool_call_pre');
    expect(await place.run(['remove', 'guard'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'hookline: nothing was removed: there is no terminal to ask on; pass --yes to remove, or --dry-run to look\n',
    });
    expect(existsSync(join(place.project, '.kode/hooks/guard.sh'))).toBe(true);
  });

  it('says when there is no such hook, with the one that was meant, and leaves a hook that it did not write', async () => {
    const place = usedPlace();
    await run(place, 'new', 'guard', '--dialect', 'kode', '--event', 'tool_call_pre');
    expect(await place.run(['remove', 'gard', '--yes'])).toMatchObject({
      status: 1,
      stderr: 'hookline: the project has no hook "gard" that new or add wrote; did you mean guard?\n',
    });
    expect(await place.run(['remove', 'own', '--yes'])).toMatchObject({
      status: 1,
      stderr:
        'hookline: "own" of .polytoken/hooks.json runs something that neither new nor add wrote: take its entry out by hand\n',
    });
  });

  it('leaves all as it is where a file cannot be read', async () => {
    const place = makePlace();
    await run(place, 'new', 'guard', '--dialect', 'kolega', '--event', 'PreToolUse');
    writeFileSync(join(place.project, '.kolega/hooks.json'), '{ "hooks": ');
    const before = filesIn(place.project);
    const { status, stderr } = await place.run(['remove', 'guard', '--yes']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('it is not valid JSON: run "hookline validate"')]);
    expect(filesIn(place.project)).toEqual(before);
  });

  it('asks on a terminal, and a no leaves everything', needs('tmux'), async () => {
    const place = makePlace();
    await run(place, 'new', 'guard', '--dialect', 'kode', '--event', 'tool_call_pre');
    const no = openPane(place, ['remove', 'guard'], { columns: 120 });
    await no.until(/Remove these files\?/);
    no.type('n');
    no.press('Enter');
    await no.until(/Nothing was removed\.[\s\S]*\[exit 1\]/);
    expect(existsSync(join(place.project, '.kode/hooks/guard.sh'))).toBe(true);
    const yes = openPane(place, ['remove', 'guard'], { columns: 120 });
    await yes.until(/Remove these files\?/);
    yes.type('y');
    yes.press('Enter');
    await yes.until(/Removed guard \(kode\)[\s\S]*\[exit 0\]/);
    expect(existsSync(join(place.project, '.kode/hooks/guard.sh'))).toBe(false);
  });
});
