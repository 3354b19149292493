import type { CST, Document, Node, Pair, ParsedNode, YAMLError } from 'yaml';
import type { ConfigDocument, ExaminedText, ConfigFinding, Locate, ParsedDocument, Path } from './document.ts';
import { positionsIn } from './document.ts';
import { MOST_LEVELS } from './scan-json.ts';
import { mendEscapes } from './yaml-escapes.ts';
import type { Yaml } from './yaml-escapes.ts';

type YamlDocument = Document.Parsed<ParsedNode>;

/** Parses YAML 1.2; `firstLine` is the line of the file on which the text begins. */
export async function parseYamlDocument(text: string, firstLine = 1): Promise<ParsedDocument> {
  if (text.length > MOST_CHARACTERS) {
    return failed(`too long for YAML: ${text.length} characters; at most ${MOST_CHARACTERS} are read`, null);
  }
  const composed = await compose(text);
  if (!composed.ok) return failed(composed.why, null);
  const { yaml, tree, further } = composed;
  const positionOf = positionsFrom(text, firstLine);
  if (further !== undefined)
    return failed('one YAML document was expected, found several', positionOf(further.range[0]));
  const findings = mendEscapes(yaml, tree, text).map(({ offset, ...finding }) => ({
    ...finding,
    at: positionOf(offset),
  }));
  const [error] = errorsOf(tree);
  if (error !== undefined) return failed(`not valid YAML: ${plainSentence(error)}`, positionOf(error.pos[0]));
  return document(yaml, tree, { findings, positionOf });
}

/** All problems of a text that is not valid YAML, one per line; its meaning is never guessed. */
export async function examineYaml(text: string, firstLine = 1): Promise<ExaminedText> {
  const composed = text.length > MOST_CHARACTERS ? null : await compose(text);
  if (composed?.ok !== true || composed.further !== undefined) return { findings: [], document: null };
  const positionOf = positionsFrom(text, firstLine);
  const byLine = new Map<number, ConfigFinding>();
  for (const error of errorsOf(composed.tree)) {
    const at = positionOf(error.pos[0]);
    const message = `not valid YAML: ${plainSentence(error)}`;
    if (!byLine.has(at.line)) byLine.set(at.line, { severity: 'error', at, message, hint: null });
  }
  return { findings: [...byLine.values()], document: null };
}

type Composed =
  | { readonly ok: true; readonly yaml: Yaml; readonly tree: YamlDocument; readonly further: YamlDocument | undefined }
  | { readonly ok: false; readonly why: string };

async function compose(text: string): Promise<Composed> {
  const { default: yaml } = await import('yaml');
  const tokens = [...new yaml.Parser().parse(text)];
  // The library's composer is recursive, and deep nesting crashes the process instead of throwing.
  if (levelsOf(tokens) > MOST_LEVELS) return { ok: false, why: `nested more than ${MOST_LEVELS} levels deep` };
  const [tree, further] = withoutStacks(() => [...new yaml.Composer(OPTIONS).compose(tokens, true, text.length)]);
  return tree === undefined ? { ok: false, why: 'no YAML document was found' } : { ok: true, yaml, tree, further };
}

// A regular expression is often written in double quotes, so its escapes are handled separately.
const errorsOf = ({ errors }: YamlDocument): readonly YAMLError[] =>
  errors.filter(({ code }) => code !== 'BAD_DQ_ESCAPE');

