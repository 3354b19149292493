import { type Arguments, isGiven, parseArguments } from './call/arguments.ts';
import type { CommandRow } from './call/command-row.ts';
import { COMMANDS, type CommandName } from './call/command-table.ts';
import { fire } from './commands/fire.ts';
import { writeErr, writeOut } from './print/output.ts';
import { wrongCall } from './call/wrong-call.ts';

/** Carries a command out and gives the exit status. */
type Command = (given: Arguments) => Promise<number>;

// Start-up is latency, and `fire` is started once per event: it comes with this file, the others when they are called.
const LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  fire: () => Promise.resolve(fire),
  ask: async () => (await import('./agent-commands.ts')).ask,
  chat: async () => (await import('./agent-commands.ts')).chat,
  explain: async () => (await import('./other-commands.ts')).explain,
  list: async () => (await import('./other-commands.ts')).list,
  validate: async () => (await import('./other-commands.ts')).validate,
  trust: async () => (await import('./other-commands.ts')).trust,
  untrust: async () => (await import('./other-commands.ts')).untrust,
  events: async () => (await import('./other-commands.ts')).events,
  log: async () => (await import('./other-commands.ts')).log,
  new: async () => (await import('./other-commands.ts')).newHook,
  init: async () => (await import('./other-commands.ts')).init,
  add: async () => (await import('./other-commands.ts')).add,
  test: async () => (await import('./other-commands.ts')).testHooks,
  prove: async () => (await import('./other-commands.ts')).prove,
  doctor: async () => (await import('./other-commands.ts')).doctor,
  replay: async () => (await import('./other-commands.ts')).replay,
  shadow: async () => (await import('./other-commands.ts')).shadow,
  convert: async () => (await import('./other-commands.ts')).convert,
  serve: async () => (await import('./other-commands.ts')).serve,
  client: async () => (await import('./other-commands.ts')).client,
  completion: async () => (await import('./other-commands.ts')).completion,
  __background: async () => (await import('./other-commands.ts')).background,
};

/** Carries out what the words on the command line ask for; the result is the exit status. */
export async function main(words: readonly string[]): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined) {
    writeErr((await import('./call/help.ts')).overview());
    return 1;
  }
  if (first === '--version' || first === '-V') return showVersion();
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
  if (name.startsWith('-'))
    throw wrongCall(`unknown option ${name}; the command comes first: hookline COMMAND ${name}`);
  throw wrongCall(`unknown command "${name}"`, { word: name, known: names });
}

async function showHelp(name: string | undefined): Promise<number> {
  const { helpOf, overview } = await import('./call/help.ts');
  writeOut(name === undefined ? overview() : helpOf(findCommand(name)));
  return 0;
}

async function showVersion(): Promise<number> {
  const { version } = await import('./version.ts');
  writeOut(`hookline ${version}\n`);
  return 0;
}
