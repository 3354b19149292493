import { programRunner, type RunWay, splitWords } from '@hookline/core/internal';
import { setPositional } from './arrays.ts';
import { foundBy, foundByFd } from './find-words.ts';
import { type Flags, isSet, readFlags, valuesOf } from './flags.ts';
import { MORE_RUNNERS } from './more-runners.ts';
import { blurred, MARKS } from './marks.ts';
import { outputOf } from './output.ts';
import { absolutePath } from './paths.ts';
import { contentOf } from './redirects.ts';
import { runCode } from './run-code.ts';
import { held, runLines, runOptionLines } from './run-lines.ts';
import { fileText, runRest } from './run-rest.ts';
import { type RunnerCall, styleOf } from './runner-call.ts';
import { runScriptText } from './script-text.ts';
import { type Invocation, type Shell, subshell } from './shell.ts';

/** Evaluates what a program that runs other programs would run, and returns its output; null when it runs nothing. */
export function runOthers(invocation: Invocation, shell: Shell): string | null {
  const [name = '', ...args] = invocation.words;
  const runner = programRunner(name, 'ask') ?? (Object.hasOwn(MORE_RUNNERS, name) ? MORE_RUNNERS[name] : undefined);
  // Only the first word: behind others it may be meant for the program that is started.
  if (runner === undefined || args[0] === '--help') return null;
  const inner = { ...shell, through: [...shell.through, name] };
  const call: RunnerCall = { name, runner, args, invocation, shell: inner };
  const { prints = [] } = runner;
  const flags = readFlags(args, { ...styleOf(runner), stopsAtOperand: true });
  if (prints.length > 0 && isSet(flags, prints)) return `${flags.operands.at(-1) ?? ''}\n`;
  const printed = runner.ways.flatMap((way) => {
    const text = runWay(way, call);
    // A file of another machine or of a container is none of the user's own here.
    return text === null ? [] : 'site' in way && text.includes(MARKS.unknown) ? blurred(text) : text;
  });
  // `builtin cd`, `command cd` and `eval 'cd …'` change the folder of the shell that calls them.
  shell.cwd = inner.cwd;
  return printed.length === 0 ? null : printed.join('');
}

/** The output of what one way runs; null when it runs nothing. */
function runWay(way: RunWay, whole: RunnerCall): string | null {
  const args = argsAfter(way.after ?? [], whole);
  if (args === null) return null;
  const call = { ...whole, args };
  switch (way.takes) {
    case 'rest':
    case 'rest-as-line':
    case 'items':
      return runRest(way, call);
    case 'words-of-option':
      return runSplit(way.options, call);
    case 'line-of-option':
      return runOptionLines(way, call);
    case 'line-of-operand':
      return runLines(linesOfOperands(way, call), call);
    case 'stdin':
      return runStdin(way, call);
    case 'each-file':
      return runFound(way.starts, call);
    case 'shell':
      return runShell(call);
    case 'code':
      return runCode(way, call);
  }
}

/** The arguments after sub-commands, whatever options are between; null when these are others. */
function argsAfter(
  subcommands: readonly (readonly string[])[],
  { args, runner }: RunnerCall,
): readonly string[] | null {
  let rest = args;
  for (const one of subcommands) {
    const { operands } = readFlags(rest, { ...styleOf(runner), stopsAtOperand: true });
    if (!one.includes(operands[0] ?? '')) return null;
    rest = operands.slice(1);
  }
  return rest;
}

/** `env -S 'A=1 x' y` is `env A=1 x y`. */
function runSplit(options: readonly string[], { name, runner, args, shell }: RunnerCall): string | null {
  const flags = readFlags(args, { ...styleOf(runner), stopsAtOperand: true });
  const given = valuesOf(flags, options);
  if (given.length === 0) return null;
  const words = given.flatMap((text) => {
    const split = splitWords(text);
    return split.ok ? split.words : [text];
  });
  return shell.session.runner.words([name, ...words, ...flags.operands], subshell(shell));
}

function linesOfOperands(
  { holds, joined }: Extract<RunWay, { takes: 'line-of-operand' }>,
  { runner, args }: RunnerCall,
): readonly string[] {
  const { operands } = readFlags(args, styleOf(runner));
  return (joined === true ? [operands.join(' ')] : operands).flatMap((word) => held(holds, word));
}