/** A broken text gives an error for nearly every character, so their stack traces are not worth the time. */
function withoutStacks<Value>(work: () => Value): Value {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

// Beyond this, some texts that are harmless as JSON keep the YAML library busy for seconds.
const MOST_CHARACTERS = 256 * 1024;

// Duplicate keys are found below, because the library's own check takes quadratic time.
const OPTIONS = { prettyErrors: false, logLevel: 'error', uniqueKeys: false, merge: true } as const;

const failed = (message: string, at: ConfigFinding['at']): ParsedDocument => ({
  ok: false,
  finding: { severity: 'error', at, message, hint: null },
});

type PositionOf = ReturnType<typeof positionsIn>;

function positionsFrom(text: string, firstLine: number): PositionOf {
  const positionOf = positionsIn(text);
  return (offset) => ({ line: positionOf(offset).line + firstLine - 1, column: positionOf(offset).column });
}

/** The nesting depth of the syntax, computed level by level without recursion. */
function levelsOf(tokens: readonly CST.Token[]): number {
  let levels = 0;
  let level: readonly CST.Token[] = tokens;
  // The document itself and its scalars are counted here but are not nesting.
  while (level.length > 0 && levels <= MOST_LEVELS + 2) {
    level = level.flatMap(childrenOf);
    levels += 1;
  }
  return levels - 2;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((child) => child !== undefined && child !== null));
}

const plainSentence = (error: YAMLError): string => error.message.charAt(0).toLowerCase() + error.message.slice(1);

function document(
  yaml: Yaml,
  tree: YamlDocument,
  { findings, positionOf }: { readonly findings: readonly ConfigFinding[]; readonly positionOf: PositionOf },
): ParsedDocument {
  let value: unknown;
  try {
    value = tree.toJS();
  } catch (error) {
    return failed(`not usable YAML: ${error instanceof Error ? error.message : String(error)}`, null);
  }
  // An anchor may contain itself, or anchors each other, so a flat text can still be deep.
  if (isDeeperThan(value, MOST_LEVELS)) return failed(`nested more than ${MOST_LEVELS} levels deep`, null);
  const locate: Locate = (path, part) => positionOf(offsetOf(yaml, tree, path, part));
  const duplicates = duplicatesIn(yaml, tree.contents, []);
  return { ok: true, document: { value, duplicates, findings, locator: () => Promise.resolve(locate) } };
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

/** The offset of a value or its key; of its nearest ancestor when it does not exist. */
function offsetOf(yaml: Yaml, tree: YamlDocument, path: Path, part: 'key' | 'value'): number {
  let node: unknown = tree.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, step] of path.entries()) {
    if (yaml.isAlias(node)) node = node.resolve(tree);
    const pair = yaml.isMap(node) ? node.items.findLast((item) => keyOf(yaml, item) === step) : undefined;
    const child = pair === undefined ? itemOf(yaml, node, step) : pair.value;
    const isKeyWanted = index === path.length - 1 && part === 'key';
    offset = (isKeyWanted ? startOf(pair?.key) : startOf(child)) ?? startOf(pair?.key) ?? offset;
    node = child;
  }
  return offset;
}

const itemOf = (yaml: Yaml, node: unknown, step: string | number): unknown =>
  yaml.isSeq(node) && typeof step === 'number' ? node.items[step] : undefined;

/** Null for what names nothing: a list or an object as key, and a merge key, which the library reads as a symbol. */
const keyOf = (yaml: Yaml, { key }: Pair): string | null =>
  yaml.isScalar(key) && typeof key.value !== 'symbol' ? String(key.value) : null;

function startOf(node: unknown): number | null {
  const range = typeof node === 'object' && node !== null && 'range' in node ? (node as Node).range : null;
  return range?.[0] ?? null;
}

function duplicatesIn(yaml: Yaml, node: unknown, path: Path): ConfigDocument['duplicates'] {
  if (yaml.isSeq(node)) return node.items.flatMap((item, index) => duplicatesIn(yaml, item, [...path, index]));
  if (!yaml.isMap(node)) return [];
  const times = new Map<string, number>();
  const inside = node.items.flatMap((pair) => {
    const key = keyOf(yaml, pair);
    if (key === null) return [];
    times.set(key, (times.get(key) ?? 0) + 1);
    return duplicatesIn(yaml, pair.value, [...path, key]);
  });
  const here = [...times]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => ({ path: [...path, key], times: count }));
  return [...here, ...inside];
}
