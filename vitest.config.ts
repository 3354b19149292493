import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { TIERS } from './test/tiers.mjs';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      '@hookline/core/internal': fromHere('./packages/core/src/internal.ts'),
      '@hookline/core': fromHere('./packages/core/src/index.ts'),
      '@hookline/agent': fromHere('./packages/agent/src/index.ts'),
      '@hookline/guards': fromHere('./packages/guards/src/index.ts'),
      '@hookline/toolbox': fromHere('./packages/toolbox/src/index.ts'),
    },
  },
  test: {
    projects: Object.entries(TIERS).map(([name, tier]) => ({ extends: true, test: { name, ...tier } })),
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    reporters: ['default', fromHere('./scripts/summary-reporter.mjs')],
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
  },
});
