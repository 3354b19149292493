import type { Bash } from '@hookline/core/internal';

/**
 * Whether a function starts itself more than once, or in the background: then it never ends and exhausts the machine.
 */
export function isForkBomb(name: string, body: Bash.SyntaxNode): boolean {
  const calls = callsIn(body, name, false);
  const multiplies = calls.length > 1 || calls.some((isBeside) => isBeside);
  return multiplies && calls.some((isBeside) => isBeside);
}

/** Whether a loop without an end starts programs beside itself and never waits for them. */
export function isEndlessFork(node: Bash.CompoundCommand): boolean {
  if (node.type === 'ArithmeticFor') return node.test === undefined && startsBeside(node.body);
  return node.type === 'While' && isConstant(node.clause, node.kind) && startsBeside(node.body);
}

const isConstant = ({ commands }: Bash.CompoundList, kind: string): boolean => {
  const [only, ...others] = commands;
  const text = only === undefined ? '' : namesIn(only.command).join(' ');
  return (
    others.length === 0 &&
    (kind === 'until' ? /^(?:\/\S*\/)?false$/ : /^(?::|(?:\/\S*\/)?true|\[ (?:true|1) \])$/).test(text)
  );
};

/** What it runs before itself, such as `sleep`, slows it down or ends it. */
const startsBeside = ({ commands }: Bash.CompoundList): boolean =>
  commands.some(({ background, command }) => background === true || namesIn(command)[0] === 'fork') &&
  !commands
    .filter(({ background }) => background !== true)
    .flatMap(({ command }) => namesIn(command))
    .some((name) => /^(?:wait|sleep|break|read|exit|return|inotifywait)$/.test(name));

/** The names of the programs in a part of a line; of a single command all of its words. */
function namesIn(node: object): readonly string[] {
  if ('type' in node && node.type === 'Command') return wordsIn(node);
  return Object.values(node).flatMap((child: unknown) =>
    typeof child === 'object' && child !== null ? namesIn(child) : [],
  );
}

function wordsIn(node: object): readonly string[] {
  const args: readonly unknown[] = 'args' in node && Array.isArray(node.args) ? node.args : [];
  return [...('name' in node ? [node.name] : []), ...args].flatMap((word) =>
    typeof word === 'object' && word !== null && 'text' in word && typeof word.text === 'string' ? [word.text] : [],
  );
}

/** For each call of the name, whether it runs in the background. */
function callsIn(node: object, name: string, isBeside: boolean): readonly boolean[] {
  if (isCallOf(node, name)) return [isBeside];
  const startsBeside =
    isBeside || ('background' in node && node.background === true) || ('type' in node && node.type === 'Pipeline');
  return Object.values(node).flatMap((child: unknown) =>
    typeof child === 'object' && child !== null ? callsIn(child, name, startsBeside) : [],
  );
}

const isCallOf = (node: object, name: string): boolean =>
  'type' in node &&
  node.type === 'Command' &&
  'name' in node &&
  typeof node.name === 'object' &&
  node.name !== null &&
  'value' in node.name &&
  node.name.value === name;
