import type { Json, JsonObject } from '@hookline/core';
import type { Node } from 'jsonc-parser';
import { configuredEntries, type EntryPath, goesWith, saysNothing } from './configured-entries.ts';

/** A text without some of its entries, or one line about why it cannot be changed. */
export type RemovedEntries =
  | {
      readonly ok: true;
      readonly text: string;
      /** Whether nothing useful is left. */
      readonly isEmpty: boolean;
    }
  | { readonly ok: false; readonly problem: string };

/** Removes entries from JSON text, with groups and lists that have nothing else; every other character is kept. */
export async function removeFromJson(
  text: string,
  isMeant: (entry: JsonObject) => boolean,
  idleKeys: readonly string[],
): Promise<RemovedEntries> {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  let rest = text;
  for (;;) {
    const value = parse(rest);
    if (value === undefined) return { ok: false, problem: 'it is not valid JSON: run "hookline validate"' };
    const entry = configuredEntries(value).find((each) => isMeant(each.value));
    if (entry === undefined) return { ok: true, text: rest, isEmpty: saysNothing(value, idleKeys) };
    const path: EntryPath = goesWith(value, entry.path);
    const root = parseTree(rest.replace(/^\uFEFF/, ' '));
    const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
    if (node === undefined) return { ok: false, problem: `${path.join('.')} cannot be found in its text` };
    rest = without(rest, typeof path.at(-1) === 'string' ? (node.parent ?? node) : node);
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch {
    return undefined;
  }
}

/** The text without a node and the comma that separates it from its neighbour. */
function without(text: string, node: Node): string {
  const siblings = node.parent?.children ?? [node];
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const end = node.offset + node.length;
  if (after !== undefined) return text.slice(0, node.offset) + text.slice(after.offset);
  if (before !== undefined) return text.slice(0, before.offset + before.length) + text.slice(end);
  const { offset, length } = node.parent ?? node;
  return text.slice(0, offset + 1) + text.slice(offset + length - 1);
}
