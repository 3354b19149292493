import { basename, dirname } from 'node:path/posix';
import { formatted, resolveEscapes } from './escapes.ts';
import { base64, decompress, openssl, reverse, translate, xxd } from './decoders.ts';
import { isSet, readFlags, valuesOf } from './flags.ts';
import { blurred, hasHole, MARKS } from './marks.ts';
import { foundBy } from './find-words.ts';
import { type Printer, type PrinterCall, readFile, readInput } from './printer.ts';
import type { Invocation, Shell } from './shell.ts';
import { SECRET_NAME } from './shown-secrets.ts';

/** The output of a program, as far as that is known without running it. */
export function outputOf(invocation: Invocation, shell: Shell): string {
  const [program = '', ...args] = invocation.words;
  const printer = Object.hasOwn(PRINTERS, program) ? PRINTERS[program] : undefined;
  if (printer !== undefined) return printer({ args, invocation, shell });
  const secret = secretReadBy(args, invocation, shell) ?? (printsSecret(invocation) ? MARKS.secret : undefined);
  if (secret !== undefined) return secret;
  // These lines are meant for a shell, and come from a program that the user has installed.
  if (printsSetup(program, args)) return '';
  return invocation.stdin === '' ? MARKS.printed : blurred(invocation.stdin);
}

const network: Printer = ({ invocation }) =>
  MARKS.network + (invocation.stdin.includes(MARKS.secret) ? MARKS.secret : '');
const filled: Printer = () => MARKS.filled;

/** Without what goes into a file; of that, only numbers about it may be printed. */
const curl: Printer = (call) => {
  const flags = readFlags(call.args, { valued: CURL_VALUED });
  const files = valuesOf(flags, ['o', 'output']).filter((file) => !OUTPUT.test(file));
  const isKept =
    files.length > 0 && files.length >= flags.operands.length && !isSet(flags, ['D', 'dump-header', 'i', 'include']);
  const formats = valuesOf(flags, ['w', 'write-out']);
  if (!isKept || !formats.every((format) => NUMBERS.test(format))) return network(call);
  return formats.length === 0 ? '' : MARKS.filled;
};

const CURL_VALUED =
  'o output w write-out D dump-header H header d data data-raw X request u user A b c e F m x T max-time connect-timeout retry retry-delay resolve cacert cert key'.split(
    ' ',
  );
const NUMBERS = /^(?:[^%]|%%|%\{(?:http_code|response_code|http_version|exitcode|(?:time|size|speed|num)_\w+)\})*$/;

const wget: Printer = (call) => {
  const files = valuesOf(readFlags(call.args, { valued: ['O', 'output-document'] }), ['O', 'output-document']);
  const isKept = files.length > 0 && !files.some((file) => OUTPUT.test(file));
  return isKept || call.args.includes('--spider') ? '' : network(call);
};
const OUTPUT = /^(?:-|\/dev\/stdout)$/;
const lastOperand: Printer = ({ args }) => `${readFlags(args).operands.at(-1) ?? ''}\n`;

/** Letters that are written by their numbers. */
const NUMBERED = /\\(?:x[4-7][0-9a-fA-F]|0?[01][0-7]{2}|u00[4-7][0-9a-fA-F])/;
const marked = (written: string, text: string): string => (NUMBERED.test(written) ? MARKS.decoded + text : text);

function echo({ args }: PrinterCall): string {
  const flags = args.findIndex((word) => !/^-[neE]+$/.test(word));
  const given = flags < 0 ? args.join('') : args.slice(0, flags).join('');
  const text = (flags < 0 ? [] : args.slice(flags)).join(' ');
  const shownText = given.includes('e') ? marked(text, resolveEscapes(text)) : text;
  return shownText + (given.includes('n') ? '' : '\n');
}

const printf: Printer = ({ args }) => {
  const [format = '', ...rest] = args[0] === '--' ? args.slice(1) : args;
  return marked(args.join(' '), formatted(format, rest));
};

/** The mark of the first file that it reads and that is not for others. */
const secretReadBy = (args: readonly string[], invocation: Invocation, shell: Shell): string | undefined =>
  args
    .filter((word) => word.length > 1)
    .map((word) => readFile(word.replace(/^@/, ''), invocation, shell))
    .find((text) => text === MARKS.secret || text === MARKS.accounts);

/** Whether a program prints what a person logs in with. */
const printsSecret = ({ words }: Invocation): boolean => SECRET_PRINTERS.test(words.join(' ').slice(0, 500));

const SECRET_PRINTERS =
  /^(?:gh auth token|gcloud auth (?:application-default )?print-(?:access|identity)-token|az account get-access-token|aws (?:configure get \S*(?:secret|key)|configure export-credentials|sts (?:get-session-token|assume-role)|secretsmanager get-secret-value|ssm get-parameters?\b.*--with-decryption)|(?:kubectl|oc|k)\s(?:.*\s)?(?:get\s+secrets?\b.*\s(?:-o|--output)|describe\s+secrets?\b|config\s+view\s.*--raw(?!=false)|create\s+token\s)|vault (?:kv get|read) |op (?:read|item get) |pass show |bw get |security find-\w+-password\b|gpg2? .*--export-secret|heroku auth:token|doctl auth list|npm token|jq\s(?:.*\s)?(?:env|\$ENV)(?:\s|$)|export -p$|(?:bsd)?tar\s(?:.*\s)?\/(?:etc|root|home(?:\/[^/\s]+)?|Users(?:\/[^/\s]+)?)?\/?(?:\s|$))/;

