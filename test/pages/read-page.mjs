// A page of the documentation: its console blocks, in them the commands with the output that the page shows, and the files that
// it asks its reader to write.

/** The console blocks of a page in order; lines count from 0. Throws when a block does not begin with a command. */
export function blocksOf(text) {
  const lines = text.split('\n');
  const blocks = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at].trimEnd() !== '```console') continue;
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`line ${at + 1}: the console block is not closed`);
    blocks.push({ start: at + 1, end, steps: stepsOf(lines.slice(at + 1, end), at + 2) });
    at = end;
  }
  return blocks;
}

const SHOWN_FILE = /^`([^`\s]+)`:?\n\n?```(?!console|sh)\w+\n([\s\S]*?)^```$/gm;

/** The files that a page shows: a line with nothing but a path, and below it the content. Lines count from 0. */
export const filesOf = (text) =>
  [...text.matchAll(SHOWN_FILE)].map(({ 1: path, 2: content, index }) => ({
    start: text.slice(0, index).split('\n').length - 1,
    path,
    content,
  }));

/** The scripts that a page asks its reader to paste: `sh` blocks below a comment that says "run". Lines count from 0. */
export const scriptsOf = (text) =>
  [...text.matchAll(/^<!-- run -->\n```sh\n([\s\S]*?)^```$/gm)].map(({ 1: script, index }) => ({
    start: text.slice(0, index).split('\n').length + 1,
    script,
  }));

/** Pages whose every section begins in a project of its own say so in a comment. */
export const OWN_PROJECTS = '<!-- Each section has a project of its own. -->';

/** The sections of a page by their second-level headings, each with its text; what stands above the first is left out. */
export const sectionsOf = (text) =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.slice(0, section.indexOf('\n')), text: section }));

/** The page with other outputs. */
export function withBlocks(text, blocks) {
  const lines = text.split('\n');
  for (const { start, end, steps } of blocks.toReversed()) {
    const shown = steps.flatMap(({ typed, output }) => [...typed, ...output]);
    lines.splice(start, end - start, ...shown);
  }
  return lines.join('\n');
}

/** Each step: the lines that are typed, the command that they make, and the lines of output below. */
function stepsOf(lines, firstLine) {
  const steps = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at].startsWith('$ ')) {
      const typed = typedFrom(lines.slice(at));
      steps.push({ line: firstLine + at, typed, command: typed.join('\n').slice(2), output: [] });
      at += typed.length - 1;
    } else if (steps.length === 0) {
      throw new Error(`line ${firstLine + at}: a console block begins with a command: $ hookline ...`);
    } else steps.at(-1).output.push(lines[at]);
  }
  return steps;
}

/** A command goes on after a backslash at the end of a line, and until the end of its here-document. */
function typedFrom(lines) {
  const word = /<<-?\s*['"]?(\w+)['"]?/.exec(lines[0])?.[1];
  const last =
    word === undefined ? lines.findIndex((line) => !line.endsWith('\\')) : lines.findIndex((line) => line === word);
  return lines.slice(0, last < 0 ? 1 : last + 1);
}
