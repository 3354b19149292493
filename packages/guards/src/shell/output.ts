import { basename, dirname } from 'node:path/posix';
import { formatted, resolveEscapes } from './escapes.ts';
import { isSet, readFlags } from './flags.ts';
import { blurred, hasHole, MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import { foundBy } from './find-words.ts';
import { isSecretFile } from './secret-files.ts';
import type { Invocation, Shell } from './shell.ts';

/** The output of a program, as far as that is known without running it. */
export function outputOf(invocation: Invocation, shell: Shell): string {
  const [program = '', ...args] = invocation.words;
  const printer = Object.hasOwn(PRINTERS, program) ? PRINTERS[program] : undefined;
  if (printer !== undefined) return printer({ args, invocation, shell });
  if (readsSecret(args, invocation, shell) || printsSecret(invocation)) return MARKS.secret;
  if (printsSetup(program, args)) return MARKS.unknown;
  return invocation.stdin === '' ? MARKS.printed : blurred(invocation.stdin);
}

interface PrinterCall {
  readonly args: readonly string[];
  readonly invocation: Invocation;
  readonly shell: Shell;
}

type Printer = (call: PrinterCall) => string;

const network: Printer = ({ invocation }) =>
  MARKS.network + (invocation.stdin.includes(MARKS.secret) ? MARKS.secret : '');
const filled: Printer = () => MARKS.filled;
const lastOperand: Printer = ({ args }) => `${readFlags(args).operands.at(-1) ?? ''}\n`;

function echo({ args }: PrinterCall): string {
  const flags = args.findIndex((word) => !/^-[neE]+$/.test(word));
  const given = flags < 0 ? args.join('') : args.slice(0, flags).join('');
  const text = (flags < 0 ? [] : args.slice(flags)).join(' ');
  return (given.includes('e') ? resolveEscapes(text) : text) + (given.includes('n') ? '' : '\n');
}

const printf: Printer = ({ args: [format = '', ...rest] }) =>
  format === '--' ? formatted(rest[0] ?? '', rest.slice(1)) : format === '-v' ? '' : formatted(format, rest);

/** Its input: the files it names, else stdin. */
function readInput({ args, invocation, shell }: PrinterCall): string {
  const files = readFlags(args).operands.filter((word) => word !== '-');
  if (files.length === 0) return invocation.stdin;
  return files.map((word) => readFile(word, invocation, shell)).join('');
}

function readFile(word: string, invocation: Pick<Invocation, 'cwd'>, { files, session }: Shell): string {
  const path = absolutePath(word, invocation);
  if (path === null) return MARKS.unknown;
  return files.get(path) ?? (isSecretFile(path, session.home) ? MARKS.secret : MARKS.unknown);
}

const readsSecret = (args: readonly string[], invocation: Invocation, shell: Shell): boolean =>
  args.some((word) => word.length > 1 && readFile(word.replace(/^@/, ''), invocation, shell) === MARKS.secret);

/** Whether a program prints what a person logs in with. */
const printsSecret = ({ words }: Invocation): boolean => SECRET_PRINTERS.test(words.join(' ').slice(0, 500));

const SECRET_PRINTERS =
  /^(?:gh auth token|gcloud auth (?:application-default )?print-(?:access|identity)-token|az account get-access-token|aws (?:configure get \S*(?:secret|key)|configure export-credentials|sts (?:get-session-token|assume-role)|secretsmanager get-secret-value|ssm get-parameters?\b.*--with-decryption)|(?:kubectl|oc|k)\s(?:.*\s)?get\s+secrets?\b.*\s(?:-o|--output)|vault (?:kv get|read) |op (?:read|item get) |pass show |bw get |security find-\w+-password\b|gpg2? .*--export-secret|heroku auth:token|doctl auth list|npm token|export -p$|(?:bsd)?tar\s(?:.*\s)?\/(?:etc|root|home(?:\/[^/\s]+)?|Users(?:\/[^/\s]+)?)?\/?(?:\s|$))/;

/** The output of a decoder is known here only when its whole input is. */
const hidden = (text: string): string => (/[\uE004\uE006]/.test(text) ? blurred(text) : MARKS.hidden);

function base64(call: PrinterCall): string {
  const flags = readFlags(call.args, { valued: ['w', 'b', 'i', 'o'] });
  const input = readInput(call);
  const decodes = isSet(flags, ['d', 'D', 'decode']);
  // Without a file or a pipe it reads what a person types, which is not known either.
  if (hasHole(input) || input === '') return decodes ? hidden(input) : blurred(input);
  return decodes ? Buffer.from(input, 'base64').toString('utf8') : `${Buffer.from(input).toString('base64')}\n`;
}

function xxd(call: PrinterCall): string {
  const input = readInput(call);
  if (!isSet(readFlags(call.args), ['r'])) return blurred(input);
  return hasHole(input) || input === '' ? hidden(input) : Buffer.from(input.replace(/\s/g, ''), 'hex').toString('utf8');
}

const openssl: Printer = (call) =>
  call.args.includes('-d')
    ? call.args[0] === 'base64'
      ? call.args.includes('-in')
        ? MARKS.hidden
        : base64({ ...call, args: ['-d'] })
      : hidden(call.invocation.stdin)
    : blurred(call.invocation.stdin);

const decompress: Printer = (call) => hidden(readInput(call));

function reverse(call: PrinterCall): string {
  const input = readInput(call);
  return hasHole(input)
    ? hidden(input)
    : input
        .split('\n')
        .map((line) => Array.from(line).reverse().join(''))
        .join('\n');
}

function translate({ args, invocation }: PrinterCall): string {
  const { names, operands } = readFlags(args);
  const { stdin } = invocation;
  if (hasHole(stdin)) return blurred(stdin);
  const [from, to] = operands.map(characterSet);
  if (from === undefined || from === null || to === null) return MARKS.hidden;
  if (names.has('d'))
    return Array.from(stdin)
      .filter((character) => !from.includes(character))
      .join('');
  if (to === undefined) return stdin;
  return Array.from(stdin, (character) => to[Math.min(from.lastIndexOf(character), to.length - 1)] ?? character).join(
    '',
  );
}

/** The characters of a set such as `a-z`; null for one that cannot be parsed. */
function characterSet(text: string): readonly string[] | null {
  if (text.includes('[:')) return null;
  return Array.from(resolveEscapes(text).matchAll(/(.)-(.)|(.)/gs)).flatMap(([, first, last, single]) => {
    if (single !== undefined) return [single];
    const [from, to] = [first?.codePointAt(0) ?? 0, last?.codePointAt(0) ?? 0];
    return Array.from({ length: Math.max(0, Math.min(256, to - from + 1)) }, (_, index) =>
      String.fromCodePoint(from + index),
    );
  });
}

const environment: Printer = ({ args }) => (args.length === 0 ? MARKS.secret : MARKS.unknown);
const gpg: Printer = (call) =>
  /-d\b|--decrypt|export-secret/.test(call.args.join(' ')) ? MARKS.hidden + MARKS.secret : MARKS.unknown;
const pathPart =
  (part: (path: string) => string): Printer =>
  ({ args: [path = ''] }) =>
    hasHole(path) ? MARKS.filled : `${part(path)}\n`;

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
  tee: ({ invocation }) => invocation.stdin,
  tac: readInput,
  head: (call) => passed(readInput(call)),
  tail: (call) => passed(readInput(call)),
  sort: (call) => passed(readInput(call)),
  curl: network,
  wget: network,
  http: network,
  https: network,
  aria2c: network,
  lynx: network,
  nc: network,
  ncat: network,
  fetch: network,
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
