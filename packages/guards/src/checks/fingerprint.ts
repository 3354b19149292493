import { quietGitArgs } from '@hookline/core/internal';
import type { World } from '../guard/world.ts';

/** Distinguishes states of the project by git's status and the mtimes of changed files; null outside a repository. */
export async function fingerprint({ run, project }: World): Promise<string | null> {
  const { status, output } = await run({ line: SCRIPT }, { cwd: project, timeoutMs: 10_000 });
  const digest = output.trim();
  return status === 0 && digest !== '' ? digest : null;
}

// The contents of changed files count too, since their names stay the same during work.
const git = (...args: readonly string[]): string => ['git', ...quietGitArgs(args)].map((word) => `'${word}'`).join(' ');

const SCRIPT = `${git('rev-parse', '--is-inside-work-tree')} >/dev/null 2>&1 && {
${git('rev-parse', 'HEAD')} 2>/dev/null
${git('status', '--porcelain', '-uall')}
${git('diff', 'HEAD')} 2>/dev/null
${git('ls-files', '-z', '--others', '--exclude-standard')} | xargs -0 cat 2>/dev/null
} | cksum`;
