import { verifyTimeline } from '@hookline/core/internal';
import type { ChainState } from '../api/index.ts';

/** Whether the chain of a record is whole. */
export function chainOf(record: string, env: Readonly<Record<string, string | undefined>>): ChainState {
  const { whole, lines, findings } = verifyTimeline(record, env);
  return {
    whole,
    lines,
    findings: findings.map(({ kind, file, line, message }) => ({ kind, place: `${file}:${line}`, message })),
    checkedAt: Date.now(),
  };
}
