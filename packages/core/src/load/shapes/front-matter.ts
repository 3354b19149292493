/** The YAML between the two `---` lines that open a file, the line on which it begins, and the text after it. */
export type FrontMatter =
  | { readonly ok: true; readonly text: string; readonly firstLine: number; readonly body: string }
  | { readonly ok: false; readonly problem: FrontMatterProblem; readonly line: number };

type FrontMatterProblem = 'empty file' | 'no front matter' | 'not closed';

/** Cuts a text into front matter and body. */
export function frontMatterOf(text: string): FrontMatter {
  const lines = text.split(/\r?\n/);
  const opening = lines.findIndex((line) => line.trim() !== '');
  if (opening === -1) return { ok: false, problem: 'empty file', line: 1 };
  if (!isFence(lines[opening])) return { ok: false, problem: 'no front matter', line: opening + 1 };
  const closing = lines.findIndex((line, index) => index > opening && isFence(line));
  if (closing === -1) return { ok: false, problem: 'not closed', line: opening + 1 };
  const body = lines.slice(closing + 1).join('\n');
  return { ok: true, text: lines.slice(opening + 1, closing).join('\n'), firstLine: opening + 2, body: body.trim() };
}

const isFence = (line: string | undefined): boolean => line !== undefined && /^---[ \t]*$/.test(line);
