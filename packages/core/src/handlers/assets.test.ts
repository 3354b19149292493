import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from './assets.ts';

test.each(['python-worker.py', 'module-worker.mjs', 'kolega_code/hooks/__init__.py'])(
  '%s is found from the source',
  (name) => {
    expect(existsSync(assetPath(name))).toBe(true);
  },
);