function runStdin(way: Extract<RunWay, { takes: 'stdin' }>, call: RunnerCall): string | null {
  const { args, invocation, shell, runner, name } = call;
  const { lines, files = [] } = way;
  const [file = '-'] = valuesOf(readFlags(args, styleOf(runner)), files);
  if (file === '-' && way.with?.some((word) => args.includes(word)) === false) return null;
  const text = file === '-' ? invocation.stdin : fileText(file, shell);
  if (lines === undefined || (way.isScript === true && FROM_ELSEWHERE.test(text)))
    return runScriptText(text, subshell(shell), name);
  return runLines(
    text.split('\n').flatMap((line) => held(lines, line)),
    call,
  );
}

const FROM_ELSEWHERE = new RegExp(`[${MARKS.network}${MARKS.hidden}]`);

/** Evaluates what a shell is given: a line, a file, or its input. */
function runShell({ name, args, invocation, shell, runner }: RunnerCall): string {
  const flags = readFlags(args, { valued: runner.valued, stopsAtOperand: true });
  const [first, ...rest] = flags.operands;
  const inner = subshell(shell);
  if (flags.names.has('c') || flags.names.has('command')) {
    const [self, ...given] = rest;
    if (self !== undefined) setPositional(given, inner.variables.set('0', self));
    return runScriptText(first ?? '', inner, name);
  }
  if (keepsRights(flags, invocation, shell)) shell.session.acts.push({ act: 'open-shell', by: `${name} -p` });
  else if (opensShell(flags, invocation, shell))
    shell.session.acts.push({ act: 'open-shell', by: shell.through.join(' ') });
  if (first === undefined || flags.names.has('s') || first === '-') return runScriptText(invocation.stdin, inner, name);
  const path = absolutePath(first, shell);
  if (rest.length > 0) setPositional(rest, inner.variables);
  return path === null ? '' : runScriptText(contentOf(path, { ...shell, stdin: invocation.stdin }), inner, name);
}

/** `bash -p` keeps the rights that the file of the shell was given by somebody. */
const keepsRights = ({ operands, names }: Flags, { stdin, words }: Invocation, { site }: Shell): boolean =>
  site === 'here' && operands.length === 0 && stdin === '' && words.length > 1 && names.has('p');

/** Whether a program that is not there for it, such as `vim` or `sudo`, opens a shell without a script. */
const opensShell = ({ operands, names }: Flags, { stdin, opened }: Invocation, { through, site }: Shell): boolean =>
  site === 'here' &&
  operands.length === 0 &&
  !names.has('version') &&
  !names.has('help') &&
  stdin === '' &&
  opened.every(({ operator, path }) => !operator.includes('<') || /^\/dev\/(?:tty|pts\/)/.test(path)) &&
  through.slice(0, -1).some((name) => !PASSES_ON.has(name));

/** They start what they are told, a shell too; or its commands take effect elsewhere. */
const PASSES_ON: ReadonlySet<string> = new Set(
  'exec env command builtin python python2 python3 pypy perl ruby node nodejs bun deno php lua luajit direnv nix nix-shell poetry pipenv uv conda mamba mise asdf tmux screen script ssh docker podman nerdctl kubectl oc vagrant flatpak toolbox distrobox bwrap arch winpty eval coproc zsh bash sh fish dash ksh gnome-terminal xterm alacritty kitty wt start open trap make gmake'.split(
    ' ',
  ),
);

/** Evaluates what `find` starts for each file that it finds. */
function runFound(starts: readonly string[], { args, invocation, shell }: RunnerCall): string {
  for (const [at, word] of args.entries()) {
    if (!starts.includes(word)) continue;
    const rest = args.slice(at + 1);
    const end = rest.findIndex((each) => each === ';' || each === '+');
    const command = end < 0 ? rest : rest.slice(0, end);
    const isFd = /^fd(?:find)?$/.test(invocation.words[0] ?? '');
    for (const path of isFd ? foundByFd(args) : foundBy(args)) {
      const named = isFd && !command.some((each) => each.includes('{')) ? [...command, '{}'] : command;
      const words = named.map((each) => each.replaceAll('{}', path));
      shell.session.runner.words(words, subshell(shell, { stdin: '' }));
    }
  }
  return outputOf(invocation, shell);
}
