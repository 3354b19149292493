import { type Dialect, type EventName, type EventRow, type MatchRule, powersOf } from '@hookline/core/internal';
import type { Guard, Listening, OptionValues } from '@hookline/guards';
import { areMatchersIgnored } from '@hookline/toolbox';

/** One hook that installs a guard on an event of a system. */
export interface GuardEntry {
  readonly event: EventName;
  readonly native: string;
  readonly matcher: string | null;
  /** The words of the guard's script. */
  readonly words: readonly string[];
  readonly timeoutMs: number | null;
  readonly failsClosed: boolean;
}

/** The hooks that a guard needs in a system, and, in plain words, what it cannot do there. */
export interface GuardFit {
  readonly entries: readonly GuardEntry[];
  readonly notes: readonly string[];
}

/** Fits a guard into a system; no entry means that it cannot work there at all, and the notes say why. */
export function fitGuard(
  guard: Guard,
  dialect: Dialect,
  given: Readonly<Record<string, string>>,
  values: OptionValues,
): GuardFit {
  const found = guard.listens.map((listening) => ({ listening, native: nativeOf(dialect, listening) }));
  const events = new Set(found.flatMap(({ native, listening }) => (native === null ? [] : [listening.event])));
  const usable = found.flatMap(({ native, listening }) =>
    native === null || (listening.insteadOf !== undefined && events.has(listening.insteadOf))
      ? []
      : [{ native, listening }],
  );
  const limited = withinLimit(guard, dialect, given, values);
  return {
    entries: usable.map(({ native, listening }) => entryOf(guard, dialect, { native, listening, ...limited })),
    notes: [
      ...missing(guard, dialect, events),
      ...usable.flatMap(({ native }) => weaknesses(guard, dialect, native)),
      ...limited.notes,
    ],
  };
}

/** The system's name for an event on which the guard can do its work. */
function nativeOf(dialect: Dialect, { event, needs }: Listening): string | null {
  const [native, row] = Object.entries(dialect.events).find(([, each]) => each.means.includes(event)) ?? [null, null];
  return native === null || (needs !== undefined && !tells(row, needs)) ? null : native;
}

const tells = ({ fields }: EventRow, needed: string): boolean =>
  fields.some((field) => 'from' in field && field.from.includes(needed));

interface Limited {
  readonly settings: readonly string[];
  readonly seconds: number;
  readonly notes: readonly string[];
}

/** Where the system's own time limit cannot be set, the guard keeps below it. */
function withinLimit(
  guard: Guard,
  { shape, title }: Dialect,
  given: Readonly<Record<string, string>>,
  values: OptionValues,
): Limited {
  const settings = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  const seconds = guard.seconds(values);
  const most = shape.kind === 'flat-json' ? shape.timeoutMs / 1000 - 5 : Number.POSITIVE_INFINITY;
  if (seconds <= most || !guard.options.some(({ name }) => name === 'seconds')) return { settings, seconds, notes: [] };
  const kept = settings.filter((setting) => !setting.startsWith('seconds='));
  return {
    settings: [...kept, `seconds=${most}`],
    seconds: most,
    notes: [`${title} ends every hook after ${most + 5} s: the guard takes at most ${most} s`],
  };
}

function entryOf(
  guard: Guard,
  dialect: Dialect,
  { native, listening, settings, seconds }: Limited & { readonly native: string; readonly listening: Listening },
): GuardEntry {
  const row = dialect.events[native];
  const isClosed = guard.onFailure === 'refuse' && row?.block !== null;
  return {
    event: listening.event,
    native,
    matcher:
      listening.tools === null || areMatchersIgnored(dialect)
        ? null
        : matcherOf(row?.match ?? dialect.match, namesOf(dialect, listening.tools)),
    words: [isClosed ? 'closed' : 'open', dialect.id, native, ...settings],
    timeoutMs: dialect.shape.kind === 'flat-json' ? null : (seconds + 5) * 1000,
    failsClosed: isClosed,
  };
}

/** The names that the system itself has for the tools, and the neutral ones, which some hosts use. */
const namesOf = ({ tools }: Dialect, wanted: readonly string[]): readonly string[] => [
  ...new Set(wanted.flatMap((tool) => [tool, ...(tools[tool]?.names ?? [])])),
];

/** A matcher for any of the names; null where the system has none for that, and the guard itself looks at the name. */
function matcherOf(rule: MatchRule, names: readonly string[]): string | null {
  switch (rule) {
    case 'names-or-full-regex':
    case 'names-or-searched-regex':
    case 'names-or-valid-regex':
    case 'words-or-valid-regex':
    case 'words-or-linear-regex':
    case 'basenames-or-searched-regex':
    case 'aliases-or-valid-regex':
    case 'whole-regex':
    case 'aliases-or-whole-regex':
      return names.join('|');
    case 'searched-regex':
    case 'tool-and-content-regex':
    case 'valid-regex':
      return `^(${names.join('|')})$`;
    case 'equal':
    case 'segment-glob':
    case 'everything':
      return null;
  }
}

function missing(guard: Guard, dialect: Dialect, events: ReadonlySet<string>): readonly string[] {
  const covered = new Set([
    ...events,
    ...guard.listens.flatMap(({ event, insteadOf }) =>
      events.has(event) && insteadOf !== undefined ? [insteadOf] : [],
    ),
  ]);
  return guard.listens
    .filter(({ event, insteadOf }) => !covered.has(event) && insteadOf === undefined)
    .map(({ event, needs }) => {
      const isThere = Object.values(dialect.events).some(({ means }) => means.includes(event));
      return isThere
        ? `${dialect.title} does not give hooks ${needs ?? 'enough'} on ${event}: nothing can be done there`
        : `${dialect.title} has no ${event}: nothing can be done there`;
    });
}

/** What the guard would do on an event, and the system does not let a hook do. */
function weaknesses(guard: Guard, dialect: Dialect, native: string): readonly string[] {
  const powers = new Set<string>(powersOf(dialect, native).map(({ part }) => part));
  const waits = dialect.events[native]?.waits !== false;
  return (WISHES[guard.name] ?? [])
    .filter(
      ({ events, part }) =>
        !powers.has(part) && events.some((event) => dialect.events[native]?.means.includes(event) === true),
    )
    .map(({ otherwise }) => `${native} of ${dialect.title}${waits ? '' : ' waits for no answer, and'} ${otherwise}`);
}

interface Wish {
  readonly events: readonly EventName[];
  readonly part: string;
  readonly otherwise: string;
}

const TOOL = ['PreToolUse'] as const;

const WISHES: Readonly<Record<string, readonly Wish[]>> = {
  'dangerous-commands': [
    { events: TOOL, part: 'ask', otherwise: 'cannot ask the user: doubtful commands are blocked (option doubtful)' },
  ],
  'protected-files': [
    { events: TOOL, part: 'ask', otherwise: 'cannot ask the user: commands that cannot be understood are blocked' },
  ],
  secrets: [
    { events: TOOL, part: 'updatedInput', otherwise: 'cannot rewrite: an input that holds a secret is blocked' },
    {
      events: ['UserPromptSubmit', 'TurnStart'],
      part: 'updatedPrompt',
      otherwise: 'cannot rewrite: a prompt that holds a secret is blocked',
    },
  ],
  'format-after-edit': [
    {
      events: ['PostToolUse'],
      part: 'context',
      otherwise: 'cannot tell the model: it does not learn when the formatter fails',
    },
  ],
  'tests-before-stop': [
    { events: ['Stop'], part: 'block', otherwise: 'cannot keep the agent working: a failing test stops nothing' },
  ],
};
