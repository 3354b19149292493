import { after, lineOf, prefix, type ProgramRunner, type RunWay, words } from './run-way.ts';

const GIT_SETTINGS =
  /^(?:alias\.[^=\s]+[= ]\s*!|(?:core\.(?:pager|editor|sshCommand|fsmonitor|askPass|gitProxy|alternateRefsCommand)|pager\.\w+|sequence\.editor|diff\.external|gpg\.program|[\w.-]+\.(?:cmd|helper|command|driver|textconv|clean|smudge|process|program))[= ]\s*!?)(.*)$/is;
const FILTERS = words(
  'env-filter tree-filter index-filter parent-filter msg-filter commit-filter tag-name-filter setup',
);
const EDITOR: ProgramRunner = {
  valued: words('c cmd S u'),
  ways: [
    { takes: 'line-of-option', options: ['c', 'cmd'], holds: /^[\s:]*(?:silent\s+)?!(.*)$/s },
    { takes: 'line-of-option', options: ['c', 'cmd'], holds: /system(?:list)?\(\s*["'](.*)["']\s*\)/s },
    { takes: 'line-of-operand', holds: /^\+[\s:]*!(.*)$/s },
  ],
};
const MAKE: ProgramRunner = {
  valued: words('f file makefile C directory I j l o W'),
  ways: [
    {
      takes: 'stdin',
      with: ['-f-', '-f', '--file=-', '--makefile=-'],
      files: words('f file makefile'),
      lines: /^(?:\t|[^#:=\s]+:[^=;]*;)[@+-]*(.*)$/,
      isScript: true,
    },
    { takes: 'line-of-operand', holds: /^SHELL=(.*)$/s },
    { takes: 'line-of-option', options: ['eval'], holds: /\$\(shell\s+(.*)\)/s },
  ],
};
const SQL_SHELL = /^\s*\\!\s*(.*)$/s;
const SQL: readonly RunWay[] = [
  { takes: 'line-of-option', options: words('c command e execute'), holds: SQL_SHELL },
  { takes: 'line-of-option', options: words('c command'), holds: /\b(?:to|from)\s+program\s+'((?:[^']|'')*)'/is },
  { takes: 'line-of-option', options: words('e execute'), holds: /^\s*system\s+(.*)$/is },
  { takes: 'stdin', lines: SQL_SHELL },
];
const TERMINAL: ProgramRunner = { valued: [], ways: [{ takes: 'line-of-operand', holds: /^(.*\s.*)$/s }] };
const WINDOW = prefix('e command title T geometry working-directory', {
  ways: [{ takes: 'line-of-option', options: ['e', 'command'] }, { takes: 'rest' }],
});
const PAGED = lineOf('P pager', 'H S s M L m C R l');
const RUNS = after(['run', 'exec'], 'n name p prefix e env f python package with directory C c config project');

/** Programs that run something because of an option, a sub-command or their input. */
export const OPTION_RUNNERS: Readonly<Record<string, ProgramRunner>> = {
  git: {
    valued: words(
      'c C git-dir work-tree exec-path namespace x exec extcmd upload-pack receive-pack u O open-files-in-pager',
    ).concat(FILTERS),
    folder: ['C'],
    ways: [
      { takes: 'line-of-option', options: ['c', 'config'], holds: GIT_SETTINGS },
      { takes: 'line-of-operand', after: [['config']], joined: true, holds: GIT_SETTINGS },
      { takes: 'line-of-option', after: [['rebase']], options: ['x', 'exec'] },
      { takes: 'line-of-option', after: [['filter-branch']], options: FILTERS },
      { takes: 'line-of-option', after: [['difftool']], options: ['x', 'extcmd'] },
      {
        takes: 'line-of-option',
        after: [['clone', 'fetch', 'pull', 'ls-remote', 'push', 'archive']],
        options: words('u upload-pack receive-pack exec'),
      },
      { takes: 'line-of-option', after: [['grep']], options: ['O', 'open-files-in-pager'] },
      { takes: 'rest', after: [['bisect'], ['run']] },
      { takes: 'rest-as-line', after: [['submodule'], ['foreach']] },
      {
        takes: 'line-of-operand',
        after: [['clone', 'fetch', 'pull', 'ls-remote', 'push', 'remote']],
        holds: /^ext::(.*)$/s,
      },
    ],
  },
  tar: {
    valued: words('checkpoint-action to-command use-compress-program I F info-script new-volume-script rsh-command'),
    ways: [
      { takes: 'line-of-option', options: ['checkpoint-action'], holds: /^exec=(.*)$/s },
      {
        takes: 'line-of-option',
        options: words('to-command use-compress-program I F info-script new-volume-script rsh-command'),
      },
    ],
  },
  zip: lineOf('TT unzip-command'),
  cmd: {
    valued: [],
    ways: [{ takes: 'line-of-operand', joined: true, holds: /^(?:\/{1,2}[dqsDQS]\s+)*\/{1,2}[cCkK]\s*(.*)$/s }],
  },
  vim: EDITOR,
  vi: EDITOR,
  nvim: EDITOR,
  ex: { ...EDITOR, valued: words('c cmd S u') },
  ed: { valued: words('p prompt'), ways: [{ takes: 'stdin', lines: /^\s*!(.*)$/ }] },
  make: MAKE,
  gmake: MAKE,
  crontab: {
    valued: ['u'],
    ways: [{ takes: 'stdin', with: ['-'], lines: /^\s*(?:@\w+|(?:[\d*,/-]\S*\s+){5})\s*(.*)$/ }],
  },
  at: { valued: words('f q t'), ways: [{ takes: 'stdin' }] },
  batch: { valued: [], ways: [{ takes: 'stdin' }] },
  tmux: TERMINAL,
  screen: { valued: words('S t h c e p T s'), ways: [...TERMINAL.ways, { takes: 'rest' }] },
  xterm: WINDOW,
  'gnome-terminal': WINDOW,
  konsole: WINDOW,
  su: {
    valued: words('c command session-command s g G shell'),
    reads: true,
    ways: [{ takes: 'line-of-option', options: words('c command session-command') }],
  },
  sg: {
    valued: ['c'],
    ways: [
      { takes: 'line-of-option', options: ['c'] },
      { takes: 'rest-as-line', skips: 1 },
    ],
  },
  script: {
    valued: words('c command I O B T m o'),
    ways: [
      { takes: 'line-of-option', options: ['c', 'command'] },
      { takes: 'rest', skips: 1 },
    ],
  },
  eval: { valued: [], ways: [{ takes: 'rest-as-line' }] },
  watch: { valued: words('n interval'), ways: [{ takes: 'rest-as-line' }] },
  xargs: {
    valued: words('I J n P d a L s E max-args max-procs delimiter arg-file max-lines max-chars process-slot-var'),
    optional: words('i e l'),
    ways: [{ takes: 'items', placeholder: words('I J i replace'), files: words('a arg-file') }],
  },
  parallel: {
    valued: words(
      'j jobs I a N n results joblog tmpdir S sshlogin colsep C arg-file arg-sep delay timeout retries load halt workdir wd env basefile max-args max-replace-args d delimiter shellquote tagstring block recstart recend nice',
    ),
    ways: [{ takes: 'items', placeholder: ['I'], separators: words(':::  :::+'), files: words('a arg-file') }],
  },
  find: { valued: [], ways: [{ takes: 'each-file', starts: words('-exec -execdir -ok -okdir') }] },
  gfind: { valued: [], ways: [{ takes: 'each-file', starts: words('-exec -execdir -ok -okdir') }] },
  fd: { valued: [], ways: [{ takes: 'each-file', starts: words('-x --exec -X --exec-batch') }] },
  fdfind: { valued: [], ways: [{ takes: 'each-file', starts: words('-x --exec -X --exec-batch') }] },
  man: PAGED,
  apropos: PAGED,
  rg: lineOf('pre', 'hostname-bin'),
  sort: lineOf('compress-program', 'T S k t o'),
  split: lineOf('filter', 'b C l n a'),
  gdb: {
    longDash: true,
    valued: words('ex eval-command iex x command'),
    ways: [{ takes: 'line-of-option', options: words('ex eval-command iex'), holds: /^\s*(?:shell|!|make)\s*(.*)$/s }],
  },
  psql: { valued: words('c command f h p U d'), ways: SQL },
  mysql: { valued: words('e execute h P u D'), ways: SQL },
  mariadb: { valued: words('e execute h P u D'), ways: SQL },
  sqlite3: {
    valued: words('cmd init'),
    ways: [
      { takes: 'line-of-operand', holds: /^\s*\.(?:shell|system)\s+(.*)$/s },
      { takes: 'stdin', lines: /^\s*\.(?:shell|system)\s+(.*)$/ },
    ],
  },
  ftp: { valued: [], ways: [{ takes: 'stdin', lines: /^\s*!(.*)$/ }] },
  'start-stop-daemon': {
    valued: words('x exec a startas p pidfile u user n name c chuid d chdir s signal'),
    ways: [{ takes: 'line-of-option', options: words('x exec a startas') }],
  },
  hyperfine: {
    valued: words('w m M r p c s S n P warmup min-runs prepare cleanup setup shell'),
    ways: [
      { takes: 'line-of-option', options: words('p prepare c cleanup s setup') },
      { takes: 'line-of-operand', holds: /^(.*)$/s },
    ],
  },
  concurrently: { valued: words('n names c k p'), ways: [{ takes: 'line-of-operand', holds: /^(.*)$/s }] },
  nodemon: lineOf('x exec', 'w watch e ext i ignore'),
  'nix-shell': lineOf('run command', 'p packages'),
  nix: {
    valued: words('c command'),
    ways: [
      { takes: 'rest', after: [['develop', 'shell']] },
      { takes: 'line-of-option', after: [['develop', 'shell']], options: ['c', 'command'] },
    ],
  },
  sops: { valued: [], ways: [{ takes: 'line-of-operand', after: [['exec-env', 'exec-file']], holds: /^(.*\s.*)$/s }] },
  npm: {
    valued: words('w workspace prefix C c call p package'),
    ways: [
      { takes: 'line-of-option', after: [['exec', 'x']], options: ['c', 'call'] },
      { takes: 'rest', after: [['exec', 'x']] },
      { takes: 'line-of-operand', after: [['pkg'], ['set']], holds: /^scripts\.[\w:-]+=(.*)$/s },
    ],
  },
  pnpm: after(['exec', 'dlx'], 'C dir filter F'),
  yarn: after(['exec', 'dlx'], 'cwd'),
  poetry: RUNS,
  pipenv: RUNS,
  uv: RUNS,
  pdm: RUNS,
  hatch: RUNS,
  rye: RUNS,
  conda: RUNS,
  mamba: RUNS,
  micromamba: RUNS,
  mise: RUNS,
  asdf: after(['exec']),
  bundle: after(['exec']),
  rbenv: after(['exec']),
  pyenv: after(['exec']),
  direnv: after(['exec'], '', { skips: 1 }),
  dotenvx: after(['run'], 'f env-file e env'),
  op: after(['run'], 'env-file account'),
  doppler: {
    valued: words('p project c config command'),
    ways: [
      { takes: 'line-of-option', after: [['run']], options: ['command'] },
      { takes: 'rest', after: [['run']] },
    ],
  },
  infisical: {
    valued: words('env path projectId command'),
    ways: [
      { takes: 'line-of-option', after: [['run']], options: ['command'] },
      { takes: 'rest', after: [['run']] },
    ],
  },
  chamber: after(['exec'], '', { skips: 1 }),
  perf: after(['stat', 'record', 'trace'], 'e o p t a C'),
};

/** Variables whose value another program runs as a line of shell. */
export const VARIABLES_THAT_RUN: ReadonlySet<string> = new Set(
  words(
    'PROMPT_COMMAND PAGER MANPAGER EDITOR VISUAL BROWSER GIT_SSH_COMMAND GIT_SSH GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS GIT_PROXY_COMMAND LESSOPEN LESSCLOSE FCEDIT SYSTEMD_PAGER RSYNC_RSH',
  ),
);
