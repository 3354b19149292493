import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInside, realPath } from './paths.ts';
import { problemLine } from './problem-line.ts';
import { readText } from './read-text.ts';

/** A folder of definitions in Markdown files. */
export interface MarkdownFolder {
  readonly folder: string;
  /** Symlinks that lead out of this folder are not followed; null: all are. */
  readonly within: string | null;
  readonly project: string;
}

/** One file of such a folder; `display` is how messages name it. */
export type MarkdownFile = { readonly file: string; readonly display: string } & (
  | { readonly text: string }
  /** One line that says why it cannot be used. */
  | { readonly problem: string }
);

/** The `*.md` files of a folder, sorted by name; none when the folder does not exist. */
export const readMarkdownFiles = ({ folder, within, project }: MarkdownFolder): readonly MarkdownFile[] =>
  namesIn(folder).map((name) => {
    const file = join(folder, name);
    const display = isInside(project, file) ? relative(project, file) : file;
    return { file, display, ...readOne(file, display, within) };
  });

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}

const MOST_BYTES = 256 * 1024;

function readOne(
  file: string,
  display: string,
  within: string | null,
): { readonly text: string } | { readonly problem: string } {
  const refused = (message: string, hint: string): { readonly problem: string } => ({
    problem: problemLine({ file: display, line: 1, message, hint }),
  });
  if (within !== null && !isInside(realPath(within), realPath(file)))
    return refused('it is a symlink that leads out of the project, and is not followed', 'copy the file');
  const read = readText(file, MOST_BYTES);
  if (!read.ok) return refused(`the file ${read.why}`, 'fix or remove it');
  if (read.isCut) return refused(`the file has ${read.bytes} bytes, more than ${MOST_BYTES}`, 'make it shorter');
  return { text: read.text };
}
