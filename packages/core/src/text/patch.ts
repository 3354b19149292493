/** What a patch in the form of the tool `apply_patch` does to one file, as it names the file. */
export interface PatchedFile {
  readonly does: 'add' | 'update' | 'delete';
  readonly path: string;
  /** Where the file is moved to; null: it stays. */
  readonly movedTo: string | null;
  /** The lines that are there before, as far as the patch shows them: removed ones and those around. */
  readonly before: string;
  readonly after: string;
  /** The new lines alone. */
  readonly added: string;
}

/**
 * The files that a patch changes, in its order; null where that is not certain. It takes all that programs take which
 * read such patches, and more: capitals do not count, nor blanks around a header.
 */
export function readPatch(text: string): readonly PatchedFile[] | null {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const begin = lines.findIndex((line) => BEGIN.test(line));
  const end = lines.findLastIndex((line) => END.test(line));
  if (begin === -1 || end < begin) return null;
  const around = [...lines.slice(0, begin), ...lines.slice(end + 1)];
  if (!around.every((line) => AROUND.test(line.trim()))) return null;
  const sections: Section[] = [];
  for (const line of lines.slice(begin + 1, end)) {
    const section = sections.at(-1);
    // In a file that is updated, a line that begins with a blank is one of its own.
    const isOwn = section?.does === 'update' && line.startsWith(' ');
    const [, verb = '', name = ''] = (isOwn ? null : HEADER.exec(line.trim())) ?? [];
    const path = name.trim();
    if (path !== '') sections.push({ does: VERBS[verb.toLowerCase()] ?? 'update', path, lines: [] });
    else if (section !== undefined) section.lines.push(line);
    else if (!ABOUT_ALL.test(line)) return null;
  }
  const files = sections.flatMap((section) => fileOf(section) ?? []);
  return files.length === sections.length && files.length > 0 ? files : null;
}

const BEGIN = /^\s*\*\*\* begin patch\s*$/i;
const END = /^\s*\*\*\* end patch\s*$/i;
/** Blank, or of a here-document or a block of code. */
const AROUND = /^(?:%%bash|```\w*|(?:apply_patch\s*)?<<-?\s*['"]?\w+['"]?|\w+)?$/;
const HEADER = /^\*\*\* (add|update|delete) file:(.*)$/i;
const MOVE = /^\*\*\* move to:(.*)$/i;
const ABOUT_ALL = /^\s*(?:\*\*\* environment id:.*)?$/i;
const END_OF_FILE = /^\s*\*\*\* end of file\s*$/i;

const VERBS: Readonly<Record<string, PatchedFile['does']>> = { add: 'add', delete: 'delete' };

interface Section extends Pick<PatchedFile, 'does' | 'path'> {
  readonly lines: string[];
}

/** Null where a line cannot be of such a section. */
function fileOf({ does, path, lines }: Section): PatchedFile | null {
  const [first = ''] = lines;
  const [, target = ''] = (does === 'update' ? MOVE.exec(first.trim()) : null) ?? [];
  const movedTo = target.trim() === '' ? null : target.trim();
  const changes = lines
    .slice(movedTo === null ? 0 : 1)
    .filter((line) => !END_OF_FILE.test(line) && (does !== 'update' || !line.startsWith('@@')));
  const isKnown = (line: string): boolean =>
    line.trim() === '' || (does === 'add' ? '+' : '+- ').includes(line[0] ?? '');
  if (does === 'delete' ? changes.some((line) => line.trim() !== '') : !changes.every(isKnown)) return null;
  const textOf = (marks: string): string =>
    changes
      .filter((line) => marks.includes(line[0] ?? ' '))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return { does, path, movedTo, before: textOf('- '), after: textOf('+ '), added: textOf('+') };
}
