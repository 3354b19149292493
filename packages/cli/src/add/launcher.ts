import { shellWord } from '@hookline/toolbox';

/** The program of the guards, as it lies beside the launcher. */
export const PROGRAM = 'hookline-guards.mjs';

/** The name of the launcher without its ending. */
export const LAUNCHER = 'hookline-guard';

/** A script that starts the program, and that turns any failure to start it into a refusal; `fixed` are its words where none can be given to it. */
export const launcherText = (fixed: readonly string[] | null): string => `#!/bin/sh
# Starts a guard of hookline; made by "hookline add". Its words are: closed or open, then the guard, the system, the event and options.
# "closed": a guard that cannot run refuses. "open": it lets the action go on.
${fixed === null ? '' : `set -- ${fixed.map(shellWord).join(' ')}\n`}way=$1
shift
node "\${0%/*}/${PROGRAM}" "$@"
status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 2 ] && exit "$status"
echo "hookline: the guard $1 could not run (status $status); is node installed, and ${PROGRAM} in its place?" >&2
[ "$way" = closed ] && exit 2
exit 0
`;
