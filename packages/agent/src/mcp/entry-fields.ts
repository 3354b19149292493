import { didYouMean, isJsonObject, type Json, type JsonObject, type Path } from '@hookline/core/internal';

/** Where and for whom an entry is read. */
export interface Reading {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says where a member stands, such as `.mcp.json:4:9`. */
  readonly at: (path: Path) => string;
}

/** The unknown keys of one object, each with the one that was likely meant. */
export function unknownKeys(
  value: JsonObject,
  known: readonly string[],
  path: readonly string[],
  reading: Reading,
): readonly string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = didYouMean(key, known);
      const advice = near === null ? `known here: ${known.join(', ')}` : `did you mean "${near}"?`;
      return `${reading.at([...path, key])} unknown key "${key}" is ignored; ${advice}`;
    });
}

/** Reads the members of one entry with their variables filled in, and keeps what is wrong with them. */
export class EntryFields {
  readonly problems: string[] = [];
  readonly #entry: JsonObject;
  readonly #path: readonly string[];
  readonly #reading: Reading;

  constructor(entry: JsonObject, path: readonly string[], reading: Reading) {
    this.#entry = entry;
    this.#path = path;
    this.#reading = reading;
  }

  /** A string; null when it is absent or wrong. */
  text(key: string): string | null {
    const value = this.#entry[key];
    return value === undefined ? null : this.#expanded(value, [key]);
  }

  texts(key: string): readonly string[] {
    const value = this.#entry[key] ?? [];
    if (!Array.isArray(value)) this.refuse([key], 'expected a list of strings');
    return Array.isArray(value) ? value.map((item: Json, index) => this.#expanded(item, [key, index]) ?? '') : [];
  }

  textByName(key: string): Readonly<Record<string, string>> {
    const value = this.#entry[key] ?? {};
    if (!isJsonObject(value)) this.refuse([key], 'expected an object of strings');
    const members = isJsonObject(value) ? Object.entries(value) : [];
    return Object.fromEntries(members.map(([name, item]) => [name, this.#expanded(item, [key, name]) ?? '']));
  }

  refuse(keys: Path, why: string): void {
    const path = [...this.#path, ...keys];
    this.problems.push(`${this.#reading.at(path)} server "${this.#path.at(-1) ?? ''}" is not used: ${why}`);
  }

  #expanded(value: Json, keys: Path): string | null {
    if (typeof value !== 'string' || value.includes('\0')) {
      this.refuse(keys, `expected a string for "${keys.join('.')}"`);
      return null;
    }
    const expanded = expandVariables(value, this.#reading.env);
    if (expanded.ok) return expanded.text;
    this.refuse(keys, `the variable ${expanded.unset} is not set; set it, or write \${${expanded.unset}:-default}`);
    return null;
  }
}

/** A string with its variables expanded, or the name of the first one that is not set and has no default. */
type Expanded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly unset: string };

/** Replaces `${NAME}` and `${NAME:-default}`; everything else, and what comes out of a variable, stays as it is. */
export function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const unset: string[] = [];
  const expanded = text.replace(VARIABLE, (whole, name: string, otherwise: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    // As in a shell, `:-` also stands in for an empty value.
    if (value !== undefined && (value !== '' || otherwise === undefined)) return value;
    if (otherwise === undefined) unset.push(name);
    return otherwise ?? whole;
  });
  const [first] = unset;
  return first === undefined ? { ok: true, text: expanded } : { ok: false, unset: first };
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;
