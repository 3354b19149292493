/** How a program that runs other programs is told which. */
export type Wrapper =
  /** Options, then the command. */
  | {
      readonly kind: 'prefix';
      readonly valued?: readonly string[];
      /** Words before the command that are not part of it, such as the duration of `timeout`. */
      readonly skips?: number;
      /** Options whose value is a script. */
      readonly scripts?: readonly string[];
      /** Options that make it print instead of run. */
      readonly prints?: readonly string[];
    }
  /** A shell: `-c` text, a file, or what it reads. */
  | { readonly kind: 'shell' }
  /** Words that are joined and read by a shell again; `skips` as above. */
  | { readonly kind: 'joined'; readonly valued?: readonly string[]; readonly skips?: number; readonly site?: 'remote' }
  /** The command gets what it reads as further arguments. */
  | { readonly kind: 'items'; readonly valued: readonly string[] }
  | { readonly kind: 'find' }
  /** Runs what it reads as a script of the shell. */
  | { readonly kind: 'reads-script' }
  /** A program of several names: after these words comes the command, in a container. */
  | {
      readonly kind: 'container';
      readonly after: readonly string[];
      readonly valued: readonly string[];
      readonly skips: number;
    }
  /** An interpreter of another language: options whose value is code. */
  | { readonly kind: 'code'; readonly flags: readonly string[] }
  /** Its first operand is code. */
  | { readonly kind: 'awk' };

const PLAIN: Wrapper = { kind: 'prefix' };
const SHELL: Wrapper = { kind: 'shell' };
const ENTERS = [
  'u',
  'user',
  'w',
  'workdir',
  'e',
  'env',
  'env-file',
  'c',
  'container',
  'n',
  'namespace',
  'context',
  'f',
  'file',
  'p',
  'project-name',
];

/** Programs that run other programs. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: {
    kind: 'prefix',
    valued: ['u', 'g', 'h', 'p', 'C', 'T', 'r', 't', 'U', 'D', 'R', 'user', 'group', 'host', 'prompt', 'chdir'],
  },
  doas: { kind: 'prefix', valued: ['u', 'C'] },
  env: { kind: 'prefix', valued: ['u', 'C', 'unset', 'chdir'], scripts: ['S', 'split-string'] },
  nice: { kind: 'prefix', valued: ['n', 'adjustment'] },
  ionice: { kind: 'prefix', valued: ['c', 'n', 'p', 'class', 'classdata'] },
  nohup: PLAIN,
  setsid: PLAIN,
  builtin: PLAIN,
  fakeroot: PLAIN,
  caffeinate: PLAIN,
  'dbus-run-session': PLAIN,
  pkexec: PLAIN,
  time: { kind: 'prefix', valued: ['f', 'o', 'format', 'output'] },
  timeout: { kind: 'prefix', valued: ['k', 's', 'kill-after', 'signal'], skips: 1 },
  gtimeout: { kind: 'prefix', valued: ['k', 's', 'kill-after', 'signal'], skips: 1 },
  stdbuf: { kind: 'prefix', valued: ['i', 'o', 'e', 'input', 'output', 'error'] },
  chrt: { kind: 'prefix', skips: 1 },
  taskset: { kind: 'prefix', skips: 1 },
  strace: { kind: 'prefix', valued: ['e', 'o', 'p', 's', 'u', 'P'] },
  ltrace: { kind: 'prefix', valued: ['e', 'o'] },
  command: { kind: 'prefix', prints: ['v', 'V'] },
  exec: { kind: 'prefix', valued: ['a'] },
  coproc: PLAIN,
  busybox: PLAIN,
  toybox: PLAIN,
  rlwrap: PLAIN,
  unbuffer: PLAIN,
  'xvfb-run': { kind: 'prefix', valued: ['n', 's', 'e'] },
  npx: { kind: 'prefix', valued: ['p', 'package'], scripts: ['c', 'call'] },
  bunx: PLAIN,
  pnpx: PLAIN,
  'systemd-run': { kind: 'prefix', valued: ['p', 'u', 'unit', 'property', 'uid', 'gid', 'E', 'setenv'] },
  chroot: { kind: 'prefix', skips: 1, valued: ['userspec', 'groups'] },
  unshare: { kind: 'prefix', valued: ['R', 'w'] },
  nsenter: { kind: 'prefix', valued: ['t', 'target'] },
  flock: { kind: 'prefix', skips: 1, valued: ['w', 'E', 'timeout'], scripts: ['c', 'command'] },
  su: { kind: 'prefix', skips: 99, scripts: ['c', 'command', 'session-command'], valued: ['s', 'g', 'G', 'shell'] },
  runuser: { kind: 'prefix', valued: ['u', 'g', 's', 'user'], scripts: ['c', 'command'] },
  script: { kind: 'prefix', skips: 99, scripts: ['c', 'command'] },
  sg: { kind: 'prefix', skips: 99, scripts: ['c'] },
  bash: SHELL,
  sh: SHELL,
  zsh: SHELL,
  dash: SHELL,
  ksh: SHELL,
  ash: SHELL,
  fish: SHELL,
  mksh: SHELL,
  rbash: SHELL,
  eval: { kind: 'joined' },
  watch: { kind: 'joined', valued: ['n', 'interval'] },
  ssh: {
    kind: 'joined',
    skips: 1,
    site: 'remote',
    valued: ['b', 'c', 'D', 'E', 'e', 'F', 'I', 'i', 'J', 'L', 'l', 'm', 'O', 'o', 'p', 'Q', 'R', 'S', 'W', 'w', 'B'],
  },
  xargs: {
    kind: 'items',
    valued: ['I', 'i', 'n', 'P', 'd', 'a', 'L', 's', 'E', 'max-args', 'max-procs', 'delimiter', 'replace', 'arg-file'],
  },
  parallel: { kind: 'items', valued: ['j', 'jobs', 'I', 'a', 'N', 'n'] },
  find: { kind: 'find' },
  gfind: { kind: 'find' },
  fd: { kind: 'find' },
  at: { kind: 'reads-script' },
  batch: { kind: 'reads-script' },
  docker: {
    kind: 'container',
    after: ['exec', 'run', 'compose'],
    valued: [...ENTERS, 'v', 'volume', 'name', 'network', 'p', 'entrypoint', 'm'],
    skips: 1,
  },
  podman: { kind: 'container', after: ['exec', 'run'], valued: [...ENTERS, 'v', 'volume', 'name'], skips: 1 },
  kubectl: { kind: 'container', after: ['exec'], valued: ENTERS, skips: 1 },
  python: { kind: 'code', flags: ['c'] },
  python2: { kind: 'code', flags: ['c'] },
  python3: { kind: 'code', flags: ['c'] },
  perl: { kind: 'code', flags: ['e', 'E'] },
  ruby: { kind: 'code', flags: ['e'] },
  php: { kind: 'code', flags: ['r'] },
  lua: { kind: 'code', flags: ['e'] },
  node: { kind: 'code', flags: ['e', 'p', 'eval', 'print'] },
  bun: { kind: 'code', flags: ['e', 'eval'] },
  deno: { kind: 'code', flags: [] },
  osascript: { kind: 'code', flags: ['e'] },
  awk: { kind: 'awk' },
  gawk: { kind: 'awk' },
  mawk: { kind: 'awk' },
};
