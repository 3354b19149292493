import { type Flags, type FlagStyle, readFlags } from '../shell/flags.ts';
import type { Invocation } from '../shell/shell.ts';

/** A program call, its arguments parsed in that program's own way. */
export interface Call extends Flags {
  readonly program: string;
  readonly invocation: Invocation;
  readonly home: string;
  /** The folder that the agent works in. */
  readonly project: string;
}

/** Where the agent works. */
export interface Place {
  readonly home: string;
  readonly project: string;
}

export function readCall(invocation: Invocation, { home, project }: Place): Call {
  const [program = '', ...args] = invocation.words;
  const style = Object.hasOwn(STYLES, program) ? STYLES[program] : undefined;
  const own = TAKES_TOOLCHAIN.has(program) && args[0]?.startsWith('+') === true ? args.slice(1) : args;
  return { program, invocation, home, project, ...readFlags(own, style) };
}

/** Their first word may name the version of their own that is meant: `cargo +nightly publish`. */
const TAKES_TOOLCHAIN: ReadonlySet<string> = new Set(['cargo', 'rustup']);

const GIT = [
  'b',
  'B',
  'C',
  'c',
  'git-dir',
  'work-tree',
  'm',
  'message',
  'F',
  'file',
  'o',
  'push-option',
  'author',
  'date',
  'repo',
  'grep',
  'S',
  'config-env',
  'namespace',
  'attr-source',
  'format',
  'e',
  'exclude',
];
const CLUSTER = [
  'n',
  'namespace',
  'context',
  'kubeconfig',
  'l',
  'selector',
  'o',
  'output',
  'f',
  'filename',
  'p',
  'patch',
  'cluster',
  'user',
  'field-selector',
  'kube-context',
  'kube-apiserver',
  'kube-token',
  'as',
  'as-group',
  'token',
  's',
  'server',
  'request-timeout',
  'v',
  'client-key',
  'client-certificate',
  'certificate-authority',
  'tls-server-name',
  'username',
  'password',
  'cache-dir',
];
const CONTAINERS =
  'filter H host c context config l log-level url connection identity root runroot tlscacert tlscert tlskey'.split(' ');
const LONG: FlagStyle = { dash: 'long' };
const SQL: FlagStyle = {
  valued: [
    'c',
    'e',
    'h',
    'p',
    'U',
    'u',
    'd',
    'D',
    'P',
    'f',
    'command',
    'execute',
    'host',
    'port',
    'username',
    'user',
    'dbname',
    'database',
    'password',
    'eval',
    'query',
    'Q',
    'q',
    'S',
  ],
};

const STYLES: Readonly<Record<string, FlagStyle>> = {
  git: { valued: GIT },
  kubectl: { valued: CLUSTER },
  k: { valued: CLUSTER },
  oc: { valued: CLUSTER },
  helm: { valued: CLUSTER },
  terraform: LONG,
  tofu: LONG,
  terragrunt: LONG,
  find: LONG,
  gfind: LONG,
  java: LONG,
  psql: SQL,
  mysql: { valued: SQL.valued?.filter((name) => name !== 'p') ?? [] },
  mariadb: SQL,
  sqlite3: LONG,
  mongo: SQL,
  mongosh: SQL,
  sqlcmd: SQL,
  cockroach: SQL,
  docker: { valued: CONTAINERS },
  // There the letter means the newest container.
  podman: { valued: CONTAINERS.filter((name) => name !== 'l') },
  nerdctl: { valued: CONTAINERS },
  kill: { valued: ['s', 'n', 'signal'] },
  pkill: { valued: ['u', 'U', 'g', 't', 'P', 'signal'] },
  killall: { valued: ['u', 's', 'signal'] },
  chmod: { valued: ['reference'] },
  setfacl: { valued: ['m', 'modify', 'x', 'M', 'X'] },
  chown: { valued: ['reference', 'from'] },
  crontab: { valued: ['u'] },
  curl: {
    valued: [
      'd',
      'data',
      'data-binary',
      'data-raw',
      'data-urlencode',
      'F',
      'form',
      'T',
      'upload-file',
      'H',
      'header',
      'o',
      'output',
      'X',
      'request',
      'u',
      'user',
      'A',
      'e',
      'b',
      'cookie',
      'x',
      'w',
      'm',
      'K',
      'json',
      'url',
      'url-query',
    ],
  },
  wget: { valued: ['O', 'output-document', 'post-file', 'post-data', 'body-file', 'header', 'P'] },
  tar: { valued: ['f', 'C', 'file', 'directory'] },
  cpio: { valued: ['D', 'E', 'F', 'H', 'directory', 'file'] },
  rsync: { valued: ['e', 'rsh', 'exclude', 'include', 'filter', 'files-from'] },
  scp: { valued: ['i', 'P', 'o', 'F', 'l'] },
  aws: { valued: ['profile', 'region', 'bucket', 'output', 'query', 'endpoint-url'] },
  parted: { valued: [] },
  systemctl: { valued: 'H host M machine t type p property n lines o output s signal root image'.split(' ') },
  userdel: { valued: ['R'] },
  iptables: { valued: ['t', 'p', 's', 'd', 'j', 'i', 'o'] },
  shred: { valued: ['n', 's', 'iterations', 'size'] },
  truncate: { valued: ['s', 'size', 'r'] },
  mv: { valued: ['t', 'S', 'target-directory'] },
  cp: { valued: ['t', 'S', 'target-directory'] },
  npm: {
    valued: ['w', 'workspace', 'prefix', 'C', 'registry', 'otp', 'tag', 'access', 'userconfig', 'cache', 'loglevel'],
  },
  yarn: { valued: ['cwd'] },
  cargo: { valued: ['config', 'Z', 'C', 'color', 'manifest-path', 'target-dir', 'p', 'package'] },
  poetry: { valued: ['C', 'directory', 'P', 'project'] },
  uv: { valued: ['directory', 'project', 'config-file', 'color', 'cache-dir', 'token', 'index', 'publish-url'] },
  mise: { valued: ['C', 'cd', 'E', 'env', 'j', 'jobs'] },
  init: { valued: ['t', 'e'] },
  telinit: { valued: ['t', 'e'] },
  loginctl: { valued: ['H', 'host', 'M', 'machine', 's', 'signal', 'p', 'property'] },
  pnpm: { valued: ['C', 'dir', 'filter', 'F'] },
  tee: {},
  sed: { valued: ['e', 'f', 'expression', 'file', 'l'] },
  perl: { valued: ['e', 'E', 'M', 'I'] },
  install: { valued: ['m', 'o', 'g', 't', 'mode', 'owner', 'group'] },
};
