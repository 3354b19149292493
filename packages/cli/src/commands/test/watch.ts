import { createHooks, showTrust } from '@hookline/core/internal';
import { stampFiles, untilChanged } from '@hookline/toolbox';
import { dirname, join } from 'node:path';
import type { Arguments } from '../../call/arguments.ts';
import type { HooksPlace } from '../../call/place.ts';
import { problemText } from '../../call/wrong-call.ts';
import { writeErr } from '../../print/output.ts';
import { oneLine } from '../../print/text.ts';
import { endRunsOnSignal, onSignals } from '../../process/signals.ts';
import type { TestRun } from './index.ts';
import { watchEdits } from './trust-edit.ts';

/** Runs the cases again whenever something under test has changed. Interrupted while it waits, it ends with the last status. */
export async function watchCases(
  runOnce: () => Promise<TestRun>,
  given: Arguments,
  place: HooksPlace,
): Promise<number> {
  const edits = watchEdits(place, given);
  let last: TestRun = { status: 0, files: [] };
  for (;;) {
    await edits.look();
    const before = stampFiles(await watchedFiles(place, last.files));
    last = await uninterrupted(() => runOnce(), last);
    const all = await watchedFiles(place, last.files);
    const changed = await waitForChange(before, all);
    if (changed === null) return last.status;
    writeErr(`\n${oneLine(changed)} has changed.\n\n`);
  }
}

/** One run, which a signal ends at once together with the call. A file that is half written must not end the watch. */
async function uninterrupted(runOnce: () => Promise<TestRun>, last: TestRun): Promise<TestRun> {
  const restoreSignals = endRunsOnSignal();
  try {
    return await runOnce();
  } catch (error) {
    writeErr(problemText(error, process.env));
    return { status: 1, files: last.files };
  } finally {
    restoreSignals();
  }
}

/** The path of what has changed; null when the wait was interrupted. */
async function waitForChange(before: ReadonlyMap<string, string>, files: readonly string[]): Promise<string | null> {
  const ending = new AbortController();
  const restoreSignals = onSignals(() => ending.abort());
  try {
    writeErr(`\nWatching ${files.length} files and folders; press Ctrl-C to end.\n`);
    // What changed while the cases ran counts too, as far as it was known before.
    return await untilChanged(new Map([...stampFiles(files), ...before]), files, ending.signal);
  } finally {
    restoreSignals();
  }
}

async function watchedFiles(place: HooksPlace, cases: readonly string[]): Promise<readonly string[]> {
  const hooks = await createHooks({ ...place, record: false });
  await hooks.close();
  const configured = hooks.files.flatMap(({ path }) => [path, join(dirname(path), 'hooks')]);
  // Hooks are loaded from what was trusted; an edit may lead to other scripts, and so does a project that never was.
  const { content } = await showTrust(place);
  const covered = [hooks.project, content].flatMap((each) =>
    each === null ? [] : each.files.map(({ path }) => join(each.path, path)),
  );
  return [...new Set([...configured, ...covered, ...cases])];
}
