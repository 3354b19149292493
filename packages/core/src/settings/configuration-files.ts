import { locationsOf } from '../load/discover.ts';
import type { ConfigurationFile } from '../model/index.ts';
import type { Places, Settings } from './settings.ts';
import { settingsOf } from './settings.ts';

/** Every place that is read for hooks, whether or not it is there. */
export const filesOf = (settings: Settings): readonly ConfigurationFile[] =>
  settings.dialects.flatMap((dialect) =>
    locationsOf(dialect, settings).map(({ file, scope }) => ({
      path: file,
      dialect: dialect.id,
      scope,
      edits: dialect.edits ?? 'when-noticed',
    })),
  );

/** The same for a host that has loaded nothing yet. */
export const configurationFiles = (options: Places): readonly ConfigurationFile[] => filesOf(settingsOf(options));
