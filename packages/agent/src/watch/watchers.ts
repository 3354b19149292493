import { resolve } from 'node:path';
import { remindersOf } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';
import { watchConfiguration } from './watch-configuration.ts';
import { watchFiles } from './watch-files.ts';
import { createConfigChanges } from './config-changes.ts';
import { configurationSources } from './configuration-sources.ts';
import type { FileChange } from './change-tracker.ts';
import { createPendingTasks } from './pending-tasks.ts';
import { showMessage } from '../session/show-message.ts';

/** The watchers of a session: for edited configuration and for changed files. */
export interface Watchers {
  /** Tells hooks of all changes noticed since, one after the other. */
  readonly settle: () => Promise<void>;
  readonly watch: (paths: readonly string[] | null) => void;
  readonly close: () => Promise<void>;
}

/** Starts to watch; `onPending` is called when something waits to be settled. */
export function startWatchers(main: Thread, onPending: () => void): Watchers {
  const { session } = main;
  const tasks = createPendingTasks(onPending);
  let paths: readonly string[] = [];
  const watch = (next: readonly string[] | null): void => {
    paths = next?.map((path) => resolve(main.cwd, path)) ?? paths;
    const matchers = session.hooks.list().filter(({ event }) => event === 'FileChanged');
    files.update({ cwd: main.cwd, names: literalNames(matchers.map(({ matcher }) => matcher)), paths });
  };
  const applyChange = createConfigChanges(main, () => watch(null));
  const configuration = watchConfiguration(configurationSources(session), (change) =>
    tasks.add(() => applyChange(change)),
  );
  const tellChange = async (change: FileChange): Promise<void> => {
    const wanted = await tellFileChange(main, change);
    // What a hook did to the file is no news to that hook. At once: what another process writes later is news.
    files.accept(change.path);
    watch(wanted);
  };
  const files = watchFiles(
    (change) => tasks.add(() => tellChange(change)),
    (text) => showMessage(session.ui, 'warning', text),
  );
  watch(null);
  const pollNow = (): void => [configuration, files].forEach((each) => each.pollNow());
  return {
    watch,
    settle: () => tasks.settle(pollNow),
    close: async () => {
      configuration.close();
      files.close();
      await tasks.settle(() => undefined);
    },
  };
}

/** FileChanged; gives the paths that hooks want watched from now on, null when they say nothing about it. */
async function tellFileChange(
  { session, host }: Thread,
  { path, event }: FileChange,
): Promise<readonly string[] | null> {
  const outcome = await host.fire('FileChanged', { file_path: path, event });
  session.inbox.put(remindersOf(outcome));
  return outcome.extra.watchPaths ?? null;
}

/**
 * The file names that FileChanged matchers name letter by letter, each once: `|` separates, a dot is a dot. A matcher
 * with other characters of a regular expression names none, and so does one that matches everything.
 */
export function literalNames(matchers: readonly (string | null)[]): readonly string[] {
  const names = matchers
    .filter((matcher) => matcher !== null && !REGULAR_EXPRESSION.test(matcher))
    .flatMap((matcher) => matcher?.split('|') ?? [])
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name));
  return [...new Set(names)];
}

const REGULAR_EXPRESSION = /[\\^$*+?()[\]{}]/;
