import { fitsSegmentGlob } from '@hookline/core/internal';
import { relative } from 'node:path/posix';
import { PROJECT_HOOK_GLOBS } from './own-folders.ts';

/** What only a person should change by default. A glob without a slash matches the name alone. */
export const PROTECTED_GLOBS: readonly string[] = [
  '.env',
  '.env.*',
  '.envrc',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  '.ssh/**',
  '.aws/**',
  '.gnupg/**',
  '.kube/**',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'poetry.lock',
  'uv.lock',
  'Pipfile.lock',
  'Gemfile.lock',
  'composer.lock',
  'go.sum',
  'flake.lock',
  'mix.lock',
  'pubspec.lock',
  'Package.resolved',
  '.git/**',
  '.github/workflows/**',
  '.github/actions/**',
  '.gitlab-ci.yml',
  '.gitlab/ci/**',
  '.circleci/**',
  '.buildkite/**',
  '.travis.yml',
  'Jenkinsfile',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  '.drone.yml',
  '.woodpecker/**',
  '.woodpecker.yml',
  '.hookline/**',
  ...PROJECT_HOOK_GLOBS,
  // Agents for which hookline has no dialect.
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.claude/hooks/**',
  '.cursor/hooks.json',
  '.codex/**',
  '.gemini/settings.json',
  '.mcp.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  '.vscode/tasks.json',
  '.husky/**',
  '.githooks/**',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.inputrc',
  '.config/fish/**',
  '.gitconfig',
  '.config/git/**',
  '.config/autostart/**',
  '.config/systemd/user/**',
  'Library/LaunchAgents/**',
];

/** What looks protected and may be changed. */
export const OPEN_GLOBS: readonly string[] = [
  '.env.example',
  '.env.example.*',
  '.env.sample',
  '.env.template',
  '.env.dist',
  '.env.defaults',
  '*.pub',
];

/** The glob that protects a path, absolute and without `..`; null when none does. */
export function protectingGlob(
  path: string,
  {
    project,
    globs,
    open,
    own,
  }: {
    readonly project: string;
    readonly globs: readonly string[];
    readonly open: readonly string[];
    /** Folders that are protected in any location. */
    readonly own: readonly string[];
  },
): string | null {
  const names = namesOf(path, project);
  const fitsAny = (glob: string): boolean => names.some((name) => fits(glob, name));
  if (open.some(fitsAny)) return null;
  const folder = own.find((each) => path === each || path.startsWith(`${each}/`));
  if (folder !== undefined) return `${folder}/**`;
  // Files below temporary folders are copies.
  return TEMPORARY.test(path) && !TEMPORARY.test(project) ? null : (globs.find(fitsAny) ?? null);
}

/** A path relative to the project and to the root; a glob in it may match nothing or something. */
function namesOf(path: string, project: string): readonly string[] {
  const shapes = /[\uE000-\uE006\uE008\uE009]/.test(path) ? [path.replace(MARK, ''), path.replace(MARK, 'x')] : [path];
  return shapes.flatMap((shape) => {
    const own = relative(project, shape);
    return own.startsWith('..') || own === '' ? [shape] : [own];
  });
}

const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/tmp)\//;
const MARK = /[\uE000-\uE006\uE008\uE009]+/g;

function fits(glob: string, name: string): boolean {
  if (!glob.includes('/')) return fitsSegmentGlob(glob, name.slice(name.lastIndexOf('/') + 1));
  // The folder itself counts as well as its content, and so does the same folder deeper down.
  return [glob, `**/${glob}`].some(
    (each) => fitsSegmentGlob(each, name) || (each.endsWith('/**') && fitsSegmentGlob(each.slice(0, -3), name)),
  );
}
