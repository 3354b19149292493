#!/usr/bin/env node
// Tries every template: every dialect, every event, every language, for the project and for the user. The build is not needed.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const words = [vitest, 'run', 'test/toolbox/grid.test.ts', ...process.argv.slice(2)];
const env = { ...process.env, HOOKLINE_GRID: 'full' };
process.exitCode = spawnSync(process.execPath, words, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
