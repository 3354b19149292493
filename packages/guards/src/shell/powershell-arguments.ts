/**
 * The arguments of PowerShell with its options by their whole names: it takes every beginning of a name, in any letters
 * and behind any dash. What follows the file of a script belongs to that.
 */
export function powershellArguments(args: readonly string[]): readonly string[] {
  const named: string[] = [];
  for (const [at, word] of args.entries()) {
    const option = optionOf(word);
    if (option === 'File') return [...named, ...args.slice(at + 1, at + 2)];
    named.push(option === undefined ? word : `-${option === WITH_ARGUMENTS ? 'Command' : option}`);
    if (option === 'Command' || option === WITH_ARGUMENTS) return [...named, ...args.slice(at + 1)];
  }
  return named;
}

/** The first that fits counts, as for PowerShell itself: `-e` is `-EncodedCommand`, `-ex` is not. */
function optionOf(word: string): string | undefined {
  const given = /^[-\u2013\u2014\u2015/]-?([A-Za-z]+)$/.exec(word)?.[1]?.toLowerCase();
  if (given === undefined) return undefined;
  const [name] =
    OPTIONS.find(([full, shortest]) => given.length >= shortest && full.toLowerCase().startsWith(given)) ?? [];
  return name ?? SHORT.get(given);
}

/** As `-Command`, but that what follows the code are its arguments. */
const WITH_ARGUMENTS = 'CommandWithArgs';

/** With the shortest beginning of each that means it; `-i` and `-n` are options without a value. */
const OPTIONS: readonly (readonly [name: string, shortest: number])[] = [
  [WITH_ARGUMENTS, 8],
  ['Command', 1],
  ['EncodedCommand', 1],
  ['ExecutionPolicy', 2],
  ['File', 1],
  ['InputFormat', 3],
  ['OutputFormat', 1],
  ['WindowStyle', 1],
  ['WorkingDirectory', 2],
  ['Version', 1],
  ['ConfigurationName', 6],
  ['ConfigurationFile', 6],
  ['CustomPipeName', 2],
  ['SettingsFile', 8],
  ['PSConsoleFile', 2],
];
const SHORT: ReadonlyMap<string, string> = new Map([
  ['cwa', WITH_ARGUMENTS],
  ['ec', 'EncodedCommand'],
  ['ep', 'ExecutionPolicy'],
  ['wd', 'WorkingDirectory'],
  ['if', 'InputFormat'],
  ['of', 'OutputFormat'],
]);
