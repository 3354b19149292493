import type { Syntax } from '../document.ts';
import { JSON_SYNTAX } from '../json-document.ts';
import { examineYaml, parseYamlDocument } from '../yaml-document.ts';

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

const PROBLEMS: Readonly<Record<FrontMatterProblem, string>> = {
  'empty file': 'the file is empty; front matter was expected',
  'no front matter': 'the file must begin with front matter between two --- lines',
  'not closed': 'the front matter is not closed: a second --- line was expected',
};

/** A file that must begin with front matter. */
export const FRONT_MATTER: Syntax = {
  parse: (text) => {
    const matter = frontMatterOf(text);
    if (matter.ok) return parseYamlDocument(matter.text, matter.firstLine);
    const hint = 'begin the file with ---, the keys of the hook, and --- again';
    const at = { line: matter.line, column: 1 };
    return Promise.resolve({ ok: false, finding: { severity: 'error', at, message: PROBLEMS[matter.problem], hint } });
  },
  examine: (text) => {
    const matter = frontMatterOf(text);
    return matter.ok ? examineYaml(matter.text, matter.firstLine) : Promise.resolve({ findings: [], document: null });
  },
};

/** A file whose front matter, if it has any, may have hooks; without them it is an empty document, whatever it holds. */
export const HOOKS_IN_FRONT_MATTER: Syntax = {
  parse: (text) => (mayHaveHooks(text) ? FRONT_MATTER.parse(text) : JSON_SYNTAX.parse('{}')),
  examine: (text) => FRONT_MATTER.examine(text),
};

function mayHaveHooks(text: string): boolean {
  const matter = frontMatterOf(text);
  return matter.ok && /(?:^|[{,])[ \t]*['"]?hooks['"]?[ \t]*:/m.test(matter.text);
}