const environment: Printer = ({ args }) =>
  args.length === 0 || args.some((word) => SECRET_NAME.test(word)) ? MARKS.secret : MARKS.unknown;
const gpg: Printer = (call) =>
  /-d\b|--decrypt|export-secret/.test(call.args.join(' ')) ? MARKS.hidden + MARKS.secret : MARKS.unknown;
const pathPart =
  (part: (path: string) => string): Printer =>
  ({ args: [path = ''] }) =>
    hasHole(path) ? MARKS.filled : `${part(path)}\n`;

const LONGEST_OPTION = 24;

/** An archive that is not written into a file. */
const packs: Printer = (call) => {
  const line = call.args.filter((word) => word.length <= LONGEST_OPTION).join(' ');
  const isWritten =
    /(?:^|\s)-?\w*c\w*(?:\s|$)|--create/.test(line) &&
    /(?:^|\s)-?\w*f\s*-(?=\s|$)|--file[= ]-(?=\s|$)|^-?[a-eg-zA-Z]+(?=\s|$)/.test(line);
  const secret = secretReadBy(call.args, call.invocation, call.shell);
  if (secret !== undefined) return secret;
  if (printsSecret(call.invocation)) return MARKS.secret;
  return isWritten ? MARKS.archive : MARKS.printed;
};

/** `zip -r - folder` and its like. */
const packsIntoPipe: Printer = (call) =>
  secretReadBy(call.args, call.invocation, call.shell) ??
  (call.args.some((word) => word === '-' || word === '-so' || word === '-o') ? MARKS.archive : MARKS.printed);

const PRINTERS: Readonly<Record<string, Printer>> = {
  echo,
  printf,
  base64,
  xxd,
  openssl,
  gpg,
  rev: reverse,
  tr: translate,
  cat: readInput,
  tar: packs,
  bsdtar: packs,
  zip: packsIntoPipe,
  '7z': packsIntoPipe,
  cpio: packsIntoPipe,
  tee: ({ invocation }) => invocation.stdin,
  tac: readInput,
  head: (call) => passed(readInput(call)),
  tail: (call) => passed(readInput(call)),
  sort: (call) => passed(readInput(call)),
  curl,
  wget,
  http: network,
  https: network,
  aria2c: network,
  lynx: network,
  nc: network,
  ncat: network,
  fetch: network,
  iwr: network,
  irm: network,
  dig: network,
  gunzip: decompress,
  zcat: decompress,
  unxz: decompress,
  xzcat: decompress,
  bzcat: decompress,
  gzip: decompress,
  base32: decompress,
  bzip2: decompress,
  bunzip2: decompress,
  xz: decompress,
  zstd: decompress,
  zstdcat: decompress,
  lz4: decompress,
  uudecode: decompress,
  which: lastOperand,
  type: lastOperand,
  realpath: lastOperand,
  readlink: lastOperand,
  pwd: ({ invocation }) => (invocation.cwd === null ? MARKS.filled : `${invocation.cwd}\n`),
  dirname: pathPart(dirname),
  basename: pathPart(basename),
  date: filled,
  whoami: filled,
  id: filled,
  hostname: filled,
  mktemp: ({ args }) => (args.some((word) => /^-p|^--tmpdir=|\//.test(word)) ? MARKS.filled : `/tmp/${MARKS.filled}`),
  uname: filled,
  nproc: filled,
  crontab: () => `${MARKS.printed}\n`,
  // What was typed may hold passwords.
  history: ({ args }) => (args.every((word) => /^\d+$/.test(word)) ? MARKS.secret : ''),
  env: environment,
  printenv: environment,
  // They print names, not contents.
  ls: listed,
  find: ({ args }) => `${foundBy(args).join('\n')}\n`,
  gfind: ({ args }) => `${foundBy(args).join('\n')}\n`,
  stat: filled,
  file: filled,
  wc: filled,
  'ssh-keygen': () => MARKS.unknown,
  ssh: () => MARKS.unknown,
};

/** The names in folders, as paths: where they are used they may lose their folder, but never gain one. */
function listed({ args }: PrinterCall): string {
  const { names, operands } = readFlags(args, { valued: ['I', 'w', 'T', 'ignore', 'hide'] });
  const folders = operands.length === 0 ? ['.'] : operands;
  const isItself = (word: string): boolean => names.has('d') || word.includes(MARKS.star) || word.includes(MARKS.some);
  return `${folders.map((word) => (isItself(word) ? word : `${word.replace(/\/+$/, '')}/${MARKS.star}`)).join('\n')}\n`;
}

/** Head, tail and sort of a single line are that line. */
const passed = (text: string): string => (text.trimEnd().includes('\n') ? blurred(text) : text);

/** Whether a program prints lines that a shell is meant to run, as in `eval "$(ssh-agent)"`. */
const printsSetup = (program: string, args: readonly string[]): boolean =>
  SETUP_PROGRAMS.has(program) || args.some((word) => SETUP_WORDS.has(word));

const SETUP_PROGRAMS: ReadonlySet<string> = new Set(
  'ssh-agent gpg-agent keychain direnv brew pyenv rbenv nodenv jenv fnm nvm mise rtx asdf starship zoxide opam luarocks dircolors lesspipe conda mamba micromamba thefuck atuin register-python-argcomplete tmuxifier resize locale tset xdg-user-dir'.split(
    ' ',
  ),
);

const SETUP_WORDS: ReadonlySet<string> = new Set(
  'completion completions --completion shellenv init hook activate docker-env podman-env shell-init completion-script --shell-init print-env export-env'.split(
    ' ',
  ),
);
