import type { Dialect, Source } from '../model/index.ts';
import type { FoundFile } from './discover.ts';
import { toDiagnostics } from './document.ts';
import type { ConfigDocument, Finding, ParsedDocument } from './document.ts';
import { readConfigurationFile } from './read-file.ts';
import { sourceOf } from './source-of.ts';

/** A document, or the source of a file that gives none; null when there is no file. */
export type OpenedDocument =
  | { readonly kind: 'document'; readonly document: ConfigDocument }
  | { readonly kind: 'broken'; readonly source: Source }
  | null;

/** Reads and parses a file; whatever is wrong with it becomes a diagnostic. */
export async function openDocument(
  dialect: Dialect,
  found: FoundFile,
  parse: (text: string) => Promise<ParsedDocument>,
): Promise<OpenedDocument> {
  const read = readConfigurationFile(found.file, found.within);
  if (read.kind === 'missing') return null;
  if (read.kind === 'refused') return broken(dialect, found, refusalFinding(read), '');
  const parsed = await parse(read.text);
  // What trust was given to must be noticed to have changed even when it cannot be read any more.
  return parsed.ok
    ? { kind: 'document', document: parsed.document }
    : broken(dialect, found, parsed.finding, read.text);
}

/** What to say about a file that was not read. */
export const refusalFinding = ({ why, hint }: { readonly why: string; readonly hint: string | null }): Finding => ({
  severity: 'error',
  at: null,
  message: `the file was not read: ${why}`,
  hint,
});

async function broken(
  dialect: Dialect,
  found: FoundFile,
  finding: Finding,
  definitions: string,
): Promise<OpenedDocument> {
  const diagnostics = await toDiagnostics([finding], found.display, null);
  return { kind: 'broken', source: sourceOf(dialect, found, { diagnostics, definitions, usable: false }) };
}
