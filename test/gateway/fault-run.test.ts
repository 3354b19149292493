import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needs } from '../support/programs.ts';
import { faultRun, type FaultRunResult } from './fault-run.ts';

const root = join(import.meta.dirname, '../..');
const dist = { gateway: join(root, 'packages/gateway/dist'), fleet: join(root, 'packages/fleet/dist') };
const isProof = process.env['HOOKLINE_TESTS'] === 'proof';
const given = (name: string, otherwise: number): number => Number(process.env[`HOOKLINE_FAULT_${name}`] ?? otherwise);

/** The proof is several runs whose sum counts: each has its own seed, and one that fails can be repeated alone. */
const seeds = isProof ? (process.env['HOOKLINE_FAULT_SEEDS'] ?? '1,2,3,4,5,6,7,8,9,10').split(',').map(Number) : [7];
const size = isProof
  ? {
      machines: 4,
      lines: given('LINES', 1_000_000 / seeds.length),
      kills: given('KILLS', 1_000 / seeds.length),
      withinMs: given('MINUTES', 30) * 60_000,
    }
  : { machines: 2, lines: 6_000, kills: 25, withinMs: 60_000 };

const killsOf = ({ kills }: FaultRunResult): number => Object.values(kills).reduce((sum, count) => sum + count, 0);

describe('a record on its way to the gateway', { ...needs('postgres'), timeout: 9_000_000 }, () => {
  it.each(seeds)(
    'arrives once, in order, byte for byte, whatever is killed, dropped, doubled, late or cut (seed %i)',
    async (seed) => {
      const result = await faultRun({ ...size, seed, dist, onProgress: (text) => console.log(text) });
      console.log(JSON.stringify({ seed, ...result }));
      const { written } = result.decisions;
      expect(result).toMatchObject({
        wrong: [],
        findings: 0,
        alarms: [],
        decisions: { stored: written, ended: written },
      });
      expect(result.lines).toBeGreaterThanOrEqual(size.lines);
      expect(result.network['overtook']).toBeGreaterThanOrEqual(1);
      expect(result.kills.postgres).toBeGreaterThanOrEqual(1);
      if (isProof) expect(killsOf(result)).toBeGreaterThanOrEqual(size.kills);
    },
  );
});
