import { code, type ProgramRunner, words } from './run-way.ts';

const SHELL: ProgramRunner = { valued: words('o O rcfile init-file'), ways: [{ takes: 'shell' }] };
const PYTHON: ProgramRunner = {
  valued: words('c m W X'),
  ways: [{ takes: 'code', language: 'python', options: ['c'], unless: ['m'] }],
};
const RUBY = code('ruby', 'e', 'r I C');
const JAVASCRIPT = code('javascript', 'e p eval print', 'r require import loader env-file');
const POWERSHELL: ProgramRunner = {
  ...code('powershell', 'c command Command C EncodedCommand enc e ec', 'File f ExecutionPolicy ep'),
  longDash: true,
};
const AWK: ProgramRunner = {
  valued: words('F v f field-separator assign file'),
  ways: [{ takes: 'code', language: 'awk', options: [], operand: true }],
};
const SED: ProgramRunner = {
  valued: words('e expression f file l line-length'),
  ways: [{ takes: 'code', language: 'sed', options: ['e', 'expression'], operand: true }],
};
const EXPECT = code('tcl', 'c');

/** Shells, and interpreters of other languages whose code can start programs. */
export const LANGUAGE_RUNNERS: Readonly<Record<string, ProgramRunner>> = {
  bash: SHELL,
  sh: SHELL,
  zsh: SHELL,
  dash: SHELL,
  ksh: SHELL,
  ash: SHELL,
  fish: SHELL,
  mksh: SHELL,
  rbash: SHELL,
  yash: SHELL,
  csh: SHELL,
  tcsh: SHELL,
  python: PYTHON,
  python2: PYTHON,
  python3: PYTHON,
  pypy: PYTHON,
  pypy3: PYTHON,
  ipython: PYTHON,
  perl: code('perl', 'e E', 'M I F'),
  ruby: RUBY,
  irb: RUBY,
  php: code('php', 'r', 'd c f'),
  lua: code('lua', 'e', 'l'),
  luajit: code('lua', 'e', 'l'),
  node: JAVASCRIPT,
  nodejs: JAVASCRIPT,
  bun: JAVASCRIPT,
  tsx: JAVASCRIPT,
  'ts-node': JAVASCRIPT,
  deno: {
    valued: [],
    ways: [{ takes: 'code', language: 'javascript', options: [], operand: true, after: [['eval']] }],
  },
  osascript: code('applescript', 'e', 'l s'),
  expect: EXPECT,
  tclsh: EXPECT,
  wish: EXPECT,
  pwsh: POWERSHELL,
  powershell: POWERSHELL,
  'powershell.exe': POWERSHELL,
  julia: code('other', 'e E eval'),
  Rscript: code('other', 'e'),
  R: code('other', 'e'),
  elixir: code('other', 'e eval'),
  erl: { ...code('other', 'eval'), longDash: true },
  groovy: code('other', 'e'),
  scala: code('other', 'e'),
  clojure: code('other', 'e eval'),
  ghc: code('other', 'e'),
  racket: code('other', 'e eval'),
  guile: code('other', 'c'),
  emacs: code('other', 'eval execute f funcall'),
  octave: code('other', 'eval'),
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  nawk: AWK,
  sed: SED,
  gsed: SED,
};
