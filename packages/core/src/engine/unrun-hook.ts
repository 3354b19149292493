import type { Report } from '../model/index.ts';
import type { Withheld } from './admit.ts';
import { withheldVerdict } from './confirm.ts';
import { decode } from './decode.ts';
import type { Reading } from './frame.ts';
import { hookRun, notStarted, unrun } from './hook-run.ts';
import type { Step } from './plan.ts';
import type { Ran } from './ports.ts';

/** Where a decision must be recorded and cannot be, a hook that could refuse does, whatever its dialect says. */
export function unrecordedHook(step: Step, reading: Reading, why: string): Ran {
  const report: Report = { ...notStarted(why), ending: { how: 'unavailable', why: `it cannot be recorded: ${why}` } };
  const verdict = decode({ ...reading, hook: { ...reading.hook, onFault: 'block' } }, report);
  return { step, verdict, run: hookRun(reading.hook, report, verdict, false), report, withheld: null };
}

/** A hook that must not run: what it would have guarded stays closed. */
export const withheldHook = (step: Step, reading: Reading, withheld: Withheld): Ran => ({
  step,
  verdict: withheldVerdict(reading, withheld.why),
  run: unrun(step.hook, 'skipped', withheld.why),
  report: notStarted(withheld.why),
  withheld,
});
