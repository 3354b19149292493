import type { Json } from '@hookline/core';

/** The placeholder in case files for the folder of the project. */
const PROJECT = '${project}';

/** A value in which every string has the project's folder instead of the placeholder. */
export const withProject = <Value extends Json>(value: Value, project: string): Value =>
  inTexts(value, (text) => text.replaceAll(PROJECT, project)) as Value;

/** The reverse: a value that holds wherever the project is. */
export const withoutProject = (value: Json, project: string): Json =>
  project === '/' ? value : inTexts(value, (text) => text.replaceAll(project, PROJECT));

function inTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inTexts(item, change));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, change)]));
}
