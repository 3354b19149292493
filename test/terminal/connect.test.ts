import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { makePlace } from '../../packages/cli/src/testing/place.ts';
import { needs } from '../support/programs.ts';
import { openPane } from './tmux.ts';

vi.setConfig({ testTimeout: 90_000 });

describe('connect in a terminal', needs('tmux'), () => {
  test('offers what is installed, and shows each change once', async () => {
    const place = makePlace();
    const folder = join(place.root, 'bin');
    mkdirSync(folder);
    for (const name of ['claude', 'kimi']) {
      writeFileSync(join(folder, name), '#!/bin/sh\necho "1.2.3."\n');
      chmodSync(join(folder, name), 0o755);
    }
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const pane = openPane(place, ['connect', '--via', 'command'], { columns: 160, rows: 50, env });
    await pane.until(/number or name, default all/);
    pane.press('Enter');
    await pane.until(/Write this\?/);
    pane.press('Enter');
    await pane.until(/\[exit 0\]/);
    const lines = pane.lines();
    expect(lines).toContain('Claude Code 1.2.3');
    const times = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
    expect([times(/^create /), times(/^What is lost in /), times(/^Connected /)]).toEqual([2, 2, 2]);
    expect(lines.filter((line) => /^\s+\d+ {2}\w/.test(line)).map((line) => line.trim())).toEqual([
      '1  all',
      '2  claude',
      '3  kimi',
    ]);
  });
});
