import { showTrust, type TrustResult } from '@hookline/core';
import { type Arguments, isGiven } from '../../call/arguments.ts';
import { canAsk, confirmed } from '../../call/asking.ts';
import { THIS_PROCESS } from '../../call/caller.ts';
import { isDriven, trustFirst } from '../../call/person-only.ts';
import type { HooksPlace } from '../../call/place.ts';
import { oneLine } from '../../print/text.ts';

/** Asks on the terminal whether an edit is to be trusted; remembers what it has seen trusted. */
export interface EditTrust {
  /** Asks when the project was trusted at an earlier look and is not any more; does nothing without a terminal. */
  readonly look: () => Promise<void>;
}

/** For a command that runs hooks while a person edits them. What was changed before its first look is not asked about. */
export function watchEdits(place: HooksPlace, given: Arguments): EditTrust {
  if (isGiven(given, 'trust-hooks') || !canAsk(given) || isDriven(place)) return { look: () => Promise.resolve() };
  let wasTrusted = false;
  let refused: string | null = null;
  const look = async (): Promise<void> => {
    for (;;) {
      const found = await showTrust(place);
      wasTrusted ||= found.already;
      if (found.already || !wasTrusted || !isEdit(found) || found.content.digest === refused) return;
      const isTrusted = await confirmed({ question: questionOf(found), undone: NOT_TRUSTED, usual: null });
      // What changed while the question was open was not shown, and is asked about.
      if ((await showTrust(place)).content.digest !== found.content.digest) continue;
      if (isTrusted) await trustFirst(place, given, THIS_PROCESS);
      refused = isTrusted ? null : found.content.digest;
      return;
    }
  };
  return { look };
}

const NOT_TRUSTED =
  'It is not trusted: hooks whose files changed do not run, and edited definitions have no effect; "hookline trust --show" shows what has changed.';

/** What has more to it than an edit is left to `hookline trust`, which shows all of it. */
const isEdit = ({ content, changes, problem, switchesOff }: TrustResult): boolean =>
  content.files.length > 0 && changes !== null && problem === null && switchesOff.length === 0;

const MOST_NAMES = 3;

function questionOf({ content, changes }: TrustResult): string {
  const files = new Set(content.files.map(({ path }) => path));
  const all = [...new Set([...(changes?.added ?? []), ...(changes?.changed ?? []), ...(changes?.removed ?? [])])];
  const changed = all.filter((path) => files.has(path) || changes?.removed.includes(path) === true);
  const names = changed.length === 0 ? all : changed;
  const more = names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : [];
  const shown = [...names.slice(0, MOST_NAMES).map(oneLine), ...more];
  const list = shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
  return `You changed ${list}: trust ${shown.length === 1 ? 'it' : 'them'}?`;
}
