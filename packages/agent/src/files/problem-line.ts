import { forTerminal } from '@hookline/core/internal';

/** What is wrong with a file, where, and what to do about it. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

/** A problem as one line for a user; holds no live control sequence. */
export const problemLine = ({ file, line, message, hint }: FileProblem): string =>
  forTerminal(`${file}:${line} ${message}; ${hint}`);
