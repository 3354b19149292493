import { after, lineOf, type ProgramRunner, words } from './run-way.ts';

const ENTERS =
  'u user w workdir e env env-file c container n namespace context f file p project-name v volume name network entrypoint m memory mount l label h hostname cpus platform pull add-host restart H host kubeconfig cluster image publish index detach-keys';
const CONTAINERS = { skips: 1, site: 'container' } as const;
const LOGIN = 'b c D E e F I i J L l m O o p Q R S W w B';
const SSH_SETTINGS = /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*[= ]\s*(.*)$/is;

const compose: ProgramRunner = after(['exec', 'run'], ENTERS, CONTAINERS);
const engine: ProgramRunner = after(
  ['exec', 'run', 'create', 'container exec', 'container run', 'compose exec', 'compose run'],
  ENTERS,
  CONTAINERS,
);
const cluster: ProgramRunner = {
  valued: words(ENTERS),
  ways: [
    { takes: 'rest', after: [['exec', 'debug']], skips: 1, site: 'container' },
    { takes: 'rest', after: [['run']], skips: 1, site: 'container' },
  ],
};
const ansible: ProgramRunner = {
  valued: words('a args m module-name i inventory u user f forks l limit e extra-vars private-key become-user'),
  ways: [{ takes: 'line-of-option', options: ['a', 'args'], site: 'remote' }],
};

/** Programs that run a command on another machine or in a container. */
export const REMOTE_RUNNERS: Readonly<Record<string, ProgramRunner>> = {
  ssh: {
    valued: words(LOGIN),
    ways: [
      { takes: 'line-of-option', options: ['o'], holds: SSH_SETTINGS },
      { takes: 'rest-as-line', skips: 1, site: 'remote' },
    ],
  },
  autossh: { valued: words(`${LOGIN} M`), ways: [{ takes: 'rest-as-line', skips: 1, site: 'remote' }] },
  mosh: {
    valued: words('ssh server p port client predict'),
    ways: [
      { takes: 'line-of-option', options: ['ssh'] },
      { takes: 'rest-as-line', skips: 1, site: 'remote' },
    ],
  },
  scp: {
    valued: words('i P o F l S c J D X'),
    ways: [
      { takes: 'line-of-option', options: ['o'], holds: SSH_SETTINGS },
      { takes: 'line-of-option', options: ['S'] },
    ],
  },
  sftp: {
    valued: words('i P o F l S c J D b B R X s'),
    ways: [
      { takes: 'line-of-option', options: ['o'], holds: SSH_SETTINGS },
      { takes: 'line-of-option', options: ['S'] },
      { takes: 'stdin', lines: /^\s*!(.*)$/ },
    ],
  },
  rsync: {
    valued: words('e rsh exclude include filter files-from rsync-path'),
    ways: [
      // The program that logs in runs here, the other one there.
      { takes: 'line-of-option', options: ['e', 'rsh'] },
      { takes: 'line-of-option', options: ['rsync-path'], site: 'remote' },
    ],
  },
  pdsh: { valued: words('w x l R f t u g'), ways: [{ takes: 'rest-as-line', site: 'remote' }] },
  pssh: { valued: words('h H l p o e t O x'), ways: [{ takes: 'rest-as-line', site: 'remote' }] },
  'parallel-ssh': { valued: words('h H l p o e t O x'), ways: [{ takes: 'rest-as-line', site: 'remote' }] },
  tsh: {
    valued: words('proxy user cluster l login'),
    ways: [{ takes: 'rest-as-line', after: [['ssh']], skips: 1, site: 'remote' }],
  },
  ansible,
  vagrant: {
    valued: words('c command'),
    ways: [{ takes: 'line-of-option', after: [['ssh']], options: ['c', 'command'], site: 'remote' }],
  },
  gcloud: {
    valued: words('zone project command account'),
    ways: [{ takes: 'line-of-option', after: [['compute'], ['ssh']], options: ['command'], site: 'remote' }],
  },
  heroku: {
    valued: words('a app r remote s size'),
    ways: [{ takes: 'rest-as-line', after: [['run', 'run:detached']], site: 'remote' }],
  },
  fly: lineOf('C command', 'a app', 'remote'),
  flyctl: lineOf('C command', 'a app', 'remote'),
  docker: engine,
  podman: engine,
  nerdctl: engine,
  'docker-compose': compose,
  'podman-compose': compose,
  kubectl: cluster,
  oc: {
    valued: cluster.valued,
    ways: [...cluster.ways, { takes: 'rest', after: [['rsh']], skips: 1, site: 'container' }],
  },
  crictl: after(['exec'], ENTERS, CONTAINERS),
  ctr: after(['task exec', 't exec'], `${ENTERS} exec-id`, CONTAINERS),
  lxc: after(['exec'], 'env user group cwd mode', CONTAINERS),
  incus: after(['exec'], 'env user group cwd mode', CONTAINERS),
  'lxc-attach': { valued: words('n name e a s R'), ways: [{ takes: 'rest', site: 'container' }] },
  'systemd-nspawn': {
    valued: words('D M u i directory machine user image bind network-interface'),
    ways: [{ takes: 'rest', site: 'container' }],
  },
  machinectl: after(['shell'], 'M E uid setenv', CONTAINERS),
  singularity: after(['exec'], 'B bind env pwd', CONTAINERS),
  apptainer: after(['exec'], 'B bind env pwd', CONTAINERS),
  multipass: after(['exec'], 'd working-directory', CONTAINERS),
  limactl: after(['shell'], 'workdir shell', CONTAINERS),
  distrobox: after(['enter'], 'n name', { site: 'container' }),
  toolbox: after(['run'], 'c container d distro', { site: 'container' }),
};
