import type * as Unbash from 'unbash';

/** What in a script is not taken apart; null when there is nothing of the kind. */
export function opaquePart(forEachChild: typeof Unbash.forEachChild, script: Unbash.ParsedScript): string | null {
  let found: string | null = null;
  const visit = (node: Unbash.SyntaxNode): void => {
    found ??= OPAQUE[node.type] ?? null;
    if (found === null) forEachChild(node, visit);
  };
  visit(script);
  return found;
}

const OPAQUE: Readonly<Partial<Record<Unbash.SyntaxNode['type'], string>>> = {
  CommandExpansion: 'a command substitution',
  ArithmeticCommandExpansion: 'a command substitution',
  ProcessSubstitution: 'a process substitution',
  HereDoc: 'a here-document',
  HereString: 'a here-string',
  For: 'a loop',
  ArithmeticFor: 'a loop',
  While: 'a loop',
  Select: 'a loop',
  Case: 'a case',
  Function: 'a function',
  Coproc: 'a coprocess',
  Subshell: 'a subshell',
  BraceGroup: 'a group',
};
