import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../testing/place.ts';

interface Check {
  readonly area: string;
  readonly name: string;
  readonly status: string;
  readonly text: string;
}

const SETTINGS = '.claude/settings.json';

/** What doctor says about agents; problems only, unless all are asked for. */
async function checksOf(place: Place, env: Readonly<Record<string, string>> = {}): Promise<readonly Check[]> {
  const { stdout, stderr } = await place.run(['doctor', '--json'], { env });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly checks: readonly Check[] }).checks.filter(({ area }) => area === 'agents');
}

const problemsOf = async (place: Place, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> =>
  (await checksOf(place, env))
    .filter(({ status }) => status !== 'ok' && status !== 'info')
    .map(({ status, text }) => `${status}: ${text}`);

async function connected(...words: readonly string[]): Promise<Place> {
  const place = makePlace();
  const { status, stderr } = await place.run(['connect', 'claude', '--yes', ...words]);
  if (status !== 0) throw new Error(stderr);
  return place;
}

function lay(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
}

const settingsOf = (place: Place): string => readFileSync(join(place.home, SETTINGS), 'utf8');

describe('doctor proves a connection', () => {
  it.each([
    ['command', []],
    ['client', []],
    ['http', ['its server was started for that']],
  ])('by %s: the very entry refuses a canary', async (via, notes) => {
    // A socket of its own: the usual place may be too long a path here.
    const place = await connected('--via', via, '--events', 'SessionStart,PreToolUse');
    const checks = await checksOf(place);
    expect(checks.filter(({ status }) => status !== 'ok' && status !== 'info')).toEqual([]);
    const proof = checks.find(({ text }) => text.includes('canary'));
    expect(proof).toMatchObject({
      status: 'ok',
      text: expect.stringMatching(/^its entry refuses a canary in \d+ ms, and may take 60 s/) as string,
    });
    for (const note of notes) expect(proof?.text).toContain(note);
    expect(readdirSync(join(place.home, '.local/state/hookline/canaries'))).toEqual([]);
  });

  it('says nothing about agents that are neither installed nor connected', async () => {
    expect(await checksOf(makePlace(), { PATH: '/nowhere' })).toEqual([]);
  });
});

describe('doctor names what disarms a connection', () => {
  it('a switch in a file of the project', async () => {
    const place = await connected('--via', 'command');
    lay(join(place.project, '.claude/settings.local.json'), { disableAllHooks: true });
    expect(await problemsOf(place)).toEqual([
      expect.stringMatching(
        /^error: no hook guards tool calls in .*: disableAllHooks in .*settings\.local\.json switches it off/,
      ),
    ]);
  });

  it('a switch of an administrator', async () => {
    const place = await connected('--via', 'command');
    const root = join(place.root, 'system');
    lay(join(root, 'etc/claude-code/managed-settings.json'), { allowManagedHooksOnly: true });
    expect(await problemsOf(place, { HOOKLINE_SYSTEM_ROOT: root })).toEqual([
      expect.stringContaining('allowManagedHooksOnly in'),
    ]);
  });

  it('a copy of the entry in the project', async () => {
    const place = await connected('--via', 'command');
    lay(join(place.project, SETTINGS), settingsOf(place).replaceAll('"onFailure": "block"', '"async": true'));
    const problems = await problemsOf(place);
    expect(problems).toContainEqual(
      expect.stringMatching(/^error: .*project\/\.claude\/settings\.json has a copy of our entry/),
    );
  });

  it('variables that the project sets for the entry', async () => {
    const place = await connected('--via', 'command');
    lay(join(place.project, SETTINGS), { env: { HOOKLINE_DISABLE: '1', EDITOR: 'vi' } });
    expect(await problemsOf(place)).toEqual([
      expect.stringMatching(/settings\.json sets HOOKLINE_DISABLE for our entries/),
    ]);
  });

  it('a bad entry with which the agent drops the file', async () => {
    const place = await connected('--via', 'command', '--events', 'PreToolUse');
    lay(join(place.home, SETTINGS), settingsOf(place).replace('[{', '[{"hooks": [{"type": "command"}]}, {'));
    const problems = await problemsOf(place);
    expect(problems).toContainEqual(
      expect.stringMatching(/settings\.json:3:\d+: .*command is missing: with it Claude Code drops the whole file/),
    );
  });

  it('entries that are gone', async () => {
    const place = await connected('--via', 'command');
    lay(join(place.home, SETTINGS), {});
    expect(await problemsOf(place)).toEqual([expect.stringMatching(/^error: was connected, and its entries are gone/)]);
  });

  it('entries that are not what this version writes, or fail open', async () => {
    const place = await connected('--via', 'command');
    lay(join(place.home, SETTINGS), settingsOf(place).replaceAll(', "onFailure": "block"', ''));
    const problems = await problemsOf(place);
    expect(problems).toContainEqual(expect.stringContaining('are not what this version of hookline writes'));
    expect(problems).toContainEqual(expect.stringMatching(/fails open on .*PreToolUse/));
  });

  it('a program that is gone: no canary is refused', async () => {
    const place = await connected('--via', 'client', '--events', 'PreToolUse');
    rmSync(join(place.home, '.local/state/hookline/resident/hookline-client'));
    const problems = await problemsOf(place);
    expect(problems).toContainEqual(expect.stringContaining('hookline-client, which cannot be run'));
    expect(problems).toContainEqual(expect.stringContaining('does not refuse a canary'));
  });

  it('tool calls that no entry guards', async () => {
    const place = await connected('--via', 'command', '--events', 'Stop');
    expect(await problemsOf(place)).toEqual([expect.stringContaining('no entry for PreToolUse')]);
  });
});
