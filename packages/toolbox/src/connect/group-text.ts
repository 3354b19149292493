import { isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import type { Node, parseTree } from 'jsonc-parser';
import type { ExtendedText, MadeParts, ReducedText } from './entry-format.ts';

/** One group of handlers that is appended to the list of an event. */
export interface AddedGroup {
  readonly event: string;
  readonly group: JsonObject;
}

type Parse = typeof parseTree;

const HOOKS = 'hooks';
const MARK = '\uFEFF';

/**
 * Appends groups to the lists of their events in JSON text. Every existing character is kept, and `withoutHandlers`
 * takes out exactly what was put in. The text must be a JSON object whose `hooks`, and the lists of these events, have
 * the right types, or white space.
 */
export async function withGroups(given: string, groups: readonly AddedGroup[]): Promise<ExtendedText> {
  const { parseTree: parse } = await import('jsonc-parser');
  const style = styleOf(given);
  const isBlank = bodyOf(given).trim() === '';
  const lists: string[] = [];
  let text = isBlank ? `${markOf(given)}{}${bodyOf(given) || style.eol}` : given;
  const hasHooks = memberOf(rootOf(parse, text), HOOKS) !== undefined;
  if (!hasHooks) text = appended(text, rootOf(parse, text), `${JSON.stringify(HOOKS)}:${style.space}{}`, style);
  for (const { event, group } of groups) {
    const hooks = memberOf(rootOf(parse, text), HOOKS);
    if (hooks === undefined) throw new TypeError('the text has no hooks');
    const list = memberOf(hooks, event);
    const written = oneLine(group, style.space);
    if (list !== undefined) {
      text = appended(text, list, written, style);
      continue;
    }
    lists.push(event);
    text = appended(text, hooks, `${JSON.stringify(event)}:${style.space}[${written}]`, style);
  }
  return { text, made: { root: isBlank, hooks: !hasHooks, lists } };
}

/** Removes the handlers that are meant, with the groups, lists and objects that were made for them and are empty now. */
export async function withoutHandlers(
  given: string,
  isMeant: (handler: JsonObject, event: string) => boolean,
  made: MadeParts,
): Promise<ReducedText> {
  const { getNodeValue, parseTree: parse } = await import('jsonc-parser');
  const style = styleOf(given);
  let text = given;
  let removed = 0;
  for (;;) {
    const root = rootOf(parse, text);
    const found = handlersIn(root).find(({ node, event }) => {
      const value = getNodeValue(node) as Json;
      return isJsonObject(value) && isMeant(value, event);
    });
    if (found === undefined) return { text, removed, isEmpty: made.root && (root.children ?? []).length === 0 };
    removed += 1;
    text = without(text, outermost(found, made, root), style.eol);
  }
}

/** A text in pieces: what stands around values in it. */
interface Style {
  readonly eol: string;
  readonly unit: string;
  /** What follows a colon or a comma on a line. */
  readonly space: string;
  /** Whether new members of an empty object have lines of their own. */
  readonly isSpread: boolean;
}

const bodyOf = (text: string): string => (text.startsWith(MARK) ? text.slice(MARK.length) : text);
const markOf = (text: string): string => (text.startsWith(MARK) ? MARK : '');

function styleOf(text: string): Style {
  const body = bodyOf(text).trim();
  const isBare = /^(?:\{\s*\})?$/.test(body);
  const isSpread = isBare || body.includes('\n');
  const unit = /\n([ \t]+)\S/.exec(body)?.[1] ?? '  ';
  return {
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    unit: unit.startsWith('\t') ? '\t' : unit,
    space: isSpread || /[:,] /.test(body) ? ' ' : '',
    isSpread,
  };
}

/** The tree of a text; its offsets are those of the text, with a byte order mark or without. */
function rootOf(parse: Parse, text: string): Node {
  const root = parse(text.replace(MARK, ' '));
  if (root?.type !== 'object') throw new TypeError('the text is not a JSON object');
  return root;
}

/** Of a key that occurs twice the last one counts. */
const memberOf = (object: Node, key: string): Node | undefined =>
  object.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];

