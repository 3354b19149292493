import type { Hook, Report, WakeCall } from '../model/index.ts';

const DEFAULT_SUMMARY = 'Stop hook feedback';
const LONGEST_SUMMARY = 300;

/** The reminder by which a background hook wakes the model; null unless it is such a hook and exited with 2. */
export function wakeCall(hook: Hook, report: Report): WakeCall | null {
  if (hook.wake === null || report.ending.how !== 'exited' || report.ending.code !== 2) return null;
  const said = [report.stderr, report.stdout].map((text) => text.trim()).find((text) => text !== '');
  const prefix = hook.wake.message ?? `${hook.name}:`;
  return {
    hook: hook.id,
    reminder: `${prefix} ${said ?? `hook "${hook.name}" exited with 2`}`,
    summary: summaryOf(hook.wake.summary),
  };
}

function summaryOf(written: string | null): string {
  const line = (written ?? '').replace(/\s+/g, ' ').trim();
  return line === '' ? DEFAULT_SUMMARY : line.slice(0, LONGEST_SUMMARY);
}
