import type { Bash } from '@hookline/core/internal';

/**
 * Whether a function starts itself more than once, or in the background: then it never ends and exhausts the machine.
 */
export function isForkBomb(name: string, body: Bash.SyntaxNode): boolean {
  const calls = callsIn(body, name, false);
  const multiplies = calls.length > 1 || calls.some((isBeside) => isBeside);
  return multiplies && calls.some((isBeside) => isBeside);
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
