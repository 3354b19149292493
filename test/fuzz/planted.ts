import { decode } from '../../packages/core/src/engine/decode.ts';
import type { Verdict } from '../../packages/core/src/model/index.ts';
import { answers, type Decode } from './targets/answers.ts';
import type { FailureKind } from './session.ts';
import type { Target } from './target.ts';

/** A target with a bug of that kind in its reader, which a fuzzer must find: the proof that its oracles see. */
export function plant(target: Target, kind: FailureKind): Target {
  const dialect = /^answers-(.*)$/.exec(target.name)?.[1];
  const tooLongMs = target.limitMs * 2;
  if (dialect !== undefined) return answers(dialect, BROKEN[kind](tooLongMs));
  return { ...target, run: (input) => BUGS[kind](input, tooLongMs) ?? target.run(input) };
}

/** Readers as they are written by those who trust their input. */
const BROKEN: Readonly<Record<FailureKind, (tooLongMs: number) => Decode>> = {
  crash: () => (reading, report) => {
    if (report.stdout.startsWith('{"')) JSON.parse(report.stdout);
    return decode(reading, report);
  },
  hang: (tooLongMs) => (reading, report) => {
    if (report.stdout.includes('\uFEFF')) beBusy(tooLongMs);
    return decode(reading, report);
  },
  // The last of two keys wins, and what cannot be read is as good as a yes.
  flip:
    () =>
    (reading, report): Verdict => {
      const verdict = decode(reading, report);
      const text = report.stdout.trim();
      return verdict.decision === 'block' && !text.endsWith('}') ? { decision: 'allow' } : withLastKey(verdict, text);
    },
};

function withLastKey(verdict: Verdict, text: string): Verdict {
  const isDoubled = verdict.notes?.some((note) => note.includes('doubled')) === true;
  return isDoubled && text !== '' ? {} : verdict;
}

const BUGS: Readonly<Record<FailureKind, (input: string, tooLongMs: number) => string | null>> = {
  crash: (input) => {
    if (input.includes('\ud800') || input.length % 97 === 96) throw new TypeError('planted');
    return null;
  },
  hang: (input, tooLongMs) => {
    if (input.length % 97 === 96) beBusy(tooLongMs);
    return null;
  },
  flip: (input) => (input.length % 97 === 96 ? 'planted' : null),
};

function beBusy(ms: number): void {
  const start = process.cpuUsage();
  let steps = 0;
  while (process.cpuUsage(start).user < ms * 1000) for (let each = 0; each < 1e6; each += 1) steps += each;
  if (steps < 0) throw new Error('never');
}
