import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionFilesOf, tidySessionFiles } from './session-files.ts';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'hookline-session-files-'));
  for (const session of ['one', 'two', 'old']) {
    mkdirSync(join(state, 'session-env', session), { recursive: true });
    writeFileSync(join(state, 'session-env', session, 'a.sh'), 'export A=1\n');
  }
  utimesSync(join(state, 'session-env/old'), 1000, 1000);
});
afterEach(() => rmSync(state, { recursive: true }));

const left = (): readonly string[] =>
  ['one', 'two', 'old'].filter((name) => existsSync(join(state, 'session-env', name)));

test('the files of a session go with its end', () => {
  tidySessionFiles(state, { hook_event_name: 'PreToolUse', session_id: 'one' });
  expect(left()).toEqual(['one', 'two', 'old']);
  tidySessionFiles(state, { hook_event_name: 'SessionEnd', session_id: 'one' });
  expect(left()).toEqual(['two', 'old']);
  expect([sessionFilesOf(state, 'one'), sessionFilesOf(state, 'two')]).toEqual([
    [],
    [join(state, 'session-env/two/a.sh')],
  ]);
});

test('an end without a session, or of one with an odd name, removes nothing else', () => {
  for (const session of ['', '..', '../..', 'session-env/one'])
    tidySessionFiles(state, { hook_event_name: 'SessionEnd', session_id: session });
  expect(left()).toContain('one');
  expect(left()).toContain('two');
});

test('those of sessions that never ended go with a later start', () => {
  tidySessionFiles(state, { hook_event_name: 'SessionStart', session_id: 'new' });
  expect(left()).toEqual(['one', 'two']);
});

test('where there are none nothing happens', () => {
  rmSync(join(state, 'session-env'), { recursive: true });
  tidySessionFiles(state, { hook_event_name: 'SessionStart', session_id: 'new' });
  tidySessionFiles(state, { hook_event_name: 'SessionEnd', session_id: 'one' });
  expect(left()).toEqual([]);
});
