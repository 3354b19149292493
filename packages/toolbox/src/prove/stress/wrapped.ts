import { type CommandRequest, type Request, whatStarts } from '@hookline/core/internal';
import { never, type Stress } from './stress.ts';

export const SHELL = '/bin/sh';
const LATE_SECONDS = '1';
const FEW_FILES = 32;

/** The program is read from a disk that takes a second to wake up. */
export const SLOW_DISK: Stress = {
  name: 'slow-disk',
  when: () => 'its program starts late',
  about: `the program starts ${LATE_SECONDS} s late; what it reads afterwards is as quick as ever`,
  hint: 'give it a longer timeout',
  on: ['command'],
  forces: never,
  tries: 'one',
  prepare: ({ program }) => {
    const sleep = program('sleep');
    if (sleep === null) return { unavailable: 'there is no program "sleep" on PATH' };
    return { options: { adjust: wrappedIn('"$1" "$2"; shift 2; exec "$@"', [sleep, LATE_SECONDS]) } };
  },
};

/** The process may have only few open files. */
export const FEW_DESCRIPTORS: Stress = {
  name: 'few-files',
  when: () => 'few files may be open',
  about: `the program may have ${FEW_FILES} files open at once`,
  hint: 'block when a file cannot be opened',
  on: ['command'],
  forces: never,
  tries: 'each',
  prepare: () => ({ options: { adjust: wrappedIn(`ulimit -n ${FEW_FILES}; exec "$@"`, []) } }),
};

/**
 * Starts commands by a shell text that gets its own words, then the program and its words; other requests are
 * unchanged.
 */
export const wrappedIn =
  (text: string, own: readonly string[], first: readonly string[] = [SHELL]) =>
  (request: Request): Request =>
    request.kind === 'command' ? wrapped(request, [...first, '-c', text, 'sh', ...own]) : request;

/** A program that cannot be started is left to fail by itself. */
function wrapped(request: CommandRequest, [program = '', ...words]: readonly string[]): CommandRequest {
  const { file, flaw } = whatStarts(request);
  return file === null || flaw !== null ? request : { ...request, program, args: [...words, file, ...request.args] };
}
