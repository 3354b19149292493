import type { Expected } from '../expectation.ts';
import type { Row, Spot } from '../row.ts';
import { REASON, script, SHORT_MS, THE_REASON } from '../row.ts';

const notStarted = (says: RegExp, isNothing = false): Expected => ({
  is: 'by dialect',
  of: ({ shellFails }): Expected => {
    if (shellFails === undefined) return { is: 'fault', code: 'not_started', says };
    // A shell runs a file without content, and nothing comes of it.
    if (isNothing) return { is: 'silence' };
    return shellFails === 'a refusal'
      ? { is: 'refusal', reason: /./ }
      : { is: 'fault', code: 'exit', says: /exited with 12[67]/ };
  },
});

/** Without room for a process there is no shell either. */
const noRoom = (says: RegExp): Expected => ({ is: 'fault', code: 'not_started', says });

/** A program that is not there: its shell says so, where one is started all the same. */
export const gone = (says: RegExp): Expected => ({
  is: 'by dialect',
  of: ({ missingProgram }) =>
    missingProgram === undefined ? notStarted(says) : { is: 'fault', code: 'exit', says: /exited with 127/ },
});

/** What the program of a hook that would refuse everything holds: none of these rows may ever see it run. */
const REFUSING = 'echo "it ran" >&2\nexit 2';

export const START_ROWS: readonly Row[] = [
  {
    id: 'missing',
    section: 'Start',
    fault: 'does not exist',
    program: () => ({ content: null }),
    expected: gone(/could not be started: .*(?:does not exist$|no entry point: expected one of scripts\/run)/),
  },
  {
    id: 'not-executable',
    section: 'Start',
    fault: 'is not executable',
    program: () => ({ ...script(REFUSING), mode: 0o644 }),
    expected: notStarted(/could not be started: .* is not executable: (?:run )?chmod \+x /),
  },
  {
    id: 'bad-interpreter',
    section: 'Start',
    fault: 'asks for an interpreter that does not exist',
    program: () => ({ content: `#!/no/such/interpreter\n${REFUSING}\n` }),
    expected: notStarted(/asks for \/no\/such\/interpreter in its first line, which is missing: correct that line/),
  },
  {
    id: 'bad-interpreter-by-env',
    section: 'Start',
    fault: 'asks env for an interpreter that is not on PATH',
    program: () => ({ content: `#!/usr/bin/env no-such-interpreter\n${REFUSING}\n` }),
    expected: notStarted(/asks for "no-such-interpreter" in its first line, which is not on PATH: install it/),
  },
  {
    id: 'crlf',
    section: 'Start',
    fault: 'has a first line with a Windows line ending',
    program: () => ({ content: `#!/bin/bash\r\nexit 2\r\n` }),
    expected: notStarted(/has Windows line endings \(CRLF\).*: run sed -i/),
  },
  {
    id: 'empty',
    section: 'Start',
    fault: 'is an empty file',
    program: () => ({ content: '' }),
    expected: notStarted(/is empty: restore its content, or remove the hook$/, true),
  },
  {
    id: 'blank',
    section: 'Start',
    fault: 'is a file of white space',
    program: () => ({ content: ' \n\n\t\n' }),
    expected: notStarted(/is empty: restore its content, or remove the hook$/, true),
  },
  {
    id: 'emptied-after-load',
    section: 'Start',
    fault: 'is emptied after it was loaded',
    program: () => script(REFUSING),
    expected: notStarted(/is empty: restore its content, or remove the hook$/, true),
    mishap: 'emptied',
  },
  {
    id: 'deleted-after-load',
    section: 'Start',
    fault: 'is deleted after it was loaded',
    program: () => script(REFUSING),
    expected: gone(/does not exist$/),
    mishap: 'deleted',
  },
  {
    id: 'cwd-gone',
    section: 'Start',
    fault: 'has no working directory any more',
    program: () => script(REFUSING),
    expected: { is: 'fault', code: 'not_started', says: /the working directory \S+ does not exist$/ },
    mishap: 'cwd gone',
    gap: ({ dialect, scope }) =>
      dialect.runInOwnFolder?.includes(scope) === true ? 'hooks run in the folder of their file' : null,
  },
  {
    id: 'busy-for-a-while',
    section: 'Start',
    fault: 'is held open for writing for a while (ETXTBSY), and started when it is let go',
    program: () => ({ content: { copyOf: '/bin/true' } }),
    expected: { is: 'silence' },
    mishap: 'held for writing for a while',
    direct: true,
    gap: ifBashStarts,
  },
  {
    id: 'busy-for-good',
    section: 'Start',
    fault: 'is held open for writing for good (ETXTBSY)',
    program: () => ({ content: { copyOf: '/bin/true' } }),
    expected: notStarted(/a process still has it open for writing \(ETXTBSY\); close it and try again/),
    mishap: 'held for writing',
    direct: true,
    gap: ifBashStarts,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'busy-in-bash',
    section: 'Start',
    fault: 'is held open for writing, and started by a shell that cannot wait',
    program: () => ({ content: { copyOf: '/bin/true' } }),
    expected: {
      is: 'by dialect',
      of: ({ shellFails }) =>
        shellFails === 'a refusal'
          ? { is: 'refusal', reason: /Text file busy/ }
          : { is: 'fault', code: 'exit', says: /exited with 126: .*Text file busy/ },
    },
    mishap: 'held for writing',
    gap: ({ dialect }) => (dialect.shell === 'never' ? 'no shell takes part' : null),
  },
];

/** Ten seconds are enough to see that a shortage lasts. */
const LASTS_MS = 13_000;

const SILENT = script('exit 0');

/** Faults that lie in what the host can still get from the system: each in a process of its own. */
export const SHORTAGE_ROWS: readonly Row[] = [
  {
    id: 'emfile-for-good',
    section: 'Start',
    fault: 'finds no descriptor left for it (EMFILE)',
    program: () => script(REFUSING),
    expected: noRoom(/could not be started: too many open files \(EMFILE\); raise ulimit -n/),
    shortage: 'no descriptors',
    withinFixedMs: LASTS_MS,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'emfile-for-a-while',
    section: 'Start',
    fault: 'finds no descriptor left for a while (EMFILE), and is started when there are some',
    program: () => SILENT,
    expected: { is: 'silence' },
    shortage: 'no descriptors for a while',
  },
  {
    id: 'eagain-for-good',
    section: 'Start',
    fault: 'finds no process left for it (EAGAIN)',
    program: () => script(REFUSING),
    expected: noRoom(/could not be started: too many processes \(EAGAIN\); raise ulimit -u/),
    shortage: 'no processes',
    withinFixedMs: LASTS_MS,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'eagain-for-a-while',
    section: 'Start',
    fault: 'finds no process left for a while (EAGAIN), and is started when there are some',
    program: () => SILENT,
    expected: { is: 'silence' },
    shortage: 'no processes for a while',
  },
  {
    id: 'no-temporary-folder',
    section: 'Start',
    fault: 'never reads an event of 8 MB that could not be put into a file (EPIPE)',
    program: () => script(`echo '${REASON}' >&2\nexit 2`),
    expected: { is: 'refusal', reason: THE_REASON },
    fields: { padding: 'x'.repeat(8 * 1024 * 1024) },
    shortage: 'no temporary folder',
  },
];

/** Where there is no way to start a program but by a shell. */
function ifBashStarts({ dialect }: Spot): string | null {
  return dialect.shell === 'always' ? 'programs are only started by a shell' : null;
}
