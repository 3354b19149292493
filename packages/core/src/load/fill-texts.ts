import type { Json, LoadVariables } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import type { FoundFile } from './discover.ts';
import { pathsOf } from './resolve-based.ts';

/** A value of a file with the variables in its texts replaced, as its location says; the same value where it has none. */
export function fillTexts(value: Json, found: Pick<FoundFile, 'variables' | 'place' | 'plugin'>): Json {
  const { variables } = found;
  return variables === undefined ? value : filled(value, (text) => fillText(text, variables, found));
}

function filled(value: Json, fill: (text: string) => string): Json {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => filled(item, fill));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, filled(child, fill)]));
}

function fillText(text: string, variables: LoadVariables, found: Pick<FoundFile, 'place' | 'plugin'>): string {
  if (!text.includes('$')) return text;
  if (typeof variables === 'object')
    return text.replaceAll(BRACED, (whole, name: string) => {
      const known = Object.hasOwn(variables, name) ? variables[name] : undefined;
      return (known === undefined ? null : PLACES[known](found)) ?? whole;
    });
  const { env } = found.place;
  return text.replaceAll(NAMED, (whole, bare: string | undefined, braced: string | undefined) => {
    const [name, usual] = bare === undefined ? partsOf(braced ?? '', variables) : [bare];
    return (Object.hasOwn(env, name) ? env[name] : undefined) ?? usual ?? whole;
  });
}

// A name in a loop that ends at the first brace: no text makes it slow.
const NAMED = /\$(?:(\w+)|\{([^}]+)\})/g;
const BRACED = /\$\{([^}]+)\}/g;

function partsOf(braced: string, variables: LoadVariables): readonly [string, string?] {
  const at = variables === 'environment-or-default' ? braced.indexOf(':-') : -1;
  return at === -1 ? [braced] : [braced.slice(0, at), braced.slice(at + 2)];
}

const PLACES = {
  'plugin-folder': ({ plugin }) => plugin?.folder ?? null,
  project: ({ place }) => place.project,
  separator: ({ place }) => pathsOf(place).sep,
} as const satisfies Readonly<Record<string, (found: Pick<FoundFile, 'place' | 'plugin'>) => string | null>>;
