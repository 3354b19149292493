import { quietGitArgs } from '@hookline/core/internal';
import { isSet } from '../shell/flags.ts';
import { actsOf } from '../shell/interpret.ts';
import { absolutePath } from '../shell/paths.ts';
import type { World } from '../guard/world.ts';
import { type Place, readCall } from './call.ts';
import type { Finding } from './judge.ts';
import { locationOf } from './locations.ts';

/** The first folder of the project that a line removes and git does not ignore; null when there is none. */
export async function removedFromProject(
  line: string,
  place: Place & { readonly cwd: string },
  { run }: Pick<World, 'run'>,
): Promise<Finding | null> {
  for (const path of pathsIn(line, place)) {
    const args = quietGitArgs(['check-ignore', '--quiet', '--', path.replace(MARKS, 'x')]);
    const { status } = await run({ program: 'git', args }, { cwd: place.project, timeoutMs: 5000 });
    if (status !== 0)
      return {
        rule: 'remove-in-project',
        does: 'ask',
        why: 'removes a folder of the project that git does not ignore',
        part: path.replace(MARKS, '*'),
      };
  }
  return null;
}

function pathsIn(line: string, place: Place & { readonly cwd: string }): readonly string[] {
  return actsOf(line, place).flatMap((act) => {
    if (act.act !== 'run' || act.invocation.words[0] !== 'rm' || act.invocation.site !== 'here') return [];
    const call = readCall(act.invocation, place);
    if (!isSet(call, ['r', 'R', 'recursive'])) return [];
    return call.operands
      .filter((word) => locationOf(word, call) === 'project')
      .flatMap((word) => absolutePath(word, act.invocation) ?? []);
  });
}

const MARKS = /[\uE000-\uE009]+/g;
