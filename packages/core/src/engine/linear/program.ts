import type { PatternNode, Takes, Where } from './nodes.ts';

/** One step: accept a character, continue at several places at once, or continue where an assertion holds. */
export type ProgramStep =
  | { readonly takes: Takes }
  /** Indexes of the steps to continue at. */
  | { readonly goesOn: readonly number[] }
  | { readonly where: Where };

/** Steps in order; reaching the end of the list is a match. */
export type Program = readonly ProgramStep[];

/** The program of an expression; null when no automaton can decide it, or when it would be too long. */
export function programOf(node: PatternNode): Program | null {
  const steps: ProgramStep[] = [];
  return add(steps, node) ? steps : null;
}

/** Maximum steps of a program; counted repetitions are expanded. */
const MOST_STEPS = 20_000;

function add(steps: ProgramStep[], node: PatternNode): boolean {
  if (steps.length > MOST_STEPS) return false;
  switch (node.kind) {
    case 'one':
      steps.push({ takes: node.takes });
      return true;
    case 'where':
      steps.push({ where: node.where });
      return true;
    case 'all':
      return node.parts.every((part) => add(steps, part));
    case 'any':
      return addBranches(steps, node.branches);
    case 'repeat':
      return addRepeated(steps, node);
    case 'opaque':
      return false;
  }
}

/** A fork to each branch; all branches continue at the same place. */
function addBranches(steps: ProgramStep[], branches: readonly PatternNode[]): boolean {
  const fork = steps.length;
  const starts: number[] = [];
  const ends: number[] = [];
  steps.push({ goesOn: starts });
  for (const branch of branches) {
    starts.push(steps.length);
    if (!add(steps, branch)) return false;
    ends.push(steps.length);
    steps.push({ goesOn: [fork] });
  }
  for (const end of ends) steps[end] = { goesOn: [steps.length] };
  return true;
}

function addRepeated(
  steps: ProgramStep[],
  { part, least, most }: Extract<PatternNode, { readonly kind: 'repeat' }>,
): boolean {
  for (let count = 0; count < least; count += 1) {
    const before = steps.length;
    if (!add(steps, part)) return false;
    if (steps.length === before) break; // an empty repetition adds nothing
  }
  if (most === Infinity) return addLoop(steps, part);
  const skips: number[] = [];
  for (let count = least; count < most; count += 1) {
    skips.push(steps.length);
    steps.push({ goesOn: [] });
    if (!add(steps, part)) return false;
  }
  for (const skip of skips) steps[skip] = { goesOn: [skip + 1, steps.length] };
  return true;
}

function addLoop(steps: ProgramStep[], part: PatternNode): boolean {
  const first = steps.length;
  steps.push({ goesOn: [] });
  if (!add(steps, part)) return false;
  steps.push({ goesOn: [first] });
  steps[first] = { goesOn: [first + 1, steps.length] };
  return true;
}
