import type { AnswerField, AnyEvent, FieldMeaning, Json } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import type { AnswerContent } from './answer-content.ts';
import type { AnswerTarget } from './answer.ts';

/** The field of an answer to the event that has a meaning; undefined where none has it, for this tool. */
export function fieldFor({ dialect, native, event }: AnswerTarget, meaning: FieldMeaning): AnswerField | undefined {
  const rows = dialect.answer.fields.filter(
    ({ gives, on, notWhen }) => gives === meaning && (on?.includes(native) ?? true) && !isExcepted(notWhen, event),
  );
  const tool = event?.['tool_name'];
  const isOfServer = typeof tool === 'string' && tool.startsWith('mcp__');
  return rows.findLast((each) => each.onlyForMcp !== true) ?? (isOfServer ? rows.at(-1) : undefined);
}

function isExcepted(notWhen: AnswerField['notWhen'], event: AnyEvent | undefined): boolean {
  const value = notWhen === undefined ? undefined : event?.[notWhen.field];
  return typeof value === 'string' && notWhen?.isOneOf.includes(value) === true;
}

/** A text in the form of the field. */
export const valueFor = ({ takes }: AnswerField, value: Json): Json =>
  takes === 'result-text' && typeof value === 'string' ? { resultType: 'success', textResultForLlm: value } : value;

/** A value under its key, or its parts under theirs. */
export const keysOf = (known: AnswerField, value: Json): readonly (readonly [string, Json])[] =>
  known.parts !== undefined && isJsonObject(value)
    ? Object.entries(value).filter(([name]) => name === known.key || known.parts?.includes(name) === true)
    : [[known.key, valueFor(known, value)]];

/** What is told under the key that a refusal's reason is given in goes with the reason. */
export function withMessagesInReason(content: AnswerContent, target: AnswerTarget): AnswerContent {
  const { reason, messages } = content;
  const key = fieldFor(target, 'message')?.key;
  const isShared = target.dialect.answer.decisions.some(
    ({ givesReasonIn, on }) => givesReasonIn !== undefined && givesReasonIn === key && on?.includes(target.native),
  );
  if (!isShared || messages.length === 0) return content;
  return { ...content, reason: [...(reason === null ? [] : [reason]), ...messages].join('\n'), messages: [] };
}
