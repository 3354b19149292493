import { type Arguments, isGiven, parseArguments } from './call/arguments.ts';
import type { CommandRow } from './call/command-row.ts';
import { COMMANDS, type CommandName } from './call/command-table.ts';
import { writeErr, writeOut } from './print/output.ts';
import { wrongCall } from './call/wrong-call.ts';
import { endWith } from './process/end-with.ts';

/** Carries a command out and gives the exit status. */
type Command = (given: Arguments) => Promise<number>;

// Start-up is latency: only the tables, the parser and the chosen command are evaluated.
const LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  fire: async () => (await import('./commands/fire.ts')).fire,
  ask: async () => (await import('./agent-commands.ts')).ask,
  chat: async () => (await import('./agent-commands.ts')).chat,
  explain: async () => (await import('./toolbox-commands.ts')).explain,
  list: async () => (await import('./commands/list.ts')).list,
  validate: async () => (await import('./commands/validate.ts')).validate,
  trust: async () => (await import('./commands/trust.ts')).trust,
  untrust: async () => (await import('./commands/untrust.ts')).untrust,
  events: async () => (await import('./commands/events.ts')).events,
  log: async () => (await import('./commands/log.ts')).log,
  new: async () => (await import('./toolbox-commands.ts')).newHook,
  init: async () => (await import('./toolbox-commands.ts')).init,
  add: async () => (await import('./toolbox-commands.ts')).add,
  remove: async () => (await import('./toolbox-commands.ts')).remove,
  test: async () => (await import('./toolbox-commands.ts')).testHooks,
  prove: async () => (await import('./toolbox-commands.ts')).prove,
  doctor: async () => (await import('./toolbox-commands.ts')).doctor,
  replay: async () => (await import('./toolbox-commands.ts')).replay,
  shadow: async () => (await import('./toolbox-commands.ts')).shadow,
  convert: async () => (await import('./toolbox-commands.ts')).convert,
  serve: async () => (await import('./commands/serve.ts')).serve,
  client: async () => (await import('./commands/client.ts')).client,
  completion: async () => (await import('./commands/completion.ts')).completion,
  __background: async () => (await import('./commands/background.ts')).background,
};

endWith(main(process.argv.slice(2)));

async function main(words: readonly string[]): Promise<number> {
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
