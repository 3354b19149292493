import { DIALECTS, type Hooks } from '@hookline/core/internal';
import { userInfo } from 'node:os';
import { type Check, type DoctorPlace, warning } from './check.ts';

/**
 * Hooks of a system that hands on no HOME, where HOME is another folder than the account's: a shell then takes that of the
 * account for `~` and `$HOME`, and finds or writes other files than the person does.
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
    return null; // a user without an entry has no home of the account
  }
}
