import {
  type Dialect,
  DIALECTS,
  type Hook,
  type HooksOptions,
  powersOf,
  readHooks,
  readTimeline,
  recordFolder,
} from '@hookline/core/internal';
import { type NamedText, textsOf } from '../../evidence/evidence.ts';
import { saysRefusal, strangeRefusal } from '../../evidence/words-of-power.ts';
import { type Check, type DoctorPlace, warning } from './check.ts';

/**
 * Hooks that refuse where their system gives a refusal no effect: seen in their scripts or their recorded runs. Runs
 * nothing.
 */
export async function voidRefusalChecks(place: HooksOptions & DoctorPlace): Promise<readonly Check[]> {
  const wanted = DIALECTS.filter(({ id }) => place.dialects?.includes(id) ?? true);
  const refused = refusedInVain(place);
  const found = await Promise.all(
    wanted.map(async (dialect) => {
      const { user, project } = await readHooks(dialect.id, place);
      return checksOf([...user, ...project], dialect, { place, refused });
    }),
  );
  return found.flat();
}

interface DoctorKnowledge {
  readonly place: DoctorPlace;
  /** How many recorded runs of a hook refused without effect, by its id and name. */
  readonly refused: ReadonlyMap<string, number>;
}

/** A bundle contains the words of every answer, so they are no evidence. */
const MOST_BYTES = 65_536;

function checksOf(hooks: readonly Hook[], dialect: Dialect, { place, refused }: DoctorKnowledge): readonly Check[] {
  const scripts = new Map(hooks.map((hook) => [hook, textsOf(hook, [place.project, place.home], MOST_BYTES)]));
  const effective = hooks.filter((hook) => canRefuse(hook, dialect)).flatMap((hook) => scripts.get(hook) ?? []);
  return hooks.flatMap((hook) => {
    const strange = strangeCheck(hook, dialect, scripts.get(hook) ?? []);
    if (strange !== null) return [strange];
    const runs = refused.get(keyOf(hook)) ?? 0;
    const text = canRefuse(hook, dialect) ? undefined : refusingText(hook, dialect, scripts.get(hook) ?? [], effective);
    if (runs === 0 && text === undefined) return [];
    const seen = runs > 0 ? `in ${runs} recorded ${runs === 1 ? 'run' : 'runs'}` : `in ${text?.name ?? ''}`;
    const advice = `put it on an event that can be stopped: hookline events --dialect ${dialect.id}`;
    return [
      warning('hooks', hook.id, `refuses nothing: ${whyVoid(hook, dialect)}, and it refuses (seen ${seen})`, advice),
    ];
  });
}

/** A refusal that its system does not understand is a failure of the hook, and lets the action go on. */
function strangeCheck(hook: Hook, dialect: Dialect, texts: readonly NamedText[]): Check | null {
  if (hook.onFault === 'block' || dialect.events[hook.event]?.onFault === 'block') return null;
  for (const { name, text } of texts) {
    const words = strangeRefusal(text, hook, dialect, DIALECTS);
    if (words === null) continue;
    const advice = `answer in the words of ${dialect.id}, or exit with 2: docs/reference/dialects/${dialect.id}.md`;
    return warning(
      'hooks',
      hook.id,
      `refuses nothing: ${words} means nothing to ${dialect.id} (seen in ${name})`,
      advice,
    );
  }
  return null;
}

/** In a script that also serves an event which can be stopped, the refusals are for that event. */
const refusingText = (
  hook: Hook,
  dialect: Dialect,
  texts: readonly NamedText[],
  effective: readonly NamedText[],
): NamedText | undefined =>
  texts.find(
    ({ name, text }) =>
      saysRefusal(text, hook, dialect) && !effective.some((other) => other.name === name && other.text === text),
  );

type Listens = Pick<Hook, 'event' | 'background'>;

const canRefuse = ({ event, background }: Listens, dialect: Dialect): boolean =>
  !background && powersOf(dialect, event).some(({ part }) => part === 'block' || part === 'permission');

function whyVoid(hook: Listens, dialect: Dialect): string {
  const { event, background } = hook;
  if (background) return 'nothing waits for a hook in the background';
  return canRefuse(hook, dialect)
    ? `some ${event} events of ${dialect.id} cannot be stopped`
    : `${dialect.id} lets no hook stop ${event}`;
}

const keyOf = ({ id, name }: Pick<Hook, 'id' | 'name'>): string => `${id}\n${name}`;

const MOST_DECISIONS = 1000;

function refusedInVain({ env, home, project }: DoctorPlace): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const decision of readTimeline(recordFolder(env, home), { limit: MOST_DECISIONS }))
    for (const run of [...decision.hooks, ...decision.background])
      if (run.fault?.code === 'no_power' && (run.scope === 'user' || decision.project === project))
        counts.set(keyOf(run), (counts.get(keyOf(run)) ?? 0) + 1);
  return counts;
}
