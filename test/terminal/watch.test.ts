import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { eventually, makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { openPane, type Pane } from './tmux.ts';
import { needs } from '../support/programs.ts';

vi.setConfig({ testTimeout: 90_000 });

const GUARD = '#!/bin/bash\n[[ $(</dev/stdin) != *"rm x"* ]] || { echo "no rm" >&2; exit 2; }\n';
const CASES = `dialect: qoder
cases:
  - name: refuses rm
    example: PreToolUse
    with: { tool_input: { command: rm x } }
    expect: block
  - name: passes ls
    example: PreToolUse
    with: { tool_input: { command: ls } }
    expect: none
`;
const SETTINGS = {
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '"$QODER_PROJECT_DIR"/.qoder/guard.sh' }] }] },
};

const layOut = (guard = GUARD): Place =>
  makePlace({
    'project/.qoder/settings.json': SETTINGS,
    'project/.qoder/guard.sh': guard,
    'project/.qoder/guard.hooktest.yaml': CASES,
  });

async function trusted(guard?: string): Promise<Place> {
  const place = layOut(guard);
  expect(await place.run(['trust', '--unattended'])).toMatchObject({ status: 0 });
  return place;
}

let edits = 0;
const edit = ({ project }: Place, text = GUARD): void =>
  writeFileSync(join(project, '.qoder/guard.sh'), `${text}# edit ${(edits += 1)}\n`);

const isTrusted = async (place: Place): Promise<boolean> =>
  (await place.run(['trust', '--list'])).stdout.startsWith('trusted');

const watch = (place: Place): Pane => openPane(place, ['test', '--watch'], { columns: 160, rows: 150 });

const times = (count: number, pattern: RegExp) => (lines: readonly string[]) =>
  lines.filter((line) => pattern.test(line)).length === count;

const QUESTION = /You changed \.qoder\/guard\.sh: trust it\? \[y\/n\]/;
const NOT_RUN = /^2 cases were not run: .* is not trusted, or has changed since: run "hookline trust"/;

function answer(pane: Pane, text: string): void {
  pane.type(text);
  pane.press('Enter');
}

describe('test --watch in a terminal', needs('tmux'), () => {
  test('asks whether an edit is trusted, runs the cases after a yes, and ends with the last status', async () => {
    const place = await trusted();
    const pane = watch(place);
    await pane.until(/2 passed[\s\S]*press Ctrl-C/);
    edit(place, GUARD.replace('exit 2', 'exit 0'));
    await pane.until(QUESTION);
    expect(await isTrusted(place)).toBe(false);
    answer(pane, 'y');
    await pane.until(/1 passed, 1 failed[\s\S]*press Ctrl-C/);
    expect(await isTrusted(place)).toBe(true);
    expect(times(1, QUESTION)(pane.lines())).toBe(true);
    pane.press('C-c');
    await pane.until(/\[exit 1\]/);
  });

  test('takes a no: runs no hook that changed, says so once, and asks again only about the next edit', async () => {
    const place = await trusted();
    const pane = watch(place);
    await pane.until(/press Ctrl-C/);
    edit(place, '#!/bin/bash\ntouch ran\n');
    await pane.until(QUESTION);
    answer(pane, 'n');
    await pane.until(times(2, /press Ctrl-C/));
    expect(times(1, NOT_RUN)(pane.lines())).toBe(true);
    expect(pane.lines().join('\n')).toContain('It is not trusted: hooks whose files changed do not run');
    writeFileSync(join(place.project, '.qoder/guard.hooktest.yaml'), `${CASES}\n`);
    await pane.until(times(3, /press Ctrl-C/));
    expect(times(1, QUESTION)(pane.lines())).toBe(true);
    edit(place);
    await pane.until(times(2, QUESTION));
    expect(existsSync(join(place.project, 'ran'))).toBe(false);
    expect(await isTrusted(place)).toBe(false);
  });

  test('takes nothing for an answer that was typed before the question, nor an empty line', async () => {
    const place = await trusted();
    const pane = watch(place);
    await pane.until(/press Ctrl-C/);
    answer(pane, 'y');
    await pane.until(/press Ctrl-C to end\.\ny/);
    edit(place);
    await pane.until(QUESTION);
    pane.press('Enter');
    await pane.until(times(2, QUESTION));
    await wait(300);
    expect(await isTrusted(place)).toBe(false);
  });

  test('asks about what changed while the question was open', async () => {
    const place = await trusted();
    const pane = watch(place);
    await pane.until(/press Ctrl-C/);
    edit(place);
    await pane.until(QUESTION);
    edit(place, '#!/bin/bash\ntouch ran\n');
    answer(pane, 'y');
    await pane.until(times(2, QUESTION));
    expect(existsSync(join(place.project, 'ran'))).toBe(false);
  });

  test('asks nothing about a project that it never saw trusted', async () => {
    const place = layOut();
    const pane = watch(place);
    await pane.until(/press Ctrl-C/);
    edit(place);
    await pane.until(times(2, /press Ctrl-C/));
    expect(times(2, NOT_RUN)(pane.lines())).toBe(true);
    expect(pane.lines().join('\n')).not.toContain('trust it?');
    pane.press('C-c');
    await pane.until(/\[exit 1\]/);
  });

  test('Ctrl-C at the question ends it with 130, and nothing is trusted', async () => {
    const place = await trusted();
    const pane = watch(place);
    await pane.until(/press Ctrl-C/);
    edit(place);
    await pane.until(QUESTION);
    pane.press('C-c');
    await pane.until(/It is not trusted[\s\S]*\[exit 130\]/);
    expect(await isTrusted(place)).toBe(false);
  });

  test('Ctrl-C while cases run ends it at once with 130, and the hooks with it', async () => {
    const place = await trusted('#!/bin/bash\necho $$ >"$HOME/pid"\nexec sleep 300\n');
    const pane = watch(place);
    const file = join(place.home, 'pid');
    const pid = await eventually(() => (existsSync(file) && Number(readFileSync(file, 'utf8'))) || null);
    pane.press('C-c');
    await pane.until(/\[exit 130\]/);
    expect(pane.lines().join('\n')).not.toContain('failed');
    await eventually(() => (/\) [^Z]/.test(stateOf(pid)) ? null : true));
  });
});

const stateOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
};
