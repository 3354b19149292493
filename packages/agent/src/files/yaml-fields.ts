import type * as Yaml from 'yaml';

/** A value of the front matter, as far as one is understood here; `other` says what came instead. */
export type FieldValue = string | number | null | readonly string[] | { readonly other: string };

export interface Field {
  readonly key: string;
  readonly value: FieldValue;
  readonly line: number;
}

/** The keys of a YAML text in the order written; nothing in it is evaluated, and no alias is followed. */
export type YamlFields =
  | { readonly ok: true; readonly fields: readonly Field[] }
  | { readonly ok: false; readonly message: string; readonly line: number };

const MOST_CHARACTERS = 16 * 1024;

/** Reads one level of keys; `firstLine` is the line of the file on which the text begins. */
export async function readYamlFields(text: string, firstLine: number): Promise<YamlFields> {
  const failed = (message: string, line = firstLine): YamlFields => ({ ok: false, message, line });
  if (text.length > MOST_CHARACTERS) return failed(`the front matter is longer than ${MOST_CHARACTERS} characters`);
  const { default: yaml } = await import('yaml');
  const counter = new yaml.LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line + firstLine - 1;
  const document = yaml.parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) return failed(`not valid YAML: ${plainSentence(error.message)}`, lineAt(error.pos[0]));
  if (!yaml.isMap(document.contents)) return failed('the front matter must be keys with values');
  const fields = document.contents.items.map(({ key, value }): Field => {
    const name = yaml.isScalar(key) ? String(key.value) : '?';
    const offset = startOf(yaml.isNode(value) ? value : key);
    return { key: name, value: valueOf(yaml, value), line: lineAt(offset) };
  });
  return { ok: true, fields };
}

const plainSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const startOf = (node: unknown): number => (node as Yaml.Node | null)?.range?.[0] ?? 0;

function valueOf(yaml: typeof Yaml.default, node: unknown): FieldValue {
  if (node === null) return null;
  if (yaml.isScalar(node)) return scalarOf(node.value);
  if (!yaml.isSeq(node)) return { other: yaml.isMap(node) ? 'an object' : 'an alias' };
  const items = node.items.map((item) => (yaml.isScalar(item) ? scalarOf(item.value) : { other: 'a nested list' }));
  return items.every((item) => typeof item === 'string') ? items : { other: 'a list with other things than strings' };
}

function scalarOf(value: unknown): Exclude<FieldValue, readonly string[]> {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return { other: typeof value === 'boolean' ? String(value) : 'something else' };
}
