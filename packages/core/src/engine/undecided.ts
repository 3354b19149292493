import type { VerdictMessage } from '../model/index.ts';
import type { Plan } from './plan.ts';
import type { Ports } from './ports.ts';

/** One warning about all hooks that run only because their matchers could not decide in time; given once for each kind of event. */
export function undecidedNotices(
  plans: readonly Plan[],
  { isFirst }: Pick<Ports, 'isFirst'>,
): readonly VerdictMessage[] {
  const hooks = plans.flatMap(({ steps }) => steps.filter(({ isUndecided }) => isUndecided === true));
  const [first] = hooks;
  if (first === undefined || !isFirst(`undecided matchers on ${first.hook.event}`)) return NONE;
  const subject =
    hooks.length === 1
      ? `the matcher of ${first.hook.id} could not be decided in time: the hook runs`
      : `${hooks.length} matchers could not be decided in time, that of ${first.hook.id} first: their hooks run`;
  const text = `${subject}, since a slow pattern must not silence a guard; write simpler patterns`;
  return [{ level: 'warning', text, hook: first.hook.id }];
}

const NONE: readonly VerdictMessage[] = [];
