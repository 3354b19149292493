import type { Diagnostic, Dialect, Location } from '../model/index.ts';
import { displayPath } from './describe.ts';
import type { LoadPlace } from './discover.ts';
import { isPluginOf } from './plugins.ts';
import { pathsOf } from './resolve-based.ts';

/** What to say about folders that were given as plugins, and that none of these systems takes: no hook of them runs. */
export function untakenPlugins(dialects: readonly Dialect[], place: LoadPlace): readonly Diagnostic[] {
  const takers = dialects.flatMap((dialect) =>
    dialect.locations.filter(isOfPlugins).map((location) => ({ dialect, location })),
  );
  const isTaken = (folder: string): boolean =>
    takers.some(({ dialect, location }) => isPluginOf(dialect, location, folder));
  const manifests = new Set(takers.flatMap(({ location }) => location.plugin?.manifest ?? []));
  return place.plugins
    .map((folder) => pathsOf(place).resolve(place.project, folder))
    .filter((folder) => !isTaken(folder))
    .map((folder) => ({
      severity: 'error',
      file: displayPath(folder, place),
      line: null,
      column: null,
      message: 'none of the systems in question takes this folder as a plugin: no hook of it runs',
      hint:
        manifests.size === 0
          ? 'choose a system that has plugins'
          : `a plugin has one of these files: ${[...manifests].join(', ')}`,
    }));
}

const isOfPlugins = ({ bases }: Location): boolean => bases.some(({ from }) => from === 'plugin');
