/** What the first line of a script, `#!…`, has it run by. */
export interface FirstLine {
  /** The program that the system starts; empty: none is named. */
  readonly interpreter: string;
  readonly args: readonly string[];
  /** The program that `env` in it looks up, where that is certain; null: the interpreter is not `env`, or it is told more. */
  readonly lookedUp: string | null;
  /** Whether it ends like a line of Windows, which the system takes for a part of it. */
  readonly hasCarriageReturn: boolean;
}

/** How far the system itself looks. */
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
