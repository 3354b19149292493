import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsOf } from './settings.ts';

test('a state folder may begin with ~, which is the home folder', () => {
  expect(settingsOf({ home: '/home/ann', stateDir: '~/kst' }).stateDir).toBe('/home/ann/kst');
  expect(settingsOf({ home: '/home/ann', stateDir: '~' }).stateDir).toBe('/home/ann');
  expect(settingsOf({ home: '/home/ann', stateDir: 'kst~' }).stateDir).toBe(join(process.cwd(), 'kst~'));
});
