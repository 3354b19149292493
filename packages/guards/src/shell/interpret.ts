import { type Bash, bashTree } from '@hookline/core/internal';
import { textOf } from './expand.ts';
import { isEndlessFork, isForkBomb } from './fork-bomb.ts';
import { MARKS } from './marks.ts';
import { applyRedirects } from './redirects.ts';
import { kept, note, runCommand, runWords } from './run-command.ts';
import { type Act, followed, giveUp, LIMITS, newShell, type Runner, type Shell, subshell } from './shell.ts';

/**
 * Everything that a line of Bash would do, as far as that is known without running it; in the order in which it would
 * happen.
 */
export function actsOf(line: string, place: { readonly home: string; readonly cwd: string }): readonly Act[] {
  const shell = newShell(place, RUNNER);
  runText(line, shell);
  return shell.session.acts;
}

/** Evaluates a text as a script of this shell, and returns its output. */
function runText(text: string, shell: Shell): string {
  const { session } = shell;
  if (session.depth >= LIMITS.depth || text.length > LIMITS.text)
    return giveUp(shell, 'the command is nested too deeply');
  const tree = bashTree(text, PARSE_MS);
  if ('why' in tree) return giveUp(shell, tree.why);
  session.depth += 1;
  const printed = runScript(tree.script, shell);
  // What the traversal above has not visited, such as a substitution inside arithmetic, is evaluated too.
  for (const command of tree.commands) if (!session.seen.has(command)) runCommand(command, subshell(shell));
  session.depth -= 1;
  return printed;
}

/** Evaluates the content of `$(…)` and the like, in a subshell. */
const runInside = (script: Bash.ParsedScript | undefined, shell: Shell): string =>
  script === undefined ? '' : runScript(script, subshell(shell, { isSeen: false }));

const RUNNER: Runner = { text: runText, words: runWords, node: runNode, inside: runInside };

const PARSE_MS = 2000;

const runScript = (script: Bash.Script, shell: Shell): string => runList(script.commands, shell);

const runList = (statements: readonly Bash.Statement[], shell: Shell): string =>
  statements.map((statement) => runNode(statement.command, shell)).join('');

/** Evaluates a part of the tree, and returns its output. */
function runNode(node: Bash.PipelineNode | Bash.AndOr | Bash.CompoundList, shell: Shell): string {
  const { session } = shell;
  session.steps += 1;
  if (session.steps > LIMITS.steps) {
    if (session.steps === LIMITS.steps + 1) giveUp(shell, 'the command does too much to be followed');
    return '';
  }
  switch (node.type) {
    case 'Command':
      return runCommand(node, shell);
    case 'Pipeline':
      return runPipeline(node, shell);
    case 'AndOr':
      return runAndOr(node, shell);
    case 'CompoundList':
      return runList(node.commands, shell);
    case 'Redirected':
      return runRedirected(node, shell);
    case 'Function':
      return defineFunction(node, shell);
    case 'Coproc':
      return runNode(node.body, shell);
    case 'Subshell':
    case 'BraceGroup':
    case 'If':
    case 'While':
    case 'For':
    case 'Select':
    case 'Case':
    case 'ArithmeticFor':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return runCompound(node, shell);
  }
}

function runPipeline({ commands }: Bash.Pipeline, shell: Shell): string {
  let { stdin } = shell;
  for (const [index, command] of commands.entries()) {
    const isSeen = shell.isSeen && commands.slice(index + 1).every(showsItsInput);
    stdin = runNode(command, subshell(shell, { stdin, isSeen }));
  }
  return stdin;
}

/** Whether a part of a pipe prints what it reads, so that the part before it is shown as well. */
const showsItsInput = (node: Bash.PipelineNode): boolean =>
  node.type === 'Command' && (VIEWERS.has(node.name?.text ?? '') || decodes(node));
const decodes = ({ name, args }: Bash.Command): boolean =>
  /^base(?:64|32)$/.test(name?.text ?? '') && args.some(({ text }) => /^(?:-d|-D|--decode)$/.test(text));
const VIEWERS: ReadonlySet<string> = new Set(
  'cat less more head tail grep egrep sed awk sort uniq cut tr nl tac column fold jq yq strings bat'.split(' '),
);

/** Without what follows `false &&` or `true ||`, which never runs. */
function runAndOr({ commands, operators }: Bash.AndOr, shell: Shell): string {
  const [first] = commands;
  const name = first?.type === 'Command' ? (first.name?.text ?? '') : '';
  const isPlain = first?.type === 'Command' && first.args.length === 0 && !shell.functions.has(name);
  const stops = { false: '&&', true: '||', ':': '||' }[name];
  const isDead = isPlain && !shell.aliases.has(name) && operators.every((operator) => operator === stops);
  if (!isDead) return commands.map((command) => runNode(command, shell)).join('');
  markSeen(commands, shell);
  return '';
}

/** What is known never to run is not evaluated for being left over, either. */
function markSeen(node: object, shell: Shell): void {
  if (isCommand(node)) shell.session.seen.add(node);
  for (const child of Object.values<unknown>({ ...node }))
    if (typeof child === 'object' && child !== null) markSeen(child, shell);
}

const isCommand = (node: object): node is Bash.Command => 'type' in node && node.type === 'Command';

function runRedirected({ command, redirects }: Bash.Redirected, shell: Shell): string {
  const found = applyRedirects(redirects, shell, runInside);
  if (found.opened.length > 0) note({ words: [':'], redirects: found, shell });
  const isSeen = shell.isSeen && !found.opened.some(({ operator }) => operator.includes('>'));
  const printed = runNode(command, { ...shell, stdin: found.stdin ?? shell.stdin, isSeen });
  return kept(printed, found, shell);
}

function defineFunction(node: Bash.Function, shell: Shell): string {
  const name = node.name.value;
  if (isForkBomb(name, node.body)) shell.session.acts.push({ act: 'fork-bomb', name });
  // Without a call its arguments are not known; with one it is evaluated again.
  else runNode(node.body, subshell(shell));
  shell.functions.set(name, node.body);
  return '';
}

function runCompound(node: Bash.CompoundCommand, shell: Shell): string {
  const run = (part: Bash.CompoundList | undefined): string => (part === undefined ? '' : runNode(part, shell));
  if (isEndlessFork(node)) shell.session.acts.push({ act: 'fork-bomb', name: 'a loop without an end' });
  switch (node.type) {
    case 'Subshell':
      return runNode(node.body, subshell(shell));
    case 'BraceGroup':
      return run(node.body);
    case 'If':
      return [node.clause, node.then, ...node.elif.flatMap((branch) => [branch.clause, branch.then]), node.else]
        .map(run)
        .join('');
    case 'While':
      return run(node.clause) + run(node.body);
    case 'For':
    case 'Select':
      return runLoop(node, shell);
    case 'Case':
      return node.items.map((item) => run(item.body)).join('');
    case 'ArithmeticFor':
      return run(node.body);
    case 'TestCommand':
    case 'ArithmeticCommand':
      return '';
  }
}

function runLoop(node: Bash.For | Bash.Select, shell: Shell): string {
  const values = (node.wordlist ?? []).flatMap((word) => textOf(word, shell, runInside).split(/\s+/));
  const expanded = values.length === 0 ? (shell.variables.get('@') ?? '').split(MARKS.item) : values;
  return followed(expanded, shell)
    .map((value) => {
      shell.variables.set(node.name.value, value);
      return runNode(node.body, shell);
    })
    .join('');
}
