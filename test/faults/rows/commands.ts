import type { MatrixRow } from '../matrix.ts';
import type { Spot } from '../row.ts';

const SECTION = 'Configuration, trust, record';

/** A command of the command line in a clone that is not trusted. */
interface UntrustedCommand extends MatrixRow {
  readonly command: (project: string) => readonly string[];
  /** Shows that the command has seen the hooks, or that it had nothing to do with them. */
  readonly says: RegExp;
}

const untrusted = (
  name: string,
  command: (project: string) => readonly string[],
  says: RegExp,
  everyEvent = false,
): UntrustedCommand => ({
  id: `untrusted-${name.replaceAll(/\W+/g, '-')}`,
  section: SECTION,
  fault: `hookline ${name} in a clone that is not trusted`,
  words: () => 'starts nothing of it',
  gap: ({ scope }: Spot) => (scope === 'user' ? 'the user’s own hooks need no trust' : null),
  ...(everyEvent ? {} : { stages: ({ stages }) => stages.slice(0, 1) }),
  quickShare: 3,
  command,
  says,
});

export const UNTRUSTED_COMMANDS: readonly UntrustedCommand[] = [
  untrusted(
    'fire',
    (project) => ['fire', '--project', project, '--json', '--wait', '-'],
    /"status":\s*"skipped"/,
    true,
  ),
  untrusted('explain', (project) => ['explain', '--project', project, '--json', '-'], /not trusted/, true),
  untrusted('list', (project) => ['list', '--project', project], /not trusted/),
  untrusted('validate', (project) => ['validate', '--project', project], /^/),
  untrusted('trust --list', () => ['trust', '--list'], /^/),
  untrusted('log', () => ['log'], /^/),
  untrusted('events', () => ['events'], /PreToolUse/),
];

/** One bad entry among twelve, as a person sees it. */
export const LIST_ROW: MatrixRow = {
  id: 'list-one-bad-entry',
  section: SECTION,
  fault: 'hookline list where one entry among twelve is bad',
  words: ({ dialect }) => `says armed ${dialect.badEntry === 'skipped' ? 11 : 0} of 12`,
  stages: ({ stages }) => stages.slice(0, 1),
};

export const COMMAND_ROWS: readonly MatrixRow[] = [...UNTRUSTED_COMMANDS, LIST_ROW];
