import type { HostAnswer } from '@hookline/core';
import type { AnyEvent } from '@hookline/core/internal';
import { sep } from 'node:path';
import { type GuardOption, listOf, NOTHING, type OptionValues } from '../guard/guard.ts';
import type { World } from '../guard/world.ts';

/** The option of a guard that starts programs of a project. */
export const PROJECTS_OPTION: GuardOption = {
  name: 'projects',
  default: '',
  about: 'Folders of your own: in them it works without "hookline trust".',
};

/** The answer of a guard that must not start programs of the project; null where it may. */
export async function refusalToStart(
  name: string,
  event: AnyEvent,
  { options, world }: { readonly options: OptionValues; readonly world: World },
): Promise<HostAnswer | null> {
  if ((await isChosen(listOf(options, 'projects'), world)) || (await world.isTrusted())) return null;
  const session = typeof event['session_id'] === 'string' ? event['session_id'] : '';
  const key = `${name}-not-trusted`;
  if ((await world.recall(key)) === session) return NOTHING;
  await world.note(key, session);
  return {
    systemMessage: `${name}: it starts nothing here, because this project is not trusted; "hookline trust" changes that, or the option projects=FOLDER of the guard`,
  };
}

async function isChosen(folders: readonly string[], { project, home, realPath }: World): Promise<boolean> {
  const own = await realPath(project);
  const chosen = await Promise.all(folders.map((folder) => realPath(folder.replace(/^~(?=\/|$)/, home))));
  return chosen.some((folder) => own === folder || own.startsWith(folder + sep));
}
