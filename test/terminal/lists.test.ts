import { expect, describe, test, vi } from 'vitest';
import { makePlace } from '../../packages/cli/src/testing/place.ts';
import { openPane } from './tmux.ts';
import { needs } from '../support/programs.ts';

vi.setConfig({ testTimeout: 60_000 });

const MATCHER = 'execute_terminal_command|run_command|run_command_tracked';

const placeWithHook = () =>
  makePlace({
    'project/guard.sh': '#!/bin/sh\n',
    'project/.kolega/hooks.json': {
      schema_version: 1,
      hooks: { PreToolUse: [{ matcher: MATCHER, hooks: [{ type: 'command', command: './guard.sh --strict' }] }] },
    },
  });

describe('lists in a terminal', needs('tmux'), () => {
  test('keep to the width of the terminal: columns go, and nothing is broken in the middle', async () => {
    const place = placeWithHook();
    await place.run(['trust', '--unattended']);
    const pane = openPane(place, ['list'], { columns: 60 });
    await pane.until(/\[exit 0\]/);
    const lines = pane.lines();
    expect(lines[0]).toMatch(/ warning: trust was$/);
    const start = lines.findIndex((line) => line.startsWith('  EVENT'));
    expect(lines.slice(start, start + 4)).toEqual([
      '  EVENT       MATCHER              FILE                NAME',
      'kolega (Kolega Code)',
      '  PreToolUse  execute_terminal_c…  .kolega/hooks.json  guard',
      '',
    ]);
  });

  test('show all cells one below the other where there is no room for columns', async () => {
    const place = placeWithHook();
    await place.run(['trust', '--unattended']);
    const pane = openPane(place, ['explain', '--event', 'PreToolUse', '--tool', 'run_command'], { columns: 30 });
    await pane.until(/\[exit 0\]/);
    const lines = pane.lines();
    expect(lines).toContain('  FILE     .kolega/hooks.json');
    expect(lines).toContain('  NAME     guard');
  });
});
