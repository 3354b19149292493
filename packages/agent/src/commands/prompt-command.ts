/** A text of the user or the project that a line such as `/review src` stands for. */
export interface PromptCommand {
  readonly name: string;
  /** Says what it is for, in a line. */
  readonly about: string;
  /** What the model gets; `$ARGUMENTS` is what was typed behind the name. */
  readonly text: string;
  readonly source: 'user' | 'project';
  readonly file: string;
}

/** A typed line that names a command. */
export interface TypedCommand {
  readonly command: PromptCommand;
  readonly args: string;
}

/** The command that a line names; null for a line that is a prompt as it is. */
export function findCommand(line: string, commands: readonly PromptCommand[]): TypedCommand | null {
  const found = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(line.trim());
  const command = commands.find(({ name }) => name === found?.[1]);
  return command === undefined ? null : { command, args: found?.[2]?.trim() ?? '' };
}

const ARGUMENTS = '$ARGUMENTS';

/** The prompt that a typed command stands for: arguments that the text does not name come after it. */
export function expand({ command: { text }, args }: TypedCommand): string {
  if (text.includes(ARGUMENTS)) return text.replaceAll(ARGUMENTS, () => args);
  return args === '' ? text : `${text}\n\n${args}`;
}
