import { codeTexts } from './code.ts';
import { type Flags, isSet, readFlags, valuesOf } from './flags.ts';
import { hasHole, MARKS } from './marks.ts';
import { outputOf } from './output.ts';
import { absolutePath } from './paths.ts';
import { contentOf } from './redirects.ts';
import { runScriptText } from './script-text.ts';
import { type Invocation, LIMITS, type Shell, subshell } from './shell.ts';
import { type Wrapper, WRAPPERS } from './wrappers.ts';

export const isWrapper = (name: string): boolean => Object.hasOwn(WRAPPERS, name);

/** Runs what a program that runs other programs would run, and gives what that prints. */
export function unwrap(invocation: Invocation, shell: Shell): string {
  const [name = '', ...args] = invocation.words;
  const wrapper = WRAPPERS[name];
  if (wrapper === undefined) return '';
  const inner = { ...shell, through: [...shell.through, name] };
  return unwrapAs(wrapper, { name, args, invocation, shell: inner });
}

interface Call {
  readonly name: string;
  readonly args: readonly string[];
  readonly invocation: Invocation;
  readonly shell: Shell;
}

function unwrapAs(wrapper: Wrapper, call: Call): string {
  switch (wrapper.kind) {
    case 'prefix':
      return runPrefixed(wrapper, call);
    case 'shell':
      return runShell(call);
    case 'joined':
      return runJoined(wrapper, call);
    case 'items':
      return runItems(wrapper, call);
    case 'find':
      return runFound(call);
    case 'reads-script':
      return runScriptText(call.invocation.stdin, subshell(call.shell), call.name);
    case 'container':
      return runContained(wrapper, call);
    case 'code':
      return runCode(wrapper, call);
    case 'awk':
      return runTexts(codeTexts(readFlags(call.args, { valued: ['F', 'v', 'f'] }).operands[0] ?? ''), call);
  }
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

function runPrefixed(wrapper: Extract<Wrapper, { kind: 'prefix' }>, { args, invocation, shell, name }: Call): string {
  const { scripts = [], skips = 0, valued = [], prints = [] } = wrapper;
  const flags = readFlags(args, { valued: [...valued, ...scripts], stopsAtOperand: skips < 99 });
  if (prints.length > 0 && isSet(flags, prints)) return `${flags.operands.at(-1) ?? ''}\n`;
  const given = valuesOf(flags, scripts);
  if (given.length > 0) return given.map((text) => runScriptText(text, subshell(shell), name)).join('');
  if (skips >= 99) return runScriptText(scriptFedTo(name, invocation), subshell(shell), name);
  const command = flags.operands.slice(skips);
  const start = command.findIndex((word) => !ASSIGNMENT.test(word));
  const words = start < 0 ? [] : command.slice(start);
  // Without a command `sudo -s` and `su` are shells that read; `env` prints.
  if (words.length === 0)
    return name === 'env'
      ? outputOf(invocation, shell)
      : runScriptText(scriptFedTo(name, invocation), subshell(shell), name);
  // `exec` and `builtin` act on the shell itself; the others start a program, for which a copy does.
  return shell.session.runner.words(words, name === 'builtin' || name === 'command' ? shell : subshell(shell));
}

const READERS = new Set(['sudo', 'su', 'doas', 'exec', 'chroot', 'busybox']);

const scriptFedTo = (name: string, { stdin }: Invocation): string => (READERS.has(name) ? stdin : '');

function runShell({ name, args, invocation, shell }: Call): string {
  const flags = readFlags(args, { valued: ['o', 'O', 'rcfile', 'init-file'], stopsAtOperand: true });
  const [first, ...rest] = flags.operands;
  const inner = subshell(shell);
  if (flags.names.has('c')) {
    for (const [index, value] of rest.entries()) inner.variables.set(String(index), value);
    return runScriptText(first ?? '', inner, name);
  }
  if (first === undefined || flags.names.has('s') || first === '-') return runScriptText(invocation.stdin, inner, name);
  const path = absolutePath(first, shell);
  for (const [index, value] of rest.entries()) inner.variables.set(String(index + 1), value);
  return path === '/dev/stdin'
    ? runScriptText(invocation.stdin, inner, name)
    : path === null
      ? ''
      : runScriptText(contentOf(path, shell), inner, name);
}

function runJoined(wrapper: Extract<Wrapper, { kind: 'joined' }>, { name, args, invocation, shell }: Call): string {
  const { operands } = readFlags(args, { valued: wrapper.valued ?? [], stopsAtOperand: true });
  // Options of ssh may follow the host.
  const skipped = operands.slice(wrapper.skips ?? 0);
  const words =
    wrapper.site === 'remote'
      ? readFlags(skipped, { valued: wrapper.valued ?? [], stopsAtOperand: true }).operands
      : skipped;
  // `eval` runs in the very shell that calls it.
  const inner = name === 'eval' ? shell : subshell(shell, wrapper.site === undefined ? {} : { site: wrapper.site });
  const text = words.length === 0 && wrapper.site === 'remote' ? invocation.stdin : words.join(' ');
  return runScriptText(text, inner, name);
}

function runItems(wrapper: Extract<Wrapper, { kind: 'items' }>, { args, invocation, shell }: Call): string {
  const flags = readFlags(args, { valued: wrapper.valued, stopsAtOperand: true });
  const at = flags.operands.indexOf(':::');
  const command = at < 0 ? flags.operands : flags.operands.slice(0, at);
  const stdin = at < 0 ? invocation.stdin : flags.operands.slice(at + 1).join('\n');
  const [placeholder] = valuesOf(flags, ['I', 'i', 'replace']);
  const items =
    hasHole(stdin) || stdin === '' ? [stdin === '' ? MARKS.unknown : stdin.trim()] : stdin.trim().split(/[\s\0]+/);
  const hole = placeholder === undefined || placeholder === '' ? '{}' : placeholder;
  if (!command.some((word) => word.includes(hole)))
    return shell.session.runner.words([...command, ...items.slice(0, LIMITS.fields)], subshell(shell));
  return items
    .slice(0, LIMITS.rounds)
    .map((item) =>
      shell.session.runner.words(
        command.map((word) => word.replaceAll(hole, item)),
        subshell(shell),
      ),
    )
    .join('');
}

/** What `find` starts for each file: rules about the files themselves look at the call of find. */
function runFound({ args, invocation, shell }: Call): string {
  for (const [at, word] of args.entries()) {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|--exec|-X|--exec-batch)$/.test(word)) continue;
    const rest = args.slice(at + 1);
    const end = rest.findIndex((each) => each === ';' || each === '+');
    const command = (end < 0 ? rest : rest.slice(0, end)).map((each) => each.replaceAll('{}', FOUND));
    shell.session.runner.words(command, subshell(shell, { stdin: '' }));
  }
  return outputOf(invocation, shell);
}

