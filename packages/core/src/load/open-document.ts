import type { Dialect, Source } from '../model/index.ts';
import { filesFor, type FoundFile } from './discover.ts';
import { toDiagnostics } from './document.ts';
import type { ConfigDocument, ConfigFinding, Syntax } from './document.ts';
import type { ReadFile } from './read-file.ts';
import { whyUnsafe } from './owner.ts';
import { sourceOf } from './source-of.ts';

/** A document, or the source of a file without one; null when there is no file. */
export type OpenedDocument =
  | {
      readonly kind: 'document';
      readonly document: ConfigDocument;
      /** Not empty: the text is not a valid document, and was parsed only to find further problems. */
      readonly broken: readonly ConfigFinding[];
    }
  | { readonly kind: 'broken'; readonly source: Source }
  | null;

/** Reads and parses a file; every problem becomes a diagnostic. */
export async function openDocument(dialect: Dialect, found: FoundFile, syntax: Syntax): Promise<OpenedDocument> {
  const read = readText(found);
  if (read.kind === 'missing') return null;
  if (read.kind === 'refused') return broken(dialect, found, [refusalFinding(read)], '');
  const parsed = await syntax.parse(read.text);
  if (parsed.ok) return { kind: 'document', document: parsed.document, broken: [] };
  // A change to a trusted file must be noticed even when the file cannot be read any more.
  if (found.place.strict !== true) return broken(dialect, found, [parsed.finding], read.text);
  const { findings, document } = await syntax.examine(read.text);
  const all = findings.length === 0 ? [parsed.finding] : findings;
  return document === null ? broken(dialect, found, all, read.text) : { kind: 'document', document, broken: all };
}

/** A file that the caller names must exist; all others may be missing. */
function readText(found: FoundFile): ReadFile {
  if (found.text !== undefined) return { kind: 'text', text: found.text };
  const unsafe = found.ownedBy === undefined ? null : whyUnsafe(found);
  if (unsafe !== null) return unsafe;
  const read = filesFor(found).read(found.file, found.within);
  return read.kind === 'missing' && found.scope === 'flag' ? NOT_THERE : read;
}

const NOT_THERE: ReadFile = { kind: 'refused', why: 'there is no such file', hint: 'check the path' };

/** The message about a file that was not read. */
export const refusalFinding = ({
  why,
  hint,
}: {
  readonly why: string;
  readonly hint: string | null;
}): ConfigFinding => ({
  severity: 'error',
  at: null,
  message: `the file was not read: ${why}`,
  hint,
});

async function broken(
  dialect: Dialect,
  found: FoundFile,
  findings: readonly ConfigFinding[],
  definitions: string,
): Promise<OpenedDocument> {
  const diagnostics = await toDiagnostics(findings, found.display, null);
  return { kind: 'broken', source: sourceOf(dialect, found, { diagnostics, definitions, usable: false }) };
}
