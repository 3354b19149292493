import { DIALECTS, type Hooks } from '@hookline/core/internal';
import { userInfo } from 'node:os';
import { type Check, type DoctorPlace, warning } from './check.ts';

/**
 * Hooks of a system that does not pass on HOME, where HOME differs from the account's home: a shell then uses the
 * account's for `~` and `$HOME`, and reads or writes other files than the person does.
 */
export function homeChecks(
  hooks: Pick<Hooks, 'list'>,
  { home }: Pick<DoctorPlace, 'home'>,
  ofAccount: string | null = accountHome(),
): readonly Check[] {
  if (ofAccount === null || ofAccount === home) return [];
  const used = new Set(hooks.list().map(({ dialect }) => dialect));
  return DIALECTS.filter(({ id, environment }) => used.has(id) && !handsHomeOn(environment.inherits)).map(({ title }) =>
    warning(
      'environment',
      'HOME',
      `is ${home}, but hooks of ${title} get no HOME: a shell in them takes ${ofAccount} for ~`,
      'write whole paths in these hooks, or start the agent with the HOME of the account',
    ),
  );
}

const handsHomeOn = (inherits: 'everything' | readonly string[]): boolean =>
  inherits === 'everything' || inherits.includes('HOME');

function accountHome(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    return null; // an account without an entry has no home
  }
}
