import { type ListedHook, parseJsonDocument, readConfigurationFile } from '@hookline/core/internal';
import { resolve } from 'node:path';
import type { HookDetail } from '../api/index.ts';

type Definition = HookDetail['definition'];
type Path = readonly (string | number)[];

/** What its file says about a hook now, with the line; where it is not found by the id, the whole file. */
export async function definitionOf({ id, source, scope }: ListedHook, project: string): Promise<Definition> {
  const within = scope === 'project' || scope === 'local' ? project : null;
  // The path is from our own list.
  const read = readConfigurationFile(resolve(project, source), within);
  const text = read.kind === 'text' ? read.text : '';
  const path = pathIn(id);
  return (
    (await partOf(text, ['hooks', ...path], source)) ?? (await partOf(text, path, source)) ?? { place: source, text }
  );
}

/** Ids end with the place of a hook in its file, such as `PreToolUse[0].hooks[0]`. */
const pathIn = (id: string): Path =>
  (
    id
      .split(':')
      .slice(2)
      .join(':')
      .match(/[^.[\]]+/g) ?? []
  ).map((part) => (/^\d+$/.test(part) ? Number(part) : part));

async function partOf(text: string, path: Path, source: string): Promise<Definition | null> {
  const parsed = await parseJsonDocument(text);
  if (!parsed.ok) return null;
  let part: unknown = parsed.document.value;
  for (const step of path)
    part = typeof part === 'object' && part !== null && Object.hasOwn(part, step) ? Reflect.get(part, step) : undefined;
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return null;
  const { line } = (await parsed.document.locator())(path, 'value');
  return { place: `${source}:${line}`, text: JSON.stringify(part, null, 2) };
}
