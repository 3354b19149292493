import { isJsonObject, type Json, type JsonObject, type AnyEvent } from '@hookline/core/internal';

/** Neutral names of the tools that change files; some agents have more of them than the neutral vocabulary. */
export const WRITERS: readonly string[] = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'];

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
  return [...new Set([...named, ...patchedFiles(input)])];
}

const FILE_FIELDS = ['file_path', 'path', 'notebook_path', 'target_file', 'filename', 'paths', 'files'];

const textsOf = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The files that the text of a patch names. */
function patchedFiles(input: JsonObject): readonly string[] {
  const text = [input['patch'], input['diff'], input['input']].filter((value) => typeof value === 'string').join('\n');
  return filesOfPatch(text);
}

/** The files that a patch names in its headers. */
export function filesOfPatch(text: string): readonly string[] {
  const headers = text.matchAll(
    /^(?:\+\+\+ (?:b\/)?|--- (?:a\/)?|rename (?:from|to) |\*\*\* (?:Add|Update|Delete) File: |diff --git a\/\S+ b\/)([^\t\n]+)/gm,
  );
  return Array.from(headers, ([, file = '']) => file.trim()).filter((file) => file !== '/dev/null');
}

/** The folder that relative paths of the event are resolved against. */
export function folderOf(event: AnyEvent, project: string): string {
  const { cwd } = event;
  return typeof cwd === 'string' && cwd.startsWith('/') ? cwd : project;
}
