import { DIALECTS, EVENT_NAMES, type JsonObject } from '@hookline/core/internal';
import { EXAMPLE_TOOLS } from './example-tools.ts';

/** One key of a case file: its meaning, and its allowed values, as JSON Schema. */
interface CaseKey {
  readonly about: string;
  readonly schema: JsonObject;
}

export type CaseKeys = Readonly<Record<string, CaseKey>>;

const TEXT: JsonObject = { type: 'string' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const TEXT_OR_TEXTS: JsonObject = { anyOf: [TEXT, TEXTS] };
const DIALECT: JsonObject = { type: 'string', enum: DIALECTS.map(({ id }) => id) };
const ONE_TEXT: JsonObject = {
  anyOf: [
    { type: 'string', description: 'The exact text, or /a regular expression/.' },
    { type: 'object', required: ['contains'], additionalProperties: false, properties: { contains: TEXT } },
  ],
};
const MESSAGE: JsonObject = {
  anyOf: [
    ...(ONE_TEXT['anyOf'] as readonly JsonObject[]),
    {
      type: 'object',
      required: ['text'],
      additionalProperties: false,
      properties: { level: { type: 'string', enum: ['info', 'warning', 'error'] }, text: ONE_TEXT },
    },
  ],
};
const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });
const orList = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'array', items: schema }] });

/** The decisions that a case may expect. */
export const DECISIONS = ['none', 'allow', 'ask', 'block'] as const;

/** The words that replace a whole expectation. */
export const SHORT_EXPECTATIONS = [...DECISIONS, 'snapshot'] as const;

/** The keys under `expect`. */
export const EXPECT_KEYS: CaseKeys = {
  decision: { about: 'none, allow, ask or block.', schema: { type: 'string', enum: [...DECISIONS] } },
  reason: { about: 'Why it was decided so; null: no reason.', schema: orNull(ONE_TEXT) },
  effect: { about: 'What the block does, such as deny_tool.', schema: TEXT },
  updatedInput: {
    about: 'The whole input of the tool as hooks rewrote it; null: not rewritten.',
    schema: { type: ['object', 'null'] },
  },
  updatedToolOutput: { about: 'The output of the tool as hooks rewrote it; null: not rewritten.', schema: {} },
  updatedPrompt: { about: 'The prompt as hooks rewrote it; null: not rewritten.', schema: orNull(ONE_TEXT) },
  context: {
    about: 'Context for the model: one that must be among it, or the list of all of it.',
    schema: orList(ONE_TEXT),
  },
  messages: {
    about: 'Messages for the user: one that must be among them, or the list of all.',
    schema: orList(MESSAGE),
  },
  hooks: {
    about: 'The hooks that ran, in order: names or ids; or each with its status. Without it at least one must run.',
    schema: { anyOf: [TEXTS, { type: 'object', additionalProperties: { type: ['string', 'null'] } }] },
  },
  faults: {
    about: 'Codes of the faults, in order, such as timeout. Without it no hook may fail.',
    schema: TEXTS,
  },
  extra: {
    about: 'Further answers, such as worktreePath; only the keys that are named are compared.',
    schema: { type: 'object' },
  },
  within: {
    about: 'The longest time that all hooks together may take, such as 500ms or 2s.',
    schema: { anyOf: [TEXT, { type: 'number' }] },
  },
};

const EXPECT: JsonObject = {
  anyOf: [
    { type: 'string', enum: [...SHORT_EXPECTATIONS] },
    { type: 'object', additionalProperties: false, properties: propertiesOf(EXPECT_KEYS) },
  ],
};

/** The keys that a case and a whole file may have. */
const SHARED_KEYS: CaseKeys = {
  dialect: {
    about: 'Only the hooks of this system, or of these.',
    schema: { anyOf: [DIALECT, { type: 'array', items: DIALECT }] },
  },
  hooks: { about: 'Only these hooks take part: names, ids, or the end of a path.', schema: TEXT_OR_TEXTS },
};

/** The keys of one case. */
export const CASE_KEYS: CaseKeys = {
  name: { about: 'What the case shows, as a sentence.', schema: TEXT },
  example: {
    about: 'A ready-made event by its name: neutral, such as PreToolUse, or native.',
    schema: { type: 'string', examples: [...EVENT_NAMES] },
  },
  event: { about: 'The event itself: neutral, or with a dialect as that system sends it.', schema: { type: 'object' } },
  fixture: { about: 'A JSON file that holds the event, seen from this file.', schema: TEXT },
  tool: { about: 'The tool of a ready-made event.', schema: { type: 'string', enum: [...EXAMPLE_TOOLS] } },
  with: { about: 'Fields that replace those of the event.', schema: { type: 'object' } },
  ...SHARED_KEYS,
  expect: { about: 'What must come of it.', schema: EXPECT },
  prove: {
    about: 'Makes the case a canary of `hookline prove`: must block or must pass.',
    schema: { type: 'string', enum: ['must block', 'must pass'] },
  },
  hook: { about: 'The hook that the canary is for: a name or an id.', schema: TEXT },
  skip: { about: 'true: the case is not run.', schema: { type: 'boolean' } },
};

/** The keys at the top of a case file. */
export const FILE_KEYS: CaseKeys = {
  project: {
    about: 'The project under test, seen from this file; by default the one that is asked for.',
    schema: TEXT,
  },
  ...SHARED_KEYS,
  hook: { about: 'The hook that the canaries are for: a name or an id.', schema: TEXT },
  cases: {
    about: 'The cases.',
    schema: {
      type: 'array',
      items: { type: 'object', additionalProperties: false, properties: propertiesOf(CASE_KEYS) },
    },
  },
};

/** The JSON Schema (draft-07) of case files. */
export const caseFileSchema = (): JsonObject => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'hookline cases (*.hooktest.yaml)',
  type: 'object',
  required: ['cases'],
  additionalProperties: false,
  properties: propertiesOf(FILE_KEYS),
});

function propertiesOf(keys: CaseKeys): JsonObject {
  return Object.fromEntries(
    Object.entries(keys).map(([key, { about, schema }]) => [key, { description: about, ...schema }]),
  );
}
