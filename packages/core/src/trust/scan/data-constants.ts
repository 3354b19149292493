import { dirname, join } from 'node:path';
import { firstMatches } from '../../text/first-matches.ts';
import { insideProject, isFile } from '../paths.ts';
import { charge } from '../scan-budget.ts';
import { aroundOf, namesGiven, parameterIn } from './data-names.ts';
import { isVolatile } from './data-words.ts';
import { isListed } from './mentions.ts';
import type { Passage } from './passage.ts';
import { searchedOnce } from './per-text.ts';

/** Files of the project that a python or JavaScript text reads or writes by a literal path. */
export interface DataConstants {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** A path, also one behind a value that is put in: `f"{HERE}/x"`. */
const STRING =
  /(['"`])(?:<\s{0,2})?(?:\$?\{[^{}'"`\n]{1,60}\}\/)?((?:\.{0,2}\/)?[\w@.+-]{1,80}(?:\/[\w@.+ -]{1,80}){0,12})\1/g;
const MOST_STRINGS = 400;

/** Follows each string that names a file to its use: in a call that reads, or in one that writes. */
export function dataConstantsIn(passage: Passage): DataConstants {
  const read = new Set<string>();
  const written = new Set<string>();
  const strings = firstMatches(passage.text, STRING, MOST_STRINGS);
  const bases = [...new Set([dirname(passage.file), ...passage.bases, ...foldersAbove(passage)])];
  for (const { index, 0: quoted, 2: word = '' } of strings) {
    const paths = pathsNamed(chainBefore(passage.text, index, word), { ...passage, bases });
    if (paths.length === 0) continue;
    charge('steps', 20, passage.file);
    const use = usesOf(passage.text, index, quoted.length);
    for (const path of paths) {
      if (use.isWritten) written.add(path);
      else if (use.isRead && isFile(path) && !isVolatile(path)) read.add(path);
    }
  }
  return { read: [...read].filter((path) => !written.has(path)), written: [...written] };
}

/** `"lib", "x.json"`, `"lib" / "x.json"` and `Path("lib") / "x.json"` are one path. */
function chainBefore(text: string, index: number, word: string): readonly string[] {
  const before = /(?:(['"`])([\w@.-]{1,80})\1\s{0,4}\)?\s{0,4}[,/+]\s{0,40}){1,6}$/.exec(
    text.slice(Math.max(0, index - 300), index),
  );
  const parts = [...(before?.[0] ?? '').matchAll(/['"`]([\w@.-]+)['"`]/g)].map(([, part = '']) => part);
  return [word, ...parts.map((_, at) => [...parts.slice(at), word].join('/'))];
}

/** The folders above a file, where a text refers to them. */
function foldersAbove({ file, text, project }: Passage): readonly string[] {
  const above: string[] = [];
  if (!/\.parents?\b|dirname\(\s{0,4}(?:\w+\.)*dirname/.test(text)) return above;
  for (
    let folder = dirname(dirname(file));
    folder !== project && above.length < MOST_ABOVE && folder !== dirname(folder);
    folder = dirname(folder)
  )
    above.push(folder);
  return above;
}

const MOST_ABOVE = 4;

const pathsNamed = (words: readonly string[], { file, project, bases }: Passage): readonly string[] => {
  const found = words.flatMap((word) =>
    bases.flatMap((base) => {
      const [first = '', ...deeper] = word.replace(/^(?:\.?\/+)+/, '').split('/');
      if (!isListed(base, first, deeper.length)) return [];
      const path = insideProject(project, join(base, word));
      return path !== null && path !== file && isFile(path) ? [path] : [];
    }),
  );
  return [...new Set(found)];
};

interface Use {
  readonly isRead: boolean;
  readonly isWritten: boolean;
}

const READS = String.raw`open|read\w*|load\w*|parse\w*|from_?file\w*|createReadStream|get_data|run_path|SourceFileLoader|spec_from_file_location|FileType|FileIO|fileConfig|eval|exec|getlines?|linecache\.\w+|fileinput\.\w+`;
const OPENS = String.raw`(?:${READS}|Path|File)`;
const WRITES = String.raw`(?:write\w*|append_?[Ff]ile\w*|dump|save\w*|to_(?:json|csv|pickle)|unlink\w*|rm|rmSync|remove|rename\w*|move|truncate\w*|touch|createWriteStream|\w*FileHandler|basicConfig)`;
const PATH_BEFORE = new RegExp(
  String.raw`(?:${OPENS}|join\w*|resolve|URL|with_name|relative_to)\s{0,4}\([^;\n]{0,160}$|/\s{0,4}$|(?:__dirname|__file__|import\.meta|cwd\(\)|PROJECT_DIR)[^;\n]{0,160}$`,
);
/** What is given a name is not the path then, but what stands in the file. */
const READ_BEFORE = new RegExp(
  String.raw`\b(?:${READS}|check_\w+|getoutput|run|[pP]open|exec\w*|spawn\w*)\s{0,4}\([^;\n]{0,160}$`,
);
const READ_AFTER = /^\s{0,4}\)\s{0,4}\.\s{0,4}(?:read_\w+|open)\(/;
const WRITE_BEFORE = new RegExp(String.raw`\b(?:${WRITES}|copy\w*\s{0,4}\([^,;\n]{1,120})\s{0,4}[(,'"][^;\n]{0,160}$`);
/** The innermost call reads, so that what is around it gets the content: `write(open(…`. */
const READ_WITHIN = new RegExp(String.raw`\b(?:${READS})\s{0,4}\([^();\n]{0,160}$`);
/** A call that opens nothing for writing, whatever follows it. */
const READ_ALONE = /\bread\w*\s{0,4}\([^();\n]{0,160}$/;
/** Perl names the way of opening before the path. */
const OPENED_TO_WRITE = /\bopen\s{0,4}\([^;\n]{1,60}['"]\+?>{1,2}\s{0,4}[(,'"][^;\n]{0,160}$/;
const WRITE_AFTER =
  /^(?:[^;\n)]|\)(?!\s{0,4}\.)){0,80}?(?:,\s{0,4}(?:mode\s{0,4}=\s{0,4})?['"][wax][bt+]{0,2}['"]|,\s{0,4}['"]r\+|\)\s{0,4}\.\s{0,4}(?:write_|touch|unlink|open\(\s{0,4}['"][wax]))/;

function usesOf(text: string, index: number, length: number): Use {
  const { statement, after } = aroundOf(text, index, length);
  const isContent = READ_BEFORE.test(statement) || READ_AFTER.test(after);
  const names = isContent ? [] : namesGiven({ text, statement, after });
  const isWritten =
    (WRITE_BEFORE.test(statement) && !READ_WITHIN.test(statement) && parameterIn(text, statement) === undefined) ||
    OPENED_TO_WRITE.test(statement) ||
    (WRITE_AFTER.test(after) && !READ_ALONE.test(statement)) ||
    names.some((name) => isNameWritten(text, name));
  const isRead = PATH_BEFORE.test(statement) || names.some((name) => isNameRead(text, name));
  return { isRead, isWritten };
}

const escaped = (name: string): string => name.replaceAll('$', '\\$');

const isNameWritten = searchedOnce((text, name): boolean =>
  new RegExp(
    String.raw`\b${WRITES}\s{0,4}\([^;\n]{0,80}(?<![\w$\\])${escaped(name)}(?![\w$])|(?<![\w$\\])${escaped(name)}\s{0,4}\.\s{0,4}(?:write_\w+|touch|unlink|rename|replace|open\(\s{0,4}['"][wax])|open\w*\(\s{0,4}(?:[\w$]{1,40}\.){0,2}${escaped(name)}\s{0,4},\s{0,4}(?:mode\s{0,4}=\s{0,4})?['"][^'"\n]{0,4}[wax+]`,
  ).test(text),
);

const isNameRead = searchedOnce((text, name): boolean =>
  new RegExp(
    String.raw`\b${OPENS}\s{0,4}\([^;\n]{0,80}(?<![\w$\\])${escaped(name)}(?![\w$])|(?<![\w$\\])${escaped(name)}\s{0,4}\.\s{0,4}(?:read_\w+|open\()`,
  ).test(text),
);
