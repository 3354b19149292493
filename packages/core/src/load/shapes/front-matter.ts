/** The YAML between the `---` lines that open a file, and the line on which it begins. */
export type FrontMatter =
  | { readonly ok: true; readonly text: string; readonly firstLine: number }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** Cuts the front matter out of a text; what follows it is free text and is not looked at. */
export function frontMatterOf(text: string): FrontMatter {
  const lines = text.split(/\r?\n/);
  const opening = lines.findIndex((line) => line.trim() !== '');
  if (opening === -1) return { ok: false, message: 'the file is empty; front matter was expected', line: 1 };
  if (!isFence(lines[opening])) {
    return { ok: false, message: 'the file must begin with front matter between two --- lines', line: opening + 1 };
  }
  const length = lines.slice(opening + 1).findIndex(isFence);
  if (length === -1) {
    return { ok: false, message: 'the front matter is not closed: a second --- line was expected', line: opening + 1 };
  }
  return { ok: true, text: lines.slice(opening + 1, opening + 1 + length).join('\n'), firstLine: opening + 2 };
}

const isFence = (line: string | undefined): boolean => line !== undefined && /^---[ \t]*$/.test(line);
