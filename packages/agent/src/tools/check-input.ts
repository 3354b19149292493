import { didYouMean, isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import type { ToolDefinition } from '../contract/model.ts';

/** What is wrong with an input by the tool's JSON Schema, in one line; null when it fits. Unknown keywords are ignored. */
export function checkInput(tool: Pick<ToolDefinition, 'name' | 'inputSchema'>, input: Json): string | null {
  const problem = checkValue(tool.inputSchema, input, '');
  return problem === null ? null : `${tool.name}: ${problem}`;
}

function checkValue(schema: Json, value: Json, at: string): string | null {
  if (!isJsonObject(schema)) return null;
  return checkType(schema, value, at) ?? checkLimits(schema, value, at) ?? checkInside(schema, value, at);
}

function checkType(schema: JsonObject, value: Json, at: string): string | null {
  const wanted = [own(schema, 'type')].flat().filter((type) => typeof type === 'string');
  if (wanted.length > 0 && !wanted.some((type) => hasType(value, type)))
    return `${nameOf(at)} must be ${wanted.map(withArticle).join(' or ')}, not ${withArticle(typeOf(value))}`;
  const choices = own(schema, 'enum');
  if (!Array.isArray(choices) || choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value)))
    return null;
  return `${nameOf(at)} must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
}

function checkLimits(schema: JsonObject, value: Json, at: string): string | null {
  const limit = (key: string): number | null => {
    const bound = own(schema, key);
    return typeof bound === 'number' ? bound : null;
  };
  const [minimum, maximum, minLength] = [limit('minimum'), limit('maximum'), limit('minLength')];
  if (typeof value === 'number' && minimum !== null && value < minimum)
    return `${nameOf(at)} must be at least ${minimum}, not ${value}`;
  if (typeof value === 'number' && maximum !== null && value > maximum)
    return `${nameOf(at)} must be at most ${maximum}, not ${value}`;
  if (typeof value === 'string' && minLength !== null && Array.from(value).length < minLength)
    return minLength === 1 ? `${nameOf(at)} is empty` : `${nameOf(at)} must have at least ${minLength} characters`;
  return null;
}

function checkInside(schema: JsonObject, value: Json, at: string): string | null {
  if (Array.isArray(value)) {
    const items = own(schema, 'items');
    const values: readonly Json[] = value;
    return firstProblem(values.entries(), ([index, item]) => checkValue(items ?? null, item, `${at}[${index}]`));
  }
  return isJsonObject(value) ? checkObject(schema, value, at) : null;
}

function checkObject(schema: JsonObject, value: JsonObject, at: string): string | null {
  const written = own(schema, 'properties');
  const properties = isJsonObject(written) ? written : {};
  const others = own(schema, 'additionalProperties');
  const path = (key: string): string => (at === '' ? key : `${at}.${key}`);
  const required = [own(schema, 'required')].flat().filter((key) => typeof key === 'string');
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `${nameOf(path(missing))} is missing`;
  return firstProblem(Object.entries(value), ([key, inner]) => {
    if (Object.hasOwn(properties, key)) return checkValue(properties[key] ?? null, inner, path(key));
    if (others !== false) return checkValue(others ?? null, inner, path(key));
    const meant = didYouMean(key, Object.keys(properties));
    return `${nameOf(path(key))} is not known${meant === null ? '' : `; did you mean "${meant}"?`}`;
  });
}

function firstProblem<Part>(parts: Iterable<Part>, check: (part: Part) => string | null): string | null {
  for (const part of parts) {
    const problem = check(part);
    if (problem !== null) return problem;
  }
  return null;
}

function hasType(value: Json, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

const nameOf = (at: string): string => (at === '' ? 'the input' : JSON.stringify(at));

/** Read through own keys only: `__proto__` may be one that a model or a server wrote. */
const own = (schema: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(schema, key) ? schema[key] : undefined;
