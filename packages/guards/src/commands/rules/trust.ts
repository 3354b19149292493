import type { CommandRule, VariableRule } from '../rule.ts';

const ID = 'trusts-itself';
const WHY = 'decides which hooks count, and that is for a person to do';
const ANYWHERE = ['here', 'remote', 'container'] as const;

/** Rules about an agent that removes its own guards. */
export const TRUST_RULES: readonly CommandRule[] = [
  {
    id: ID,
    does: 'block',
    why: WHY,
    programs: ['hookline'],
    sub: [['trust', 'untrust', 'shadow', 'remove', 'disconnect', 'adopt', 'break-glass']],
    without: ['list', 'show', 'help', 'dry-run'],
    sites: ANYWHERE,
  },
  { id: ID, does: 'block', why: WHY, programs: ['hookline'], flags: [['trust-hooks']], sites: ANYWHERE },
  {
    id: ID,
    does: 'block',
    why: 'writes a hook that runs in all projects, and that is for a person to do',
    programs: ['hookline'],
    sub: [['add', 'new']],
    flags: [['user']],
    without: ['list', 'help', 'dry-run'],
    sites: ANYWHERE,
  },
  {
    id: ID,
    does: 'block',
    why: WHY,
    programs: ['node', 'nodejs', 'bun', 'deno', 'tsx'],
    text: /hookline(?:\.[cm]?[jt]s)?\s+(?:.*\s)?(?:(?:trust|untrust|shadow|remove|disconnect|adopt|break-glass)(?!\s+--(?:list|show)|.*\s--dry-run)\b|--trust-hooks\b|(?:add|new)\s(?!.*--dry-run).*--user\b)/,
    sites: ANYWHERE,
  },
];

/** Folders that programs and libraries are usually installed in, or that a project builds them in. */
const USUAL = String.raw`(?:usr|s?bin|opt|lib\w*|home|Users|root|nix|snap|app|workspaces?|src|code|go|github|gnu|path|project|builds?|tools|venv|conda|(?:mini|ana|micro)(?:conda|forge)\d*|cuda[\w.-]*|Library|Applications|System|cygdrive|mnt|c|mingw\w*|msys\w*|ucrt64|clang64|var|emsdk|android[\w-]*|sdk|data|etc|hostedtoolcache|runner|__w|layers|cnb)(?=[/:]|$)`;

/** Variables that switch hooks off, load code into other programs, or hide what is done. */
export const VARIABLE_RULES: readonly VariableRule[] = [
  {
    id: ID,
    does: 'block',
    why: 'switches all hooks off',
    name: /^HOOKLINE_DISABLE$/,
    value: /^(?!(?:0|false)?$)/,
  },
  {
    id: ID,
    does: 'block',
    why: 'lets actions go on when the hooks fail',
    name: /^HOOKLINE_ON_ERROR$/,
    value: /^proceed$/,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'loads code into every program that is started',
    name: /^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|LD_AUDIT)$/,
    // Libraries of the system are named without a folder, or with one of its own.
    value: /^(?!\s*$|(?:\/(?:usr|lib|lib64|opt)\/|lib[\w.+-]*\.(?:so|dylib))|[\uE000-\uE009])./,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes every shell or interpreter run a file first',
    name: /^(?:BASH_ENV|PYTHONSTARTUP|PERL5OPT|RUBYOPT|PERL5DB)$/,
    value: /^(?!\s*$|-W|[\uE000-\uE009])./,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes other programs be found in a folder where no one installs any',
    // Only what is looked into before the folders that were known already.
    name: /^PATH$/,
    value: new RegExp(String.raw`^(?:[^:\uE000-\uE009]*:)*?/(?!${USUAL})[^:\uE000-\uE009]`),
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes other programs be found in whatever folder one is in',
    name: /^PATH$/,
    value: /^\.?:/,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes programs load code from a folder where no one installs any',
    name: /^(?:LD_LIBRARY_PATH|DYLD_(?:FALLBACK_)?(?:LIBRARY|FRAMEWORK)_PATH|PYTHONPATH|PYTHONHOME|PERL5LIB|RUBYLIB|NODE_PATH|LUA_C?PATH|GCONV_PATH|LD_ORIGIN_PATH|GIT_EXEC_PATH)$/,
    value: new RegExp(String.raw`(?:^|:)/(?!${USUAL})[^:\uE000-\uE009]`),
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes other programs start one from a folder where every program may write',
    name: /^(?:CC|CXX|LD|CARGO_BUILD_RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|(?:PSQL_|AWS_|GH_|BAT_)PAGER|PYTHONBREAKPOINT|(?:GIT_|SSH_|SUDO_)?ASKPASS|GIT_EXTERNAL_DIFF|GIT_SSH(?:_COMMAND)?|GIT_PROXY_COMMAND|(?:GIT_|GIT_SEQUENCE_)?EDITOR|VISUAL|(?:GIT_|MAN)?PAGER|BROWSER|SHELL|ENV|ZDOTDIR|PROMPT_COMMAND|RUSTC_WRAPPER|LESSOPEN)$/,
    value: /^["'|]?\/(?:tmp|var\/tmp|dev\/shm)\//,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes every program of Node run a file first',
    name: /^NODE_OPTIONS$/,
    value: /(?:--require|-r|--import|--loader|--experimental-loader)[= ](?:file:\/\/)?\/(?:tmp|var\/tmp|dev\/shm)\//,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes every program of Java load code from a folder where every program may write',
    name: /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|MAVEN_OPTS|GRADLE_OPTS|CATALINA_OPTS)$/,
    value: /-(?:javaagent|agentpath):["']?\/(?:tmp|var\/tmp|dev\/shm)\//,
  },
  {
    id: 'package-from-nowhere',
    does: 'ask',
    why: 'gets packages over a connection that everybody can change',
    name: /^(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|NPM_CONFIG_REGISTRY|YARN_(?:NPM_)?REGISTRY\w*|GOPROXY|CARGO_REGISTRIES_\w+|GEM_HOST)$/i,
    value: /\bhttp:\/\/(?!localhost|127\.|\[::1|10\.|192\.168\.|host\.docker|[\w-]+(?::\d+)?(?:\/|$))/,
  },
  {
    id: 'show-secret',
    does: 'ask',
    why: 'writes down the keys of encrypted connections',
    name: /^SSLKEYLOGFILE$/,
    value: /./,
  },
  {
    id: 'hide-traces',
    does: 'ask',
    why: 'removes the trace of what is done',
    name: /^HISTIGNORE$/,
    value: /^\*$/,
  },
  {
    id: 'hide-traces',
    does: 'ask',
    why: 'removes the trace of what is done',
    name: /^HIST(?:FILE|SIZE|FILESIZE)$|^\w+_?HIST(?:FILE|ORY)$/,
    value: /^(?:\/dev\/null|0)$/,
  },
];
