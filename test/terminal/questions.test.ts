import { readdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { openPane, type Pane } from './tmux.ts';
import { needs } from '../support/programs.ts';

vi.setConfig({ testTimeout: 60_000 });

const KOLEGA = {
  schema_version: 1,
  hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'hooks/guard.sh' }] }] },
};

/** Every command that asks before it writes, and what its last question says. */
const ASKING: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['new', ['new', 'x', '--dialect', 'qoder', '--blocks', 'rm', '--language', 'bash'], /Write these files\?/],
  ['init', ['init', '--dialect', 'qoder'], /Write these files\?/],
  ['add', ['add', 'secrets', '--dialect', 'qoder'], /Install secrets for qoder/],
  ['convert', ['convert', '--from', 'kolega', '--to', 'qoder'], /Write these files\?/],
];

const place = (): Place =>
  makePlace({ 'project/.kolega/hooks.json': KOLEGA, 'project/hooks/guard.sh': '#!/bin/sh\nexit 0\n' });

const filesOf = ({ project }: Place): readonly string[] =>
  readdirSync(project, { recursive: true, encoding: 'utf8' }).toSorted();

const wrote = (here: Place): boolean => filesOf(here).some((name) => name.startsWith('.qoder'));

const open = (here: Place, words: readonly string[]): Pane => openPane(here, words, { columns: 160, rows: 50 });

describe('a question in a terminal', needs('tmux'), () => {
  test.each(ASKING)('%s: Ctrl-C ends it at once with 130, and nothing is written', async (_name, words, question) => {
    const here = place();
    const before = filesOf(here);
    const pane = open(here, words);
    await pane.until(question);
    pane.press('C-c');
    await pane.until(/Nothing was written\.\s+\[exit 130\]/);
    await pane.until(/(?<!-)icanon (?<!-)echo/);
    expect(filesOf(here)).toEqual(before);
  });

  test.each(ASKING)('%s: n ends it with 1 and says that nothing was written', async (_name, words, question) => {
    const here = place();
    const pane = open(here, words);
    await pane.until(question);
    pane.type('n');
    pane.press('Enter');
    await pane.until(/\[Y\/n\] n\s+Nothing was written\.\s+\[exit 1\]/);
    expect(wrote(here)).toBe(false);
  });

  test.each(ASKING)('%s: Enter means yes, and what is no answer is asked again', async (_name, words, question) => {
    const here = place();
    const pane = open(here, words);
    await pane.until(question);
    pane.type('what');
    pane.press('Enter');
    await pane.until((lines) => lines.filter((line) => question.test(line)).length === 2);
    expect(wrote(here)).toBe(false);
    pane.press('Enter');
    await pane.until(/\[exit 0\]/);
    expect(wrote(here)).toBe(true);
  });

  test('Ctrl-C ends it also where a word is chosen', async () => {
    const here = makePlace();
    const pane = open(here, ['new']);
    await pane.until(/For which system\?/);
    pane.press('C-c');
    await pane.until(/Nothing was written\.\s+\[exit 130\]/);
  });
});
