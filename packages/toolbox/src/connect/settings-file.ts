import {
  type ConfigFinding,
  type Diagnostic,
  type Dialect,
  isJsonObject,
  type Json,
  type JsonObject,
  toDiagnostics,
} from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import type { EntryFormat, FolderText } from './entry-format.ts';

/** A settings file of an agent as it is now. */
export interface SettingsText {
  readonly file: string;
  /** Null: there is no such file. */
  readonly text: string | null;
  /** Null: it is no object. */
  readonly value: JsonObject | null;
  /** Why entries in it would be dead, or cannot be put in; empty: it can be used. */
  readonly problems: readonly Diagnostic[];
}

/** Reads a settings file, and finds what would keep an entry in it from working. */
export async function readSettings(file: string, format: EntryFormat, dialect: Dialect): Promise<SettingsText> {
  if (format.folder !== undefined) return readFolder(file, format, format.folder.read(file));
  const read = textOf(file);
  if ('problem' in read) return broken(file, '', [{ severity: 'error', at: null, message: read.problem, hint: null }]);
  const { text } = read;
  const body = (text ?? '').replace('\uFEFF', '');
  if (body.trim() === '') return { file, text, value: {}, problems: [] };
  const parsed = await format.parse(body);
  if (!parsed.ok) return broken(file, text, [parsed.finding]);
  const { document } = parsed;
  const value = document.value as Json;
  const problems = await toDiagnostics(format.problems(document, dialect), file, document);
  return { file, text, value: isJsonObject(value) ? value : null, problems };
}

/** The files of others keep ours from being written, and nothing else: those that are ours can still go. */
async function readFolder(
  folder: string,
  { parse }: EntryFormat,
  { text, foreign }: FolderText,
): Promise<SettingsText> {
  const found = await parse(text ?? '');
  const problems = foreign.map((path) => ({
    severity: 'error' as const,
    at: null,
    message: `${path} is there already, and hookline has not written it`,
    hint: 'rename it, then connect again',
  }));
  return {
    file: folder,
    text,
    value: found.ok && isJsonObject(found.document.value) ? found.document.value : null,
    problems: await toDiagnostics(problems, folder, null),
  };
}

async function broken(file: string, text: string | null, findings: readonly ConfigFinding[]): Promise<SettingsText> {
  return { file, text, value: null, problems: await toDiagnostics(findings, file, null) };
}

function textOf(file: string): { readonly text: string | null } | { readonly problem: string } {
  try {
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    return Buffer.from(text).equals(bytes) ? { text } : { problem: 'it is not valid UTF-8' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { text: null } : { problem: `it cannot be read (${code ?? String(error)})` };
  }
}
