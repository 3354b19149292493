import { isJsonObject, type Json, type JsonObject, type AnyEvent, readPatch } from '@hookline/core/internal';

/** Neutral names of the tools that change files; some agents have more of them than the neutral vocabulary. */
export const WRITERS: readonly string[] = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'apply_patch'];

/** The tool's input; empty when the event has none. */
export function inputOf(event: AnyEvent): JsonObject {
  const input = event['tool_input'];
  return isJsonObject(input) ? input : {};
}

/** The command line of a shell tool; null when there is none. */
export function commandOf(event: AnyEvent): string | null {
  const { command } = inputOf(event);
  if (typeof command === 'string') return command;
  return Array.isArray(command) && command.every((word) => typeof word === 'string')
    ? command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
    : null;
}

/** The files that a tool is about to change. */
export function filesOf(event: AnyEvent): readonly string[] {
  const input = inputOf(event);
  const named = FILE_FIELDS.flatMap((field) => textsOf(input[field]));
  return [...new Set([...named, ...filesOfPatch(patchOf(event) ?? '')])];
}

const FILE_FIELDS = ['file_path', 'path', 'notebook_path', 'target_file', 'filename', 'paths', 'files'];

const textsOf = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The text of the patch that a tool is given instead of a file and its content; null: it is given none. */
export function patchOf(event: AnyEvent): string | null {
  const { tool_name: tool, tool_input: given } = event;
  if (tool === 'Bash') return null;
  if (typeof given === 'string') return given;
  const texts = patchFields(event).flatMap((field) => textsOf(inputOf(event)[field]));
  return texts.length === 0 ? null : texts.join('\n');
}

/** The fields of a tool's input that hold a patch. */
const patchFields = (event: AnyEvent): readonly string[] =>
  PATCH_FIELDS.filter((field) => {
    const value = inputOf(event)[field];
    return typeof value === 'string' && (event['tool_name'] === PATCHING || PATCH.test(value));
  });

const PATCHING = 'apply_patch';
const PATCH_FIELDS: readonly string[] = ['patch', 'diff', 'input', 'patchText', 'command'];
const PATCH = /^(?:\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File:)|\+\+\+ |diff --git )/im;

/** The rest of the input of a tool that is given a patch. */
export function inputBesidePatch(event: AnyEvent): JsonObject {
  const fields = patchFields(event);
  return Object.fromEntries(Object.entries(inputOf(event)).filter(([field]) => !fields.includes(field)));
}

/** Whether it is certain which files a patch changes. */
export const isPatchRead = (patch: string): boolean =>
  readPatch(patch) !== null || (!/^\s*\*\*\* Begin Patch/im.test(patch) && filesOfPatch(patch).length > 0);

/** The files that a patch names; none where it cannot be read. */
export function filesOfPatch(text: string): readonly string[] {
  const read = readPatch(text);
  if (read !== null) return read.flatMap(({ path, movedTo }) => (movedTo === null ? [path] : [path, movedTo]));
  const headers = text.matchAll(
    /^(?:\+\+\+ (?:b\/)?|--- (?:a\/)?|rename (?:from|to) |\*\*\* (?:(?:Add|Update|Delete) File|Move to): |diff --git a\/\S+ b\/)([^\t\n]+)/gm,
  );
  return Array.from(headers, ([, file = '']) => file.trim()).filter((file) => file !== '/dev/null');
}

/** What a patch adds; all of it where that cannot be read. */
export const addedBy = (patch: string): string =>
  readPatch(patch)
    ?.map(({ path, movedTo, added }) => `${path}\n${movedTo ?? ''}\n${added}`)
    .join('\n') ?? patch;

/** The folder that relative paths of the event are resolved against. */
export function folderOf(event: AnyEvent, project: string): string {
  const { cwd } = event;
  return typeof cwd === 'string' && cwd.startsWith('/') ? cwd : project;
}
