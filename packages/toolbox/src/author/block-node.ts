import { commandText, WRAPPERS } from './blocked-commands.ts';
import { refusingAnswer } from './refusing-answer.ts';
import type { CommandGuard, HookTarget } from './shape-of-hook.ts';

/** The body of a guard of commands in Node.js. */
export const blockInNode = (target: HookTarget, { commands, path }: CommandGuard): readonly string[] => [
  "import { readFileSync } from 'node:fs';",
  '',
  `const BLOCKED = ${JSON.stringify(commands.map(commandText))};`,
  '// These run the command that follows them.',
  `const WRAPPERS = ${JSON.stringify(WRAPPERS.join(' '))}.split(' ');`,
  '',
  ...refuseInNode(target),
  ...FUNCTIONS,
  '',
  '// A guard that cannot read the event refuses: it must not let pass what it has not seen.',
  'let value;',
  'try {',
  "  value = JSON.parse(readFileSync(0, 'utf8'));",
  `  for (const key of ${JSON.stringify(path)}) value = value?.[key];`,
  '} catch {',
  `  refuse(${JSON.stringify(`${target.name} could not read the event.`)});`,
  '}',
  '',
  "const line = typeof value === 'string' ? value : JSON.stringify(value ?? '');",
  'const starts = commandsIn(line).flatMap(startsOf);',
  'const found = BLOCKED.find((blocked) => starts.some((words) => runs(words, blocked)));',
  'if (found !== undefined) refuse(`${found} is not allowed here.`);',
];

/** The function by which a guard refuses. */
export function refuseInNode(target: HookTarget): readonly string[] {
  const answer = refusingAnswer(target);
  const print = answer === null ? 'console.error(reason)' : `console.log(JSON.stringify(${answer.join('reason')}))`;
  return ['function refuse(reason) {', `  ${print};`, '  process.exit(2);', '}'];
}

const FUNCTIONS = String.raw`
const base = (word) => word.replace(/^.*\//s, '');
const unquoted = (word) =>
  word.replace(/\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g, (_, e, s, d) => e ?? s ?? d);

const TOKENS =
  /#[^\n]*|&?\d*[<>]+&?[\d-]*|[;&|()${'`'}\n]+|(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s;&|()<>${'`'}'"\\])+/g;

// The simple commands of a text, as lists of words; comments and redirections are left out.
function commandsIn(text) {
  const commands = [[]];
  for (const [token] of text.matchAll(TOKENS)) {
    if (/^(?:#|&?\d*[<>])/.test(token)) continue;
    if (/^[;&|()${'`'}\n]/.test(token)) commands.push([]);
    else commands.at(-1).push(token);
  }
  return commands.flatMap((tokens) => [tokens.map(unquoted), ...innerTexts(tokens).flatMap(commandsIn)]);
}

// Texts in a command that are commands themselves: of $( ) in double quotes, of sh -c and of eval.
function innerTexts(tokens) {
  const texts = tokens.filter((token) => /"[^"]*(?:\$\(|${'`'})/.test(token)).map(unquoted);
  const words = tokens.map(unquoted);
  const isShell = words.some((word) => /^(?:ba|da|z|k)?sh$/.test(base(word))) && words.includes('-c');
  if (isShell) texts.push(words[words.indexOf('-c') + 1] ?? '');
  else if (words[0] === 'eval') texts.push(words.slice(1).join(' '));
  return texts;
}

// Where in a command a program may stand: at its start, or anywhere behind a wrapper.
function startsOf(words) {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (first === -1) return [];
  const rest = words.slice(first);
  return WRAPPERS.includes(base(rest[0])) ? rest.map((_, at) => rest.slice(at)) : [rest];
}

// Options in any order, short ones letter by letter, and the other words one after another.
function runs([program, ...given], blocked) {
  const [wanted, ...words] = blocked.split(' ');
  if (base(program) !== wanted) return false;
  const letters = given.filter((word) => /^-[A-Za-z]+$/.test(word)).join('');
  const hasOption = (word) =>
    /^-[A-Za-z]{1,3}$/.test(word)
      ? [...word.slice(1)].every((letter) => letters.includes(letter))
      : given.some((each) => each === word || each.startsWith(word + '='));
  if (!words.filter((word) => word.startsWith('-')).every(hasOption)) return false;
  let from = 0;
  return words
    .filter((word) => !word.startsWith('-'))
    .every((word) => (from = given.indexOf(word, from) + 1) > 0);
}`.split('\n');
