import { type Arguments, isGiven, parseArguments } from './call/arguments.ts';
import type { CommandRow } from './call/command-row.ts';
import { COMMANDS, type CommandName } from './commands/index.ts';
import { isVersion, unknownFirstOption } from './call/first-word.ts';
import { fire } from './commands/fire.ts';
import { endWith } from './process/end-with.ts';
import { writeErr, writeOut } from './print/output.ts';
import type * as Others from './other-commands.ts';
import { wrongCall } from './call/wrong-call.ts';

/** Carries a command out and gives the exit status. */
type Command = (given: Arguments) => Promise<number>;

const others = (): Promise<typeof Others> => import('./other-commands.ts');

// Start-up is latency, and `fire` is started once per event: it comes with this file, the others when they are called.
const LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  fire: () => Promise.resolve(fire),
  ask: async () => (await import('./agent-commands.ts')).ask,
  chat: async () => (await import('./agent-commands.ts')).chat,
  explain: async () => (await others()).explain,
  list: async () => (await others()).list,
  validate: async () => (await others()).validate,
  trust: async () => (await others()).trust,
  untrust: async () => (await others()).untrust,
  events: async () => (await others()).events,
  log: async () => (await others()).log,
  new: async () => (await others()).newHook,
  init: async () => (await others()).init,
  add: async () => (await others()).add,
  remove: async () => (await others()).remove,
  test: async () => (await others()).testHooks,
  prove: async () => (await others()).prove,
  doctor: async () => (await others()).doctor,
  replay: async () => (await others()).replay,
  shadow: async () => (await others()).shadow,
  convert: async () => (await others()).convert,
  serve: async () => (await others()).serve,
  client: async () => (await others()).client,
  completion: async () => (await others()).completion,
  __background: async () => (await others()).background,
};

/** Carries out what the words on the command line ask for, and ends the process. */
export const start = (words: readonly string[]): void => endWith(words, main);

async function main(words: readonly string[]): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined) {
    writeErr((await import('./commands/help.ts')).overview());
    return 1;
  }
  if (isVersion(first)) return showVersion();
  if (first === '--help' || first === '-h' || first === 'help') return showHelp(rest[0]);
  const command = findCommand(first);
  const given = parseArguments(command, rest);
  if (isGiven(given, 'help')) return showHelp(command.name);
  const run = await LOADERS[command.name]();
  return run(given);
}

function findCommand(name: string): CommandRow & { readonly name: CommandName } {
  const command = COMMANDS.find((row) => row.name === name);
  if (command !== undefined) return command;
  const names = COMMANDS.filter((row: CommandRow) => row.hidden !== true).map((row) => row.name);
  if (name.startsWith('-')) throw unknownFirstOption(name);
  throw wrongCall(`unknown command "${name}"`, { word: name, known: names });
}

async function showHelp(name: string | undefined): Promise<number> {
  const { helpOf, overview } = await import('./commands/help.ts');
  writeOut(name === undefined ? overview() : helpOf(findCommand(name)));
  return 0;
}

async function showVersion(): Promise<number> {
  const { version } = await import('./process/version.ts');
  writeOut(`hookline ${version}\n`);
  return 0;
}
