import type { Bash } from '@hookline/core/internal';
import { arrayOf, itemsIn, setItem, setPositional } from './arrays.ts';
import { fieldsOf, textOf } from './expand.ts';
import { runBuiltin } from './builtins.ts';
import { keepFiles, keepText } from './kept-files.ts';
import { hasHole, isPrivate, MARKS, undecoded } from './marks.ts';
import { outputOf } from './output.ts';
import { gitAlias, isCmdlet, programName, programsNamedBy, removedOnWindows } from './program-names.ts';
import { absolutePath } from './paths.ts';
import { applyRedirects, type Redirects } from './redirects.ts';
import { isOnlyPrinted, runScriptText } from './script-text.ts';
import { setVariable } from './set-variables.ts';
import { giveUp, type Invocation, LIMITS, type Shell, subshell } from './shell.ts';
import { noteSentSecrets, noteShownSecrets } from './shown-secrets.ts';
import { runOthers } from './run-others.ts';
import { isUnpacked, noteUnpacked } from './unpacked.ts';

/** Evaluates a simple command, and returns its output. */
export function runCommand(command: Bash.Command, shell: Shell): string {
  shell.session.seen.add(command);
  const words = [...(command.name === undefined ? [] : [command.name]), ...command.args].flatMap((word) =>
    wordsOf(word, shell),
  );
  const assignments = command.prefix.filter((piece) => piece.type === 'Assignment');
  const redirects = applyRedirects(command.redirects, shell, shell.session.runner.inside);
  // Assignments before a command apply to it alone; without a command they persist.
  const own =
    words.length === 0
      ? shell
      : { ...shell, variables: new Map(shell.variables), stdin: redirects.stdin ?? shell.stdin };
  for (const assignment of assignments) assign(assignment, own);
  noteShownSecrets(command, own, redirects);
  noteSentSecrets(command, own);
  if (words.length === 0) {
    // What is only opened for reading, and by no program, is looked at whether it is there.
    const isTried = redirects.opened.every(({ operator }) => operator === '<');
    if (redirects.opened.length > 0) note({ words: [isTried ? 'test' : ':'], redirects, shell });
    return kept('', redirects, shell);
  }
  const printed = runWords(words, own, redirects);
  carryBack(own, shell, assignments);
  return kept(printed, redirects, shell);
}

/** Evaluates a program with its arguments, as a wrapper would: functions, aliases and builtins count. */
export function runWords(words: readonly string[], shell: Shell, redirects: Redirects = NO_REDIRECTS): string {
  const [first = '', ...args] = words;
  if (shell.session.depth >= LIMITS.depth) return giveUp(shell, 'the command is nested too deeply');
  shell.session.depth += 1;
  const printed = runNamed(first, args, { shell, redirects });
  shell.session.depth -= 1;
  return printed;
}

/** Output redirected into a file is known there, and is not printed. */
export function kept(printed: string, { opened }: Redirects, shell: Shell): string {
  const written = opened.filter(({ operator }) => operator.includes('>'));
  for (const { path, operator } of written)
    keepText(path, operator.includes('>>') ? (shell.files.get(path) ?? '') + printed : printed, shell);
  return written.length === 0 ? printed : '';
}

interface CommandContext {
  readonly shell: Shell;
  readonly redirects: Redirects;
}

const NO_REDIRECTS: Redirects = { opened: [], stdin: null };

function runNamed(first: string, args: readonly string[], { shell, redirects }: CommandContext): string {
  const alias = shell.aliases.get(first);
  if (alias !== undefined)
    return shell.session.runner.text([alias, ...args].join(' '), subshell(withoutAlias(shell, first)));
  const body = shell.functions.get(first);
  if (body !== undefined) return callFunction(body, args, shell);
  const known = first.includes('/') ? shell.files.get(absolutePath(first, shell) ?? '') : undefined;
  if (known !== undefined) return runScriptText(known, subshell(shell), first);
  if (/^(?:iex|Invoke-Expression)$/i.test(first) && args.length === 0) return runScriptText(shell.stdin, shell, first);
  if (isCmdlet(first)) {
    const printed = runWords(['pwsh', '-Command', [first, ...args].join(' ')], shell, redirects);
    return /^Invoke-(?:WebRequest|RestMethod)$/.test(first) ? MARKS.network : printed;
  }
  for (const name of programsNamedBy(first)) runWords([name, ...args], subshell(shell));
  const name = programName(undecoded(first));
  if (first.includes(MARKS.decoded)) shell.session.acts.push({ act: 'blind-script', from: 'encoding', by: name });
  const meant = name === 'git' ? gitAlias(args) : null;
  if (meant !== null) runWords([name, ...meant], subshell(shell));
  const removed = removedOnWindows(name, args);
  if (removed !== null) runWords(['rm', '-rf', ...removed], subshell(shell));
  // Rules see the words as they are meant; what goes on to others still shows that it was encoded.
  const noted = note({ words: [name, ...args.map(undecoded)], redirects, shell });
  const invocation = { ...noted, words: [name, ...args] };
  // What a program that reads commands is told, as one types it there.
  if (/^!\/(?:usr\/)?bin\/\w*sh$/.test(first)) shell.session.acts.push({ act: 'open-shell', by: first });
  if (hasHole(name)) runUnknown(args, shell, name);
  if (isUnpacked(first, shell)) shell.session.acts.push({ act: 'blind-script', from: 'network', by: name });
  noteUnpacked(invocation, shell);
  keepFiles(invocation, shell);
  return runOthers(invocation, shell) ?? runBuiltin(invocation, shell) ?? outputOf(invocation, shell);
}

