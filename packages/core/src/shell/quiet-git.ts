/**
 * The arguments of git that switch off everything a repository could make it start: hooks, fsmonitor, pager, diff
 * programs.
 */
export function quietGitArgs([subcommand = '', ...rest]: readonly string[]): readonly string[] {
  const shows = SHOWING.has(subcommand) ? ['--no-ext-diff', '--no-textconv'] : [];
  return ['--no-pager', ...SETTINGS.flatMap((setting) => ['-c', setting]), subcommand, ...shows, ...rest];
}

/** An environment for git without variables that redirect it, name programs or cause prompts. */
export function quietGitEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !LEFT_OUT.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
}

const SETTINGS = [
  'core.fsmonitor=false',
  `core.hooksPath=${process.platform === 'win32' ? 'NUL' : '/dev/null'}`,
  'core.pager=cat',
  'core.editor=true',
  'core.alternateRefsCommand=',
  'log.showSignature=false',
  'submodule.recurse=false',
  'diff.submodule=short',
];

const SHOWING: ReadonlySet<string> = new Set(['diff', 'show', 'log']);

const LEFT_OUT =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|PREFIX|NAMESPACE|CEILING_DIRECTORIES|EXTERNAL_DIFF|PAGER|EDITOR|SEQUENCE_EDITOR|CONFIG_(?:COUNT|PARAMETERS|KEY_\d+|VALUE_\d+)|EXEC_PATH|TEMPLATE_DIR|TRACE\w*)$|^PAGER$/;
