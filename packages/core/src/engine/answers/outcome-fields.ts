import type { FieldMeaning, JsonObject, Report, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { likeWritten } from '../../text/like-written.ts';
import { writtenJson } from '../../text/written-json.ts';
import { badOutput } from '../fault.ts';
import type { Reading } from '../frame.ts';

const FIELDS = ['blocked', 'reason', 'updated_input', 'updated_output', 'additional_context', 'end_turn'] as const;
type Field = (typeof FIELDS)[number];

/** What a python callable or a module returned: an object with the outcome fields, or nothing. */
export function readOutcomeFields(reading: Reading, { value, wrong: lost }: Report): Verdict {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) return { fault: badOutput(reading, 'it returned something that is no outcome') };
  const refused = refusal(reading, value);
  const wrong = FIELDS.find((field) => !isOfType(field, value[field]));
  const why = lost ?? (wrong === undefined ? undefined : `${wrong} is not ${EXPECTED[wrong]}`);
  const fault = why === undefined ? {} : { fault: badOutput(reading, why) };
  // A field of the wrong type invalidates the answer, but never the refusal beside it.
  if (why !== undefined && refused.decision === undefined) return fault;
  const unknown = Object.keys(value).filter((key) => !(FIELDS as readonly string[]).includes(key));
  const notes = unknown.length === 0 ? {} : { notes: [`unknown outcome fields were ignored: ${unknown.join(', ')}`] };
  return { ...given(reading, value), ...refused, ...notes, ...fault };
}

function isOfType(field: Field, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (field) {
    case 'blocked':
    case 'end_turn':
      return typeof value === 'boolean';
    case 'reason':
      return typeof value === 'string';
    case 'updated_input':
      return isJsonObject(value);
    case 'updated_output':
    case 'additional_context':
      return true;
  }
}

const EXPECTED: Readonly<Record<Field, string>> = {
  blocked: 'true or false',
  end_turn: 'true or false',
  reason: 'a text',
  updated_input: 'an object',
  updated_output: 'JSON',
  additional_context: 'a text',
};

function refusal(reading: Reading, value: Readonly<Record<string, unknown>>): Verdict {
  const endsTurn = value['end_turn'] === true && reading.frame.row.endsTurn === true;
  if (value['blocked'] !== true && !endsTurn) return {};
  const given = value['reason'];
  const reason = isFilled(given) ? asText(given) : '';
  return {
    decision: 'block',
    ...(reason.trim() === '' ? {} : { reason }),
    ...(endsTurn ? { effect: 'end_turn' } : {}),
  };
}

function given(reading: Reading, value: Readonly<Record<string, unknown>>): Verdict {
  const input = value['updated_input'];
  const output = value['updated_output'];
  const context = value['additional_context'];
  return {
    ...(isJsonObject(input) && takes(reading, 'updatedInput') ? { updatedInput: asWritten(reading, input) } : {}),
    ...(isFilled(output) && takes(reading, 'updatedToolOutput') ? { updatedToolOutput: asText(output) } : {}),
    ...(isFilled(context) && takes(reading, 'context') ? { context: [asText(context)] } : {}),
  };
}

/** Python keeps numbers as they are; those of a module are JavaScript's. */
const asWritten = ({ hook, frame }: Reading, input: JsonObject): JsonObject =>
  hook.handler.kind === 'module' ? likeWritten(frame.event['tool_input'], input) : input;

/** Whether the dialect accepts this field on this event. */
const takes = (reading: Reading, meaning: FieldMeaning): boolean =>
  reading.frame.dialect.answer.fields.some(
    (field) => field.gives === meaning && (field.on?.includes(reading.frame.native) ?? true),
  );

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const asText = (value: unknown): string => (typeof value === 'string' ? value : writtenJson(value));
