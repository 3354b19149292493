import { expect, test } from 'vitest';
import { stateFolder } from './own-folders.ts';

test.each([
  [{ HOOKLINE_STATE_DIR: '/s', XDG_STATE_HOME: '/x' }, 'linux', '/s'],
  [{ HOOKLINE_STATE_DIR: '', XDG_STATE_HOME: '/x' }, 'linux', '/x/hookline'],
  [{ XDG_STATE_HOME: 'relative' }, 'linux', '/home/u/.local/state/hookline'],
  [{}, 'darwin', '/home/u/.local/state/hookline'],
  [{ LOCALAPPDATA: '/local', XDG_STATE_HOME: '/x' }, 'win32', '/local/hookline'],
  [{ XDG_STATE_HOME: '/x' }, 'win32', '/home/u/AppData/Local/hookline'],
] as const)('the state folder with %j on %s is %s', (env, platform, folder) => {
  expect(stateFolder(env, '/home/u', platform)).toBe(folder);
});
