/** The YAML between the two `---` lines that open a file, the line on which it begins, and the text after it. */
export type FrontMatter =
  | { readonly ok: true; readonly yaml: string; readonly firstLine: number; readonly body: string }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** Cuts a text into front matter and body. */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.split(/\r?\n/);
  const opening = lines.findIndex((line) => line.trim() !== '');
  if (opening === -1) return { ok: false, message: 'the file is empty', line: 1 };
  if (!isFence(lines[opening])) return { ok: false, message: 'there is no front matter', line: opening + 1 };
  const closing = lines.findIndex((line, index) => index > opening && isFence(line));
  if (closing === -1) return { ok: false, message: 'the front matter is not closed', line: opening + 1 };
  return {
    ok: true,
    yaml: lines.slice(opening + 1, closing).join('\n'),
    firstLine: opening + 2,
    body: lines
      .slice(closing + 1)
      .join('\n')
      .trim(),
  };
}

const isFence = (line: string | undefined): boolean => line !== undefined && /^---[ \t]*$/.test(line);