// One of the files found: some path below the start, never the start itself.
const FOUND = `/tmp/found/${MARKS.filled}`;

function runContained(wrapper: Extract<Wrapper, { kind: 'container' }>, { args, invocation, shell }: Call): string {
  const [first = '', ...rest] = readFlags(args, { valued: wrapper.valued, stopsAtOperand: true }).operands;
  if (!wrapper.after.includes(first)) return outputOf(invocation, shell);
  if (first === 'compose')
    return unwrapAs({ ...wrapper, after: ['exec', 'run'] }, { name: 'docker', args: rest, invocation, shell });
  const { operands } = readFlags(rest, { valued: wrapper.valued, stopsAtOperand: true });
  const command = operands.slice(wrapper.skips);
  const words = command[0] === '--' ? command.slice(1) : command;
  return words.length === 0 ? MARKS.unknown : shell.session.runner.words(words, subshell(shell, { site: 'container' }));
}

function runCode(wrapper: Extract<Wrapper, { kind: 'code' }>, call: Call): string {
  const flags = readFlags(call.args, { valued: wrapper.flags, stopsAtOperand: true });
  const codes = valuesOf(flags, wrapper.flags);
  const { stdin } = call.invocation;
  const isFed = codes.length === 0 && (flags.operands.length === 0 || flags.operands[0] === '-');
  const fed = isFed ? [stdin] : codes.length === 0 ? [fileOf(flags, call)] : [];
  for (const code of [...codes, ...fed]) {
    if (/[\uE004\uE005]/.test(code)) runScriptText(code, call.shell, call.name);
    else runTexts(codeTexts(code), call);
  }
  return outputOf(call.invocation, call.shell);
}

function fileOf({ operands: [file = ''] }: Flags, { shell }: Call): string {
  const path = absolutePath(file, shell);
  return path === null || file === '' ? '' : (shell.files.get(path) ?? '');
}

const runTexts = (texts: readonly string[], { shell, invocation }: Call): string => {
  for (const text of texts) shell.session.runner.text(text, subshell(shell));
  return outputOf(invocation, shell);
};
