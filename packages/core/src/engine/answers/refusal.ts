import type { AnswerTable, Verdict, VerdictMessage } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import type { Reading } from '../frame.ts';

/** Whether a verdict refuses the action, a requested permission, or a question of a server. */
export const isRefusal = ({ decision, extra }: Verdict): boolean =>
  decision === 'block' ||
  (isJsonObject(extra?.permission) && extra.permission['behavior'] === 'deny') ||
  extra?.action === 'decline' ||
  extra?.action === 'cancel';

/** The reason of a refusal that gives none: undefined where a refusal by exit code has none of its own, null for none. */
export function defaultReason({ frame, hook }: Reading, of: 'exit' | 'answer'): string | null | undefined {
  const { answer } = frame.dialect;
  if (frame.row.unexplained === 'without-reason') return null;
  if (of === 'answer') return usualReason(answer, hook.name, frame.native);
  return typeof answer.defaultReason === 'string' ? undefined : filledReason(answer.defaultReason.exit, frame.native);
}

/** The reason of a refusal in an answer that gives none. */
export const usualReason = ({ defaultReason: rule }: AnswerTable, hookName: string, native: string): string =>
  filledReason(typeof rule === 'string' ? rule : rule.answer, native).replaceAll('{name}', () => hookName);

const filledReason = (rule: string, native: string): string => rule.replaceAll('{event}', () => native);

/** Whether a reason is one that a hook did not give on this native event. */
export function isUsualReason({ defaultReason: rule }: AnswerTable, reason: string | null, native: string): boolean {
  const usual = typeof rule === 'string' ? [rule] : [rule.exit, rule.answer];
  return usual.some((each) => reason === filledReason(each, native));
}

/** Warns that a refusal has no effect, since the dialect ignores it in such an answer; once, if that was said before. */
export function voidRefusal({ hook }: Reading, found: Verdict): Verdict {
  if (isRefusal(found)) return { messages: [sayVoid({ hook }, 'the answer as a whole is not valid')] };
  const said = found.messages?.find(({ text }) => text.includes(VOID));
  return said === undefined ? {} : { messages: [said] };
}

const VOID = 'the refusal in its answer is void';

/** The warning that a refusal has no effect. */
export const sayVoid = ({ hook }: Pick<Reading, 'hook'>, because: string): VerdictMessage => ({
  level: 'warning',
  text: `hook "${hook.name}": ${VOID}, because ${because}; correct what the hook prints`,
  hook: hook.id,
});
