import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { putCertificatesAside } from './scripts/npm-environment.mjs';
import { putRealPythonFirst } from './scripts/real-python.mjs';
import { LongestFirst } from './test/longest-first.ts';
import { TIERS } from './test/tiers.mjs';

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

putCertificatesAside(process.env);
putRealPythonFirst(process.env);

export default defineConfig({
  resolve: {
    alias: {
      '@hookline/core/internal': fromHere('./packages/core/src/internal.ts'),
      '@hookline/core': fromHere('./packages/core/src/index.ts'),
      '@hookline/agent': fromHere('./packages/agent/src/index.ts'),
      '@hookline/guards': fromHere('./packages/guards/src/index.ts'),
      '@hookline/toolbox/connections': fromHere('./packages/toolbox/src/connections.ts'),
      '@hookline/toolbox': fromHere('./packages/toolbox/src/index.ts'),
      '@hookline/studio/open': fromHere('./packages/studio/src/open.ts'),
      '@hookline/studio': fromHere('./packages/studio/src/index.ts'),
      '@hookline/fleet/needs-shipper': fromHere('./packages/fleet/src/ship/needs-shipper.ts'),
      '@hookline/fleet': fromHere('./packages/fleet/src/index.ts'),
      '@hookline/gateway': fromHere('./packages/gateway/src/index.ts'),
    },
  },
  test: {
    projects: Object.entries(TIERS).map(([name, tier]) => ({ extends: true, test: { name, ...tier } })),
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 300_000,
    reporters: ['default', fromHere('./scripts/summary-reporter.mjs')],
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
  },
});
