import type { Canary, Guard } from '@hookline/guards';
import { caseFileText, type CaseText } from '@hookline/toolbox';

/** The case file of a guard in a system: what it must block and what it must let pass; null for one that blocks no tool call. */
export function guardCases(
  { name, canaries }: Guard,
  about: { readonly dialect: string; readonly hook: string; readonly schemas?: string },
): string | null {
  if (canaries === undefined) return null;
  const { blocked, passed } = canaries;
  return caseFileText({ name, ...about }, [
    caseOf(blocked, 'decision: block', 'must block'),
    caseOf(passed, 'decision: none', 'must pass'),
  ]);
}

const caseOf = ({ title, tool, input }: Canary, expected: string, prove: string): CaseText => ({
  name: title,
  example: 'PreToolUse',
  with: { tool_name: tool, tool_input: input },
  expect: [expected],
  prove,
});
