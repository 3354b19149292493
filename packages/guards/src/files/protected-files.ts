import { type AnyEvent, prepareBashParser } from '@hookline/core/internal';
import { resolve } from 'node:path/posix';
import { type Guard, listOf, NOTHING, type OptionValues } from '../guard/guard.ts';
import { commandOf, filesOf, folderOf, isPatchRead, patchOf, WRITERS } from '../guard/tool-input.ts';
import type { World } from '../guard/world.ts';
import { OPEN_GLOBS, PROTECTED_GLOBS, protectingGlob } from './protected-globs.ts';
import { ownFolders } from './own-folders.ts';
import { patchedFiles } from './patched-files.ts';
import { type Written, writtenPaths } from './written-paths.ts';

/** Protects files that only a person should change, from tools and from commands. */
export const protectedFiles: Guard = {
  name: 'protected-files',
  about: 'Blocks changes to files such as .env, lock files, .git, CI files and keys, by tools and by shell commands.',
  listens: [{ event: 'PreToolUse', tools: ['Bash', ...WRITERS] }],
  options: [
    {
      name: 'globs',
      default: '',
      about: 'Protected files instead of the usual ones; a glob without a slash is about the name alone.',
    },
    { name: 'add', default: '', about: 'More protected files.' },
    { name: 'allow', default: '', about: 'Files that may be changed all the same.' },
  ],
  rewrites: false,
  canaries: {
    blocked: { title: 'writes to .env', tool: 'Bash', input: { command: 'echo DEBUG=1 >> .env' } },
    passed: {
      title: 'reads .env and writes elsewhere',
      tool: 'Bash',
      input: { command: 'grep -c = .env > count.txt' },
    },
  },
  onFailure: 'refuse',
  seconds: () => 20,
  judge: async (event, options, world) => {
    const { paths, removed, problem } = await changedPaths(event, world);
    for (const path of paths) {
      const glob = await protection(path, options, world);
      if (glob !== null)
        return {
          decision: 'block',
          reason: `protected-files: ${shownPath(path)} must not be changed (${glob}); ask the user to do it`,
        };
    }
    const lost = listOf(options, 'globs').length > 0 ? undefined : removed.find((path) => holdsOwn(path, world));
    if (lost !== undefined)
      return {
        decision: 'block',
        reason: `protected-files: ${shownPath(lost)} must not be removed (hooks lie in it); ask the user to do it`,
      };
    if (problem === null) return NOTHING;
    return {
      decision: world.can.ask ? 'ask' : 'block',
      reason: `protected-files: it is not clear which files this ${event['tool_name'] === 'Bash' ? 'command' : 'call'} changes: ${problem}`,
    };
  },
};

async function changedPaths(event: AnyEvent, world: World): Promise<Pick<Written, 'paths' | 'removed' | 'problem'>> {
  const { project, home } = world;
  const cwd = folderOf(event, project);
  const command = event['tool_name'] === 'Bash' ? commandOf(event) : null;
  if (command === null) {
    const patch = patchOf(event);
    return {
      paths: filesOf(event).map((file) => resolve(cwd, file.replace(/^~(?=\/|$)/, home))),
      removed: [],
      problem: patch === null || isPatchRead(patch) ? null : 'its patch cannot be read',
    };
  }
  await prepareBashParser();
  const written = writtenPaths(command, { home, cwd });
  const patched = await patchedFiles(written.patches, world);
  return {
    ...written,
    paths: [...written.paths, ...patched.paths],
    problem: written.problem ?? patched.problem,
  };
}

/** A symlink may lead to a protected file, and a protected name may be a symlink to something else: both count. */
async function protection(path: string, options: OptionValues, world: World): Promise<string | null> {
  const { project, realPath } = world;
  const chosen = listOf(options, 'globs');
  const globs = [...(chosen.length === 0 ? PROTECTED_GLOBS : chosen), ...listOf(options, 'add')];
  const open = [...OPEN_GLOBS, ...listOf(options, 'allow')];
  const [real, realProject] = [await realPath(path), await realPath(project)];
  const own = chosen.length > 0 ? [] : ownFolders(world);
  return (
    protectingGlob(path, { project, globs, open, own }) ??
    protectingGlob(real, { project: realProject, globs, open, own })
  );
}

/**
 * Whether a removed folder contains one that decides which hooks run; this guard does not cover the project folder as
 * a whole.
 */
const holdsOwn = (path: string, world: World): boolean =>
  ownFolders(world).some(
    (folder) => folder.startsWith(`${path}/`) && path !== world.project && !world.project.startsWith(`${path}/`),
  );

const shownPath = (path: string): string => path.replace(/[\uE000-\uE006\uE008\uE009]+/g, '*');
