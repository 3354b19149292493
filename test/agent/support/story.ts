import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordingHook } from './hook-files.ts';
import { makeWorkplace, type Workplace } from './workplace.ts';

/** The body of a test that takes place in a project of its own with these hooks; what it leaves is removed. */
export const story =
  (hooks: readonly RecordingHook[], tell: (place: Workplace) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const place = makeWorkplace(hooks);
    try {
      await tell(place);
    } finally {
      place.remove();
    }
  };

/** A step in which the scripted model only speaks. */
export const says = (text: string, more: object = {}): object => ({ text, ...more });

/** A step in which the scripted model calls tools. */
export const calls = (...all: readonly object[]): object => ({ calls: all });

/** A call of one tool. */
export const call = (name: string, input: object = {}): object => ({ name, input });

export const bash = (command: string): object => call('Bash', { command });

/** No permission is asked for. */
export const FREELY = ['--permission-mode', 'bypass'];

/** True when a file of the project is there. */
export const has = ({ project }: Workplace, path: string): boolean => existsSync(join(project, path));

/** A reminder as the model reads it. */
export const reminderOf = (hook: string, text: string): string =>
  `<system-reminder>\nFrom hook "${hook}":\n${text}\n</system-reminder>`;

/** The answer of a Qoder or Kolega hook by `hookSpecificOutput`. */
export const specific = (hookEventName: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName, ...fields },
});

/** The file that a recording hook fills when it is called for the n-th time. */
const recordOf = ({ project }: Workplace, hook: string, nth: number): string =>
  join(dirname(project), 'records', `${hook}.${nth}.json`);

/** True when a recording hook was called at least so often. */
export const wasCalled = (place: Workplace, hook: string, times = 1): boolean =>
  existsSync(recordOf(place, hook, times));

/**
 * Steps that give watchers time: each waits a moment, or not at all once the hook was called. What watchers notice is
 * told between two model turns, so that one long wait would not do.
 */
export const waitsFor = (place: Workplace, hook: string): readonly object[] => {
  const wait = `for i in 1 2 3 4 5 6; do [ -e '${recordOf(place, hook, 1)}' ] && break; sleep 0.1; done`;
  return Array.from({ length: 20 }, () => calls(bash(wait)));
};

/** Waits for something to become true; throws when it does not within a generous time. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isTrue(); await pause(10))
    if (Date.now() > end) throw new Error('what was waited for did not happen');
}
