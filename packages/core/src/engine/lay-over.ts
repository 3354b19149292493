import type { JsonObject, Scope, Verdict, VerdictMessage } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { isRefusal } from './answers/refusal.ts';
import { decode } from './decode.ts';
import type { Said } from './fold.ts';
import type { Frame } from './frame.ts';
import { frameFor } from './plan.ts';
import type { Ran } from './ports.ts';

/** Whether the answers to an event are laid over each other, key by key. */
export const isLaidOver = ({ row }: Pick<Frame, 'row'>): boolean => row.fold !== undefined;

/**
 * The answers of several hooks as one: of each key the last counts, also where that undoes a refusal, but never one of
 * a wider scope. A refusal that stands for a failure is no answer, and is not undone either.
 */
export function layOver(ran: readonly Ran[], frame: Frame): readonly Said[] {
  const answered = ran.filter(({ verdict }) => verdict.answer !== undefined);
  if (!hasAny(answered) || answered.length === 1) return ran.map(saidBy);
  const last = together(answered, frame);
  const wider = WIDER.map((scopes) => answered.filter(({ step }) => scopes.includes(step.hook.scope)))
    .flatMap((some) => (hasAny(some) ? [together(some, frame)] : []))
    .find(({ verdict }) => isRefusal(verdict));
  const standing = wider !== undefined && !isRefusal(last.verdict) ? wider : last;
  return [...ran.map((each) => (answered.includes(each) ? told(each, standing, last) : saidBy(each))), standing];
}

/** Scopes whose refusals the hooks of others do not undo. */
const WIDER: readonly (readonly Scope[])[] = [['managed'], ['managed', 'user']];

const hasAny = (some: readonly Ran[]): some is readonly [Ran, ...Ran[]] => some.length > 0;

const saidBy = ({ step, verdict }: Ran): Said => ({ hook: step.hook, verdict });

/** What all of these answers say together; it is said by the last that refuses, else by the last. */
function together(answered: readonly [Ran, ...Ran[]], frame: Frame): Said {
  const last = answered.at(-1) ?? answered[0];
  const isDeep = frame.row.fold === 'laid-over-deep';
  const merged = answered.reduce<JsonObject>((below, { verdict }) => over(below, verdict.answer ?? {}, isDeep), {});
  const reading = { hook: last.step.runs ?? last.step.hook, frame: frameFor(last.step, frame), background: false };
  const report = { ...last.report, ending: { how: 'answered' }, stderr: '', truncated: [] } as const;
  const { messages: _messages, ...verdict } = decode(reading, { ...report, stdout: JSON.stringify(merged) });
  const refusing = isRefusal(verdict) ? answered.findLast((each) => isRefusal(each.verdict)) : undefined;
  return { hook: (refusing ?? last).step.hook, verdict };
}

/** One answer over another, key by key; of two objects under one key both count where that goes deeper. */
function over(below: JsonObject, above: JsonObject, isDeep: boolean): JsonObject {
  const keys = Object.entries(above).map(([key, value]) => {
    const under = isDeep && Object.hasOwn(below, key) ? below[key] : undefined;
    return [key, isJsonObject(under) && isJsonObject(value) ? { ...under, ...value } : value] as const;
  });
  return { ...below, ...Object.fromEntries(keys) };
}

/** One of the answers: what it decides is said by all together, and a refusal that does not count is reported. */
function told({ step: { hook }, verdict }: Ran, standing: Said, last: Said): Said {
  const { messages = [], fault, notes } = verdict;
  const parts: Verdict = { ...(fault === undefined ? {} : { fault }), ...(notes === undefined ? {} : { notes }) };
  const warnings: readonly VerdictMessage[] =
    isRefusal(verdict) && !isRefusal(standing.verdict)
      ? [
          {
            level: 'warning',
            text: `the refusal of ${hook.id} is undone by ${last.hook.id}, whose answer comes later`,
            hook: hook.id,
          },
        ]
      : [];
  const all = [...messages, ...warnings];
  return { hook, verdict: all.length === 0 ? parts : { ...parts, messages: all } };
}
