import { basename } from 'node:path';
import { didYouMean, frontMatterOf } from '@hookline/core/internal';
import { problemLine } from '../files/problem-line.ts';
import type { FileProblem } from '../files/problem-line.ts';
import { GENERAL_PURPOSE } from './agent-type.ts';
import type { AgentType } from './agent-type.ts';
import { readYamlFields } from '../files/yaml-fields.ts';
import type { Field, FieldValue } from '../files/yaml-fields.ts';

export interface ParsedAgentType {
  /** null when the file cannot be used; the one problem says why. */
  readonly type: AgentType | null;
  readonly problems: readonly string[];
}

/** Reads one definition; `display` is how messages name the file. Never throws, whatever the text. */
export async function parseAgentType(text: string, file: string, display: string): Promise<ParsedAgentType> {
  const refused = (refusal: Refusal): ParsedAgentType => ({
    type: null,
    problems: [problemLine({ ...refusal, file: display })],
  });
  const matter = frontMatterOf(text);
  if (!matter.ok) return refused({ line: matter.line, ...NO_FRONT_MATTER[matter.problem] });
  const read = await readYamlFields(matter.text, matter.firstLine);
  if (!read.ok) return refused({ ...read, hint: 'quote strings that hold ": " or begin with a special character' });
  const known = read.fields.filter(({ key }) => Object.hasOwn(KEYS, key));
  const bad = known.find((field) => !isGood(field));
  if (bad !== undefined) return refused(refusalOf(bad));
  const values = Object.fromEntries(known.map(({ key, value }) => [key, value]));
  const description = values['description'];
  if (typeof description !== 'string') return refused({ line: matter.firstLine - 1, ...NO_DESCRIPTION });
  const name = textOr(values['name'], basename(file, '.md'));
  if (!NAME.test(name))
    return refused({ line: matter.firstLine - 1, message: `"${name}" is no name`, hint: NAME_RULE });
  const type = typeOf(values, { name, description, file, prompt: matter.body });
  return { type, problems: read.fields.filter(({ key }) => !Object.hasOwn(KEYS, key)).map(unknownIn(display)) };
}

type Refusal = Omit<FileProblem, 'file'>;

const FENCES = 'begin with keys between two --- lines: description, and others';
const NO_FRONT_MATTER = {
  'empty file': { message: 'the file is empty', hint: FENCES },
  'no front matter': { message: 'there is no front matter', hint: FENCES },
  'not closed': { message: 'the front matter is not closed', hint: FENCES },
} as const;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const NAME_RULE = 'use letters, digits, "-", "_" and "." (at most 64)';
const NO_DESCRIPTION = { message: 'description is missing', hint: 'add "description: when to use this sub-agent"' };

interface KeyRule {
  readonly accepts: (value: FieldValue) => boolean;
  readonly expected: string;
}

const isFilled = (value: FieldValue): value is string => typeof value === 'string' && value.trim() !== '';

const KEYS: Readonly<Record<string, KeyRule>> = {
  name: { accepts: isFilled, expected: 'a string' },
  description: { accepts: isFilled, expected: 'a string' },
  tools: {
    accepts: (value) => value === null || typeof value === 'string' || Array.isArray(value),
    expected: 'a list of names, or names with commas between',
  },
  model: { accepts: (value) => value === null || isFilled(value), expected: 'a string such as openai/NAME' },
  max_turns: {
    accepts: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value > 0,
    expected: 'a whole number above 0',
  },
  isolation: { accepts: (value) => value === null || value === 'worktree', expected: '"worktree", or left out' },
};

const isGood = ({ key, value }: Field): boolean => KEYS[key]?.accepts(value) === true;

const refusalOf = ({ key, value, line }: Field): Refusal => ({
  line,
  message: `${key} must be ${KEYS[key]?.expected}, not ${shown(value)}`,
  hint: `fix ${key}`,
});

function shown(value: FieldValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (typeof value === 'number') return String(value);
  return 'other' in value ? value.other : 'a list';
}

const textOr = (value: FieldValue | undefined, otherwise: string): string =>
  typeof value === 'string' ? value.trim() : otherwise;

type Values = Readonly<Record<string, FieldValue>>;

const typeOf = (values: Values, fixed: Pick<AgentType, 'name' | 'description' | 'prompt' | 'file'>): AgentType => ({
  ...fixed,
  prompt: fixed.prompt === '' ? GENERAL_PURPOSE.prompt : fixed.prompt,
  tools: toolsOf(values['tools'] ?? null),
  model: textOr(values['model'], 'inherit') === 'inherit' ? null : textOr(values['model'], ''),
  maxTurns: typeof values['max_turns'] === 'number' ? values['max_turns'] : null,
  isolation: values['isolation'] === 'worktree' ? 'worktree' : null,
});

function toolsOf(value: FieldValue): readonly string[] | null {
  const words =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? (value as readonly string[]) : null;
  const names = words?.map((word) => word.trim()).filter((word) => word !== '') ?? null;
  return names === null || names.includes('*') ? null : names;
}

const unknownIn =
  (file: string) =>
  ({ key, line }: Field): string => {
    const meant = didYouMean(key, Object.keys(KEYS));
    const hint = meant === null ? `known are ${Object.keys(KEYS).join(', ')}` : `did you mean "${meant}"?`;
    return problemLine({ file, line, message: `unknown key "${key}"`, hint });
  };
