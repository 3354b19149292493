import { dirname, join, resolve } from 'node:path';

/** A line that names another file; lines count from 1. */
export interface Include {
  readonly target: string;
  readonly line: number;
}

/** The lines of a text that are just `@path`, outside of code blocks. */
export function includesIn(text: string): readonly Include[] {
  const found: Include[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence !== null && isClosedBy(line, fence)) fence = null;
    const target = fence === null ? INCLUDE.exec(line)?.[1] : undefined;
    if (target !== undefined) found.push({ target, line: index + 1 });
  }
  return found;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

const isClosedBy = (line: string, fence: string): boolean => {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
};

// A dot or slash tells a path from a name such as @alice.
const INCLUDE = /^ {0,3}@(?=\S*[./])([^\s@]\S*)[ \t]*$/;

/** The absolute path that an include means; null for one in a home folder that is not known here. */
export function includedPath(target: string, includedBy: string, home: string | null): string | null {
  if (target !== '~' && !target.startsWith('~/')) return resolve(dirname(includedBy), target);
  return home === null ? null : join(home, target.slice(2));
}
