// A page of docs/reference/commands: its console blocks, and in them the commands with the output that the page shows.

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
