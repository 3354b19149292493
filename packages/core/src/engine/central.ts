import type { AnyEvent, CentralRequest, CentralRule, Hook, HookPolicy, Json, Report, Verdict } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { carryWritten } from '../text/written-json.ts';
import { decode } from './decode.ts';
import type { Frame, Reading } from './frame.ts';

/** The question to a gateway about a hook that is decided there. */
export function encodeCentral({ name }: Hook, policy: CentralPolicy, { event }: Frame, runId: string): CentralRequest {
  const { org, central: rule } = policy;
  return { kind: 'central', runId, timeoutMs: rule.deadlineMs, org, hook: name, rule, event: cutEvent(event, rule) };
}

type CentralPolicy = HookPolicy & { readonly central: CentralRule };

/** Whether a hook of a policy is decided by the gateway. */
export const isCentral = (policy: HookPolicy): policy is CentralPolicy => policy.central !== undefined;

/** The parts of an event that a policy lets out; a field that the event does not have is left out. */
export function cutEvent(event: AnyEvent, { fields }: Pick<CentralRule, 'fields'>): AnyEvent {
  const paths = fields.map((field) => field.split('.'));
  const kept = cutObject(event, [...paths, ['hook_event_name']]);
  return carryWritten(event, { ...kept, hook_event_name: event.hook_event_name });
}

type Members = Readonly<Record<string, Json | undefined>>;

function cutObject(from: Members, paths: readonly (readonly string[])[]): Members {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(from)) {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    if (value === undefined || below.length === 0) continue;
    if (below.some((path) => path.length === 0)) kept[key] = value;
    else if (isJsonObject(value)) kept[key] = cutObject(value, below) as Json;
  }
  return carryWritten(from, kept);
}

/**
 * The meaning of an answer of a gateway. One that cannot be read is none, because `onUnreachable` decides then, and not
 * what the dialect says about broken output.
 */
export function decodeCentral(reading: Reading, report: Report): Verdict {
  const verdict = decode(reading, report);
  const { fault } = verdict;
  if (fault === undefined || HONEST.has(fault.code)) return verdict;
  return decode(reading, { ...report, ending: { how: 'unavailable', why: fault.message } });
}

const HONEST: ReadonlySet<string> = new Set(['unavailable', 'no_power', 'killed']);
