import { type RecordReport, verifyTimeline } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { reportLines } from '../print/record-report.ts';

const CHOICES = ['follow', 'since', 'session', 'event', 'limit'] as const;

/** Checks the whole record and shows what is wrong with it; anything that is makes the status 1. */
export function verifyLog(given: Arguments, folder: string, env: NodeJS.ProcessEnv): number {
  const choice = CHOICES.find((name) => isGiven(given, name));
  if (choice !== undefined) throw wrongCall(`--verify checks the whole record; leave --${choice} out`);
  const report = verified(folder, env);
  if (isGiven(given, 'json')) writeJson(report);
  else writeOut(`${reportLines(report, paintFor(1, process.env)).join('\n')}\n`);
  return report.whole ? 0 : 1;
}

function verified(folder: string, env: NodeJS.ProcessEnv): RecordReport {
  try {
    return verifyTimeline(folder, env);
  } catch (error) {
    throw wrongCall(error instanceof Error ? error.message : String(error));
  }
}
