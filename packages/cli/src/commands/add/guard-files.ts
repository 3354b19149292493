import type { Canary, Guard } from '@hookline/guards';
import { caseFileText, type CaseText, GUARD_PROGRAM, type GuardPlace, shellWord } from '@hookline/toolbox';

/** A script that starts a guard, and that turns any failure to start it into a refusal; `fixed` are its words where none can be given to it. */
export const launcherText = (guard: string, place: GuardPlace, fixed: readonly string[] | null): string => `#!/bin/sh
# Starts the guard ${guard} of hookline; made by "hookline add". Its words are: closed or open, then the system, the event and options.
# "closed": a guard that cannot run refuses. "open": it lets the action go on.
${fixed === null ? '' : `set -- ${fixed.map(shellWord).join(' ')}\n`}way=$1
shift
node "${place.programFromScript}" ${guard} "$@"
status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 2 ] && exit "$status"
echo "hookline: the guard ${guard} could not run (status $status); is node installed, and ${GUARD_PROGRAM} in its place?" >&2
[ "$way" = closed ] && exit 2
exit 0
`;

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
