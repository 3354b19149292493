import type { Hook, MatchResult, MatchSubject } from '../model/index.ts';
import type { ArmedHook } from './armed-hook.ts';
import type { Frame } from './frame.ts';
import type { Selected, Subjects } from './hook-index.ts';
import { indexOf, isSelected } from './hook-index.ts';

/** A hook that an event has selected, and in whose words it sees the event. */
export interface Chosen extends Selected {
  /** `own`: those of its dialect; absent: those of the host. */
  readonly words?: 'own';
}

/**
 * The hooks whose matchers accept an event, in configuration order. A hook is asked in its dialect's own words and in the host's; it
 * sees the event in those that it accepts, and in its own where it accepts both, unless the host's come first.
 */
export function selectHooks(hooks: readonly ArmedHook[], frame: Frame): readonly Chosen[] {
  const index = indexOf(hooks);
  const given = index.select(only(frame.subject));
  const own = ownSubjects(frame);
  if (own === null) return given;
  const inOwn = index.select(own).map((each): Chosen => ({ ...each, words: 'own' }));
  if (frame.place.givenFirst !== true) return together(hooks, inOwn, given);
  return together(
    hooks,
    given,
    inOwn.filter(({ armed }) => picksNames(armed.hook, frame.subject)),
  );
}

/** Asks one hook as `selectHooks` does; where it accepts nothing, the result says why in the words that count first. */
export function askHook(hook: Hook, frame: Frame): MatchResult & Pick<Chosen, 'words'> {
  const given = isSelected(hook, only(frame.subject));
  const own = ownSubjects(frame);
  if (own === null) return given;
  const inOwn: MatchResult & Pick<Chosen, 'words'> = { ...isSelected(hook, own), words: 'own' };
  if (frame.place.givenFirst !== true) return inOwn.matches || !given.matches ? inOwn : given;
  return inOwn.matches && !given.matches && picksNames(hook, frame.subject) ? inOwn : given;
}

const only = (subject: MatchSubject): Subjects => ({ subject, otherSubjects: [] });

function ownSubjects({ ownSubjects: [subject, ...otherSubjects] }: Frame): Subjects | null {
  return subject === undefined ? null : { subject, otherSubjects };
}

/**
 * Whether a hook is about particular names. One that accepts any name but the given one, such as `(?!Bash).*`, is about what a host
 * gives, and must not be asked under another name as well.
 */
const picksNames = (hook: Hook, subject: MatchSubject): boolean =>
  !isSelected(hook, only({ ...subject, text: NO_TOOL, toolName: NO_TOOL })).matches;

// No system has a tool of this name.
const NO_TOOL = 'no tool at all';

/** Those of the first list, and those of the second that are not in it, in configuration order. */
function together(hooks: readonly ArmedHook[], first: readonly Chosen[], second: readonly Chosen[]): readonly Chosen[] {
  const known = new Set(first.map(({ armed }) => armed));
  const added = second.filter(({ armed }) => !known.has(armed));
  if (added.length === 0) return first;
  if (first.length === 0) return added;
  const chosen = new Map([...first, ...added].map((each) => [each.armed, each]));
  return hooks.flatMap((armed) => chosen.get(armed) ?? []);
}
