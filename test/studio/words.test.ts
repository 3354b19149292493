import type { HookRun } from '@hookline/core/internal';
import { expect, test } from 'vitest';
import { saidWords } from '../../packages/studio/src/look/words.ts';

const skipped = (why: string | null): HookRun => ({ status: 'skipped', why }) as HookRun;

test('what did not run says so once, with why', () => {
  expect(saidWords(skipped('not run: guard had blocked before'), null)).toBe('did not run: guard had blocked before');
  expect(saidWords(skipped('its files have changed'), null)).toBe('did not run: its files have changed');
  expect(saidWords(skipped(null), null)).toBe('did not run: not known why');
});
