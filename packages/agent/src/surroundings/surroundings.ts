import type { Thread } from '../thread.ts';
import { literalNames } from '../watch/literal-names.ts';
import { watchConfiguration } from '../watch/watch-configuration.ts';
import { watchFiles } from '../watch/watch-files.ts';
import { createConfigChanges } from './config-changes.ts';
import { configurationSources } from './configuration-sources.ts';
import { tellFileChange } from './file-changes.ts';

/** What goes on around the agent while it works: edited configuration, changed files. */
export interface Surroundings {
  /** Tells hooks of all that was noticed since, one thing after the other. */
  readonly settle: () => Promise<void>;
  readonly watch: (paths: readonly string[] | null) => void;
  readonly close: () => Promise<void>;
}

/** Starts to watch; `onPending` is called when something waits to be settled, unless it is being settled already. */
export function watchSurroundings(main: Thread, onPending: () => void): Surroundings {
  const { session } = main;
  const pending: (() => Promise<void>)[] = [];
  const later = (task: () => Promise<void>): void => {
    pending.push(task);
    onPending();
  };
  const warn = (text: string): void => session.front.tell({ type: 'message', level: 'warning', text, hook: null });
  let paths: readonly string[] = [];
  const watch = (next: readonly string[] | null): void => {
    paths = next ?? paths;
    const matchers = session.hooks.list().filter(({ event }) => event === 'FileChanged');
    files.update({ cwd: main.cwd, names: literalNames(matchers.map(({ matcher }) => matcher)), paths });
  };
  const applyChange = createConfigChanges(main, () => watch(null));
  const configuration = watchConfiguration(configurationSources(session), (change) => later(() => applyChange(change)));
  const files = watchFiles((change) => later(async () => watch(await tellFileChange(main, change))), warn);
  watch(null);
  let settling = Promise.resolve();
  const settleAll = async (): Promise<void> => {
    configuration.lookNow();
    files.lookNow();
    for (let task = pending.shift(); task !== undefined; task = pending.shift()) await task();
  };
  return {
    watch,
    settle: () => (settling = settling.then(settleAll)),
    close: async () => {
      configuration.close();
      files.close();
      await settling;
    },
  };
}
