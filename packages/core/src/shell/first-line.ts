/** The interpreter in the first line of a script, `#!…`. */
export interface FirstLine {
  /** The program that the kernel starts; empty: none is named. */
  readonly interpreter: string;
  readonly args: readonly string[];
  /**
   * The program that `env` in it searches for, where that is certain; null: the interpreter is not `env`, or has more
   * arguments.
   */
  readonly lookedUp: string | null;
  /** Whether it ends with CRLF; the kernel treats the CR as part of the line. */
  readonly hasCarriageReturn: boolean;
}

/** How many bytes the kernel reads. */
const FIRST_LINE_LENGTH = 256;

/** Reads the `#!` line at the start of a file; null without one. */
export function firstLineOf(start: string): FirstLine | null {
  const line = /^#![ \t]*([^\n]*)/.exec(start.slice(0, FIRST_LINE_LENGTH))?.[1];
  if (line === undefined) return null;
  const [interpreter = '', ...args] = line.trim().split(/[ \t\r]+/);
  const program = args[0] === '-S' ? args[1] : args[0];
  const isCertain = program !== undefined && !/^-|=|["'\\$]/.test(program);
  const lookedUp = /(?:^|\/)env$/.test(interpreter) && isCertain ? program : null;
  return { interpreter, args, lookedUp, hasCarriageReturn: line.endsWith('\r') };
}
