import type { CommandKeys, Handler, HandlerRow } from '../../model/index.ts';
import { textIn, textsIn } from '../checked-values.ts';
import type { CheckedValues } from '../checked-values.ts';
import { pathText } from '../document.ts';
import type { Path } from '../document.ts';
import type { GroupedFile } from './grouped-file.ts';

/** A command, and the key under which it stands. */
interface FoundCommand {
  readonly key: string;
  readonly handler: Extract<Handler, { kind: 'command' }>;
}

/**
 * The command of an entry whose row has a key for each way to run it; undefined where a row has none of these keys;
 * null, with a report, where the entry has no command, or both a program and a text for a shell.
 */
export function commandAt(
  { found, report }: GroupedFile,
  { commandKeys }: HandlerRow,
  values: CheckedValues,
  path: Path,
): FoundCommand | null | undefined {
  if (commandKeys === undefined) return undefined;
  const { program } = commandKeys;
  const shell = shellCommand(commandKeys, values, found.place.platform);
  const executable = textIn(values, program);
  if (executable !== null && shell === null)
    return { key: program, handler: argv(executable, textsIn(values, 'args') ?? []) };
  if (executable === null && shell !== null) return shell;
  const keys = [commandKeys.bash, commandKeys.powershell, commandKeys.either, program];
  const wrong = executable === null ? 'has no command' : `has ${program} beside a command for a shell`;
  const at = { path, part: 'value' } as const;
  report({
    severity: 'error',
    at,
    message: `${pathText(path)} ${wrong}; it is skipped`,
    hint: `write one of ${keys.join(', ')}`,
  });
  return null;
}

const argv = (program: string, args: readonly string[]): FoundCommand['handler'] => ({
  kind: 'command',
  form: 'argv',
  program,
  args,
});

/** The text for the shell of this machine, else for whichever shell there is one. */
function shellCommand(
  { bash, powershell, either }: CommandKeys,
  values: CheckedValues,
  platform: NodeJS.Platform,
): FoundCommand | null {
  const [usual, other] = platform === 'win32' ? ([powershell, bash] as const) : ([bash, powershell] as const);
  const key = [usual, either, other].find((each) => textIn(values, each) !== null);
  if (key === undefined) return null;
  const shell = key === powershell || (key === either && platform === 'win32') ? 'powershell' : 'bash';
  return { key, handler: { kind: 'command', form: 'shell', shell, script: textIn(values, key) ?? '' } };
}