/** The text with one more item or property at the end of a list or an object. */
function appended(text: string, holder: Node, piece: string, style: Style): string {
  const [first] = holder.children ?? [];
  const last = holder.children?.at(-1);
  if (first === undefined || last === undefined) return opened(text, holder, piece, style);
  const at = last.offset + last.length;
  const isSpread = text.slice(holder.offset, first.offset).includes('\n');
  const gap = isSpread ? `${style.eol}${indentAt(text, first.offset)}` : style.space;
  return `${text.slice(0, at)},${gap}${piece}${text.slice(at)}`;
}

/** The same for a list or an object that is empty: the space inside of it stays, after the piece. */
function opened(text: string, holder: Node, piece: string, { eol, unit, isSpread }: Style): string {
  const at = holder.offset + 1;
  const base = indentAt(text, holder.offset);
  const isLines = isSpread && holder.type === 'object';
  const inside = isLines ? `${eol}${base}${unit}${piece}${eol}${base}` : piece;
  return `${text.slice(0, at)}${inside}${text.slice(at)}`;
}

/** The indentation of the line of an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(MARK, ''))?.[0] ?? '';

/** JSON in one line, with a space after colons and commas where the file has one. */
function oneLine(value: Json, space: string): string {
  if (Array.isArray(value))
    return `[${(value as readonly Json[]).map((item) => oneLine(item, space)).join(`,${space}`)}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${space}${oneLine(item, space)}`);
  return `{${members.join(`,${space}`)}}`;
}

/** A handler, and what it stands in. */
interface FoundHandler {
  readonly event: string;
  readonly list: Node;
  readonly group: Node;
  readonly handlers: Node;
  readonly node: Node;
}

function handlersIn(root: Node): readonly FoundHandler[] {
  return membersOf(root, HOOKS).flatMap((hooks) =>
    (hooks.type === 'object' ? (hooks.children ?? []) : []).flatMap(({ children: [key, list] = [] }) =>
      itemsOf(list).flatMap((group) => (list === undefined ? [] : handlersOf(group, list, String(key?.value)))),
    ),
  );
}

/** The handlers of a group; an item that is no group is a handler itself. */
function handlersOf(group: Node, list: Node, event: string): readonly FoundHandler[] {
  const inner = membersOf(group, HOOKS);
  if (inner.length === 0) return [{ event, list, group, handlers: list, node: group }];
  return inner.flatMap((handlers) => itemsOf(handlers).map((node) => ({ event, list, group, handlers, node })));
}

const itemsOf = (node: Node | undefined): readonly Node[] => (node?.type === 'array' ? (node.children ?? []) : []);

const membersOf = (node: Node, name: string): readonly Node[] =>
  (node.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [key, value] = [] }) =>
    key?.value === name && value !== undefined ? [value] : [],
  );

/** The largest part that holds nothing but the handler, and was made for it. */
function outermost({ event, list, group, handlers, node }: FoundHandler, made: MadeParts, root: Node): Node {
  const isAlone = (holder: Node | undefined): boolean => holder?.children?.length === 1;
  if (!isAlone(handlers)) return node;
  if (!isAlone(list) || !made.lists.includes(event)) return group;
  const [property, hooks] = [list.parent ?? list, list.parent?.parent];
  if (!isAlone(hooks) || !made.hooks || hooks?.parent === undefined || hooks.parent.parent !== root) return property;
  return hooks.parent;
}

/** The text without a node and the comma that separates it from its neighbour. */
function without(text: string, node: Node, eol: string): string {
  const holder = node.parent;
  const siblings = holder?.children ?? [];
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const end = node.offset + node.length;
  if (before !== undefined) return text.slice(0, before.offset + before.length) + text.slice(end);
  if (after !== undefined) return text.slice(0, node.offset) + text.slice(after.offset);
  const start = (holder?.offset ?? node.offset) + 1;
  const isOnOwnLine = text.slice(start, node.offset).includes('\n');
  const rest = text.slice(end);
  const added = isOnOwnLine && holder !== undefined ? `${eol}${indentAt(text, holder.offset)}` : '';
  return text.slice(0, start) + (added !== '' && rest.startsWith(added) ? rest.slice(added.length) : rest);
}