/** A program whose name is not known may be a shell, one that runs others, one that removes, or nothing at all. */
function runUnknown(args: readonly string[], shell: Shell, name: string): void {
  const [first = ''] = args;
  // The first word of a text from the network is a program, too.
  if (FROM_ELSEWHERE.test(name) || (args.length === 0 && isOnlyPrinted(name))) runScriptText(name, shell, name);
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (at >= 0) runScriptText(args[at + 1] ?? '', subshell(shell), name);
  if (args.length > 0 && !first.startsWith('-')) runWords(args, subshell(shell));
  if (/^-[a-zA-Z]*[rR]/.test(first)) runWords(['rm', ...args], subshell(shell));
}

const FROM_ELSEWHERE = new RegExp(`^(?:${MARKS.network}|${MARKS.hidden})`);

/** Records that a program runs, and returns the record. */
export function note({
  words,
  redirects,
  shell,
}: {
  words: readonly string[];
  redirects: Redirects;
  shell: Shell;
}): Invocation {
  const { stdin, cwd, site, through } = shell;
  const isSeen = shell.isSeen && !redirects.opened.some(({ operator }) => operator.includes('>'));
  if (isSeen && PRINTS_WORDS.has(words[0] ?? '') && words.some((word) => word.includes(MARKS.secret)))
    if (!words.some((word) => word.includes('::add-mask::')))
      shell.session.acts.push({ act: 'show-secret', name: '(…)' });
  const namesSecret = words.some((word) => isFilledWithSecret(word, shell));
  const invocation: Invocation = { words, stdin, opened: redirects.opened, cwd, site, namesSecret, through, isSeen };
  shell.session.acts.push({ act: 'run', invocation });
  return invocation;
}

const PRINTS_WORDS: ReadonlySet<string> = new Set(['echo', 'printf', 'print']);

const isFilledWithSecret = (word: string, shell: Shell): boolean =>
  shell.files.size > 0 && isPrivate(shell.files.get(absolutePath(word.replace(/^(?:.*=)?@/, ''), shell) ?? '') ?? '');

function callFunction(body: Bash.SyntaxNode, args: readonly string[], shell: Shell): string {
  const inner = subshell(shell);
  // A recursive function ends somewhere in a way that is not known here.
  if (shell.session.depth > LIMITS.depth / 2) return MARKS.unknown;
  setPositional(args, inner.variables);
  return isRunnable(body) ? shell.session.runner.node(body, inner) : '';
}

const isRunnable = (body: Bash.SyntaxNode): body is Bash.CompoundCommand | Bash.Redirected | Bash.CompoundList =>
  !['Word', 'Literal', 'Command', 'Statement', 'Script'].includes(body.type);

function withoutAlias(shell: Shell, name: string): Shell {
  const aliases = new Map(shell.aliases);
  aliases.delete(name);
  return { ...shell, aliases };
}

function wordsOf(word: Bash.CommandArgument, shell: Shell): readonly string[] {
  if (word.type === 'Word') return fieldsOf(word, shell, shell.session.runner.inside);
  return [`${word.name}=${valueOf(word, shell)}`];
}

function valueOf({ value, append, name }: Bash.Assignment, shell: Shell): string {
  const text =
    value.type === 'Word'
      ? textOf(value, shell, shell.session.runner.inside)
      : arrayOf(value.elements.flatMap((element) => fieldsOf(element, shell, shell.session.runner.inside)));
  const before = append === true ? (shell.variables.get(name) ?? '') : '';
  return value.type === 'Word' ? before + text : arrayOf([...itemsIn(before), ...itemsIn(text)]);
}

function assign(assignment: Bash.Assignment, shell: Shell): void {
  const { name, index } = assignment;
  const value = valueOf(assignment, shell);
  if (index === undefined) setVariable(name, value, shell);
  else setItem({ name, key: textOf(index, shell, shell.session.runner.inside), value }, shell.variables);
}

/** Changes by a builtin persist; assignments for the command alone do not. */
function carryBack(own: Shell, shell: Shell, assignments: readonly Bash.Assignment[]): void {
  shell.cwd = own.cwd;
  const mine = new Set(assignments.map(({ name }) => name));
  for (const [name, value] of own.variables) if (!mine.has(name)) shell.variables.set(name, value);
}
