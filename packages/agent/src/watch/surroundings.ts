import type { Thread } from '../session/thread.ts';
import { literalNames } from './literal-names.ts';
import { watchConfiguration } from './watch-configuration.ts';
import { watchFiles } from './watch-files.ts';
import { createConfigChanges } from './config-changes.ts';
import { configurationSources } from './configuration-sources.ts';
import { type FileChange, tellFileChange } from './file-changes.ts';
import { createPendingTasks } from './pending-tasks.ts';

/** What goes on around the agent while it works: edited configuration, changed files. */
export interface Surroundings {
  /** Tells hooks of all that was noticed since, one thing after the other. */
  readonly settle: () => Promise<void>;
  readonly watch: (paths: readonly string[] | null) => void;
  readonly close: () => Promise<void>;
}

/** Starts to watch; `onPending` is called when something waits to be settled. */
export function watchSurroundings(main: Thread, onPending: () => void): Surroundings {
  const { session } = main;
  const tasks = createPendingTasks(onPending);
  let paths: readonly string[] = [];
  const watch = (next: readonly string[] | null): void => {
    paths = next ?? paths;
    const matchers = session.hooks.list().filter(({ event }) => event === 'FileChanged');
    files.update({ cwd: main.cwd, names: literalNames(matchers.map(({ matcher }) => matcher)), paths });
  };
  const applyChange = createConfigChanges(main, () => watch(null));
  const configuration = watchConfiguration(configurationSources(session), (change) =>
    tasks.add(() => applyChange(change)),
  );
  const tellChange = async (change: FileChange): Promise<void> => {
    watch(await tellFileChange(main, change));
    // What its own hook did to the file is no news to it.
    files.accept(change.path);
  };
  const files = watchFiles(
    (change) => tasks.add(() => tellChange(change)),
    (text) => session.front.tell({ type: 'message', level: 'warning', text, hook: null }),
  );
  watch(null);
  const look = (): void => [configuration, files].forEach(({ lookNow }) => lookNow());
  return {
    watch,
    settle: () => tasks.settle(look),
    close: async () => {
      configuration.close();
      files.close();
      await tasks.settle(() => undefined);
    },
  };
}
