import { createHooks } from '@hookline/core/internal';
import { untilChanged, stampFiles } from '@hookline/toolbox';
import { dirname, join } from 'node:path';
import type { Place } from '../call/hooks-options.ts';
import { oneLine } from '../print/one-line.ts';
import { writeErr } from '../print/output.ts';
import { onSignals } from '../process/session-signals.ts';
import { problemText } from '../print/report-problem.ts';
import type { TestRun } from './test.ts';

/** Runs the cases again whenever something under test has changed; ends with the last status when it is interrupted. */
export async function watchCases(runOnce: (signal: AbortSignal) => Promise<TestRun>, place: Place): Promise<number> {
  const ending = new AbortController();
  const restoreSignals = onSignals(() => ending.abort());
  let last: TestRun = { status: 0, files: [] };
  try {
    while (!ending.signal.aborted) {
      const files = await watchedFiles(place, last.files);
      const before = stampFiles(files);
      last = await runOrTell(() => runOnce(ending.signal), last);
      const all = await watchedFiles(place, last.files);
      if (ending.signal.aborted) break;
      writeErr(`\nWatching ${all.length} files and folders; press Ctrl-C to end.\n`);
      // What changed while the cases ran counts too, as far as it was known before.
      const known = new Map([...stampFiles(all), ...before]);
      const changed = await untilChanged(known, all, ending.signal);
      if (changed !== null) writeErr(`\n${oneLine(changed)} has changed.\n\n`);
    }
  } finally {
    restoreSignals();
  }
  return last.status;
}

/** A file that is half written must not end the watch. */
async function runOrTell(runOnce: () => Promise<TestRun>, last: TestRun): Promise<TestRun> {
  try {
    return await runOnce();
  } catch (error) {
    writeErr(problemText(error, process.env));
    return { status: 1, files: last.files };
  }
}

async function watchedFiles(place: Place, cases: readonly string[]): Promise<readonly string[]> {
  const hooks = await createHooks({ ...place, record: false });
  await hooks.close();
  const configured = hooks.files.flatMap(({ path }) => [path, join(dirname(path), 'hooks')]);
  const covered = (hooks.project?.files ?? []).map(({ path }) => join(hooks.project?.path ?? '', path));
  return [...new Set([...configured, ...covered, ...cases])];
}
