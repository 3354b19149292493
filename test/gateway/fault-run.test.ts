import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needs } from '../support/programs.ts';
import { faultRun } from './fault-run.ts';

const root = join(import.meta.dirname, '../..');
const dist = { gateway: join(root, 'packages/gateway/dist'), fleet: join(root, 'packages/fleet/dist') };
const isProof = process.env['HOOKLINE_TESTS'] === 'proof';
const size = isProof
  ? {
      machines: 4,
      lines: Number(process.env['HOOKLINE_FAULT_LINES'] ?? 1_000_000),
      kills: Number(process.env['HOOKLINE_FAULT_KILLS'] ?? 1_000),
      withinMs: Number(process.env['HOOKLINE_FAULT_MINUTES'] ?? 120) * 60_000,
    }
  : { machines: 2, lines: 6_000, kills: 25, withinMs: 60_000 };

describe('a record on its way to the gateway', { ...needs('postgres'), timeout: 9_000_000 }, () => {
  it('arrives once, in order, byte for byte, whatever is killed, dropped, doubled, late or cut', async () => {
    const result = await faultRun({ ...size, seed: 7, dist, onProgress: (text) => console.log(text) });
    console.log(JSON.stringify(result));
    expect(result).toMatchObject({ wrong: [], findings: 0, decisions: { stored: result.decisions.written } });
    expect(result.lines).toBeGreaterThanOrEqual(size.lines);
    if (isProof)
      expect(Object.values(result.kills).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(size.kills);
  });
});
