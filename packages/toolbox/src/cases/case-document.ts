import type { Diagnostic, Json } from '@hookline/core';
import type { Document, Node, ParsedNode } from 'yaml';
import type * as Yaml from 'yaml';

export type Path = readonly (string | number)[];

/** The location of a value, or of its key; lines and columns count from 1. */
export type Locate = (path: Path, part?: 'key' | 'value') => { readonly line: number; readonly column: number };

/** A case file that could be parsed. */
export interface CaseDocument {
  readonly value: Json;
  readonly locate: Locate;
  /** The tree itself, for callers that write it again. */
  readonly tree: Document.Parsed<ParsedNode>;
}

const MOST_CHARACTERS = 1024 * 1024;

/** Parses YAML with the locations of its parts; or gives the location of the error. */
export async function openCaseDocument(text: string, display: string): Promise<CaseDocument | Diagnostic> {
  if (text.length > MOST_CHARACTERS)
    return problem(display, `too long: at most ${MOST_CHARACTERS} characters are read`);
  const { default: yaml } = await import('yaml');
  const lines = new yaml.LineCounter();
  const tree = yaml.parseDocument(text, { prettyErrors: false, logLevel: 'error', lineCounter: lines, merge: true });
  const [error] = tree.errors;
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (error !== undefined) {
    const said = error.message.charAt(0).toLowerCase() + error.message.slice(1);
    return { ...problem(display, `not valid YAML: ${said}`), ...at(error.pos[0]) };
  }
  const locate: Locate = (path, part = 'value') => at(offsetOf(yaml, tree, path, part));
  const value = plainValue(tree);
  if (value === undefined)
    return problem(display, 'not usable YAML: it is nested too deeply, or contains itself through its anchors');
  return { value, locate, tree };
}

/** Anchors can make a few lines endless: a file that is not JSON data is not a case file. */
function plainValue(tree: Document.Parsed<ParsedNode>): Json | undefined {
  try {
    return JSON.parse(JSON.stringify(tree.toJS() ?? null)) as Json;
  } catch {
    return undefined;
  }
}

/** For a missing value, its nearest ancestor. */
function offsetOf(
  yaml: typeof Yaml.default,
  tree: Document.Parsed<ParsedNode>,
  path: Path,
  part: 'key' | 'value',
): number {
  let node: unknown = tree.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, step] of path.entries()) {
    const pair = yaml.isMap(node)
      ? node.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === step)
      : undefined;
    const item: unknown = yaml.isSeq(node) && typeof step === 'number' ? node.items[step] : undefined;
    const child = pair === undefined ? item : pair.value;
    if (child === undefined) return offset;
    const wantsKey = part === 'key' && index === path.length - 1;
    offset = (wantsKey ? startOf(pair?.key) : startOf(child)) ?? startOf(pair?.key) ?? offset;
    node = yaml.isAlias(child) ? child.resolve(tree) : child;
  }
  return offset;
}

const startOf = (node: unknown): number | null =>
  typeof node === 'object' && node !== null && 'range' in node ? ((node as Node).range?.[0] ?? null) : null;

const problem = (file: string, message: string): Diagnostic => ({
  severity: 'error',
  file,
  line: 1,
  column: 1,
  message,
  hint: null,
});
