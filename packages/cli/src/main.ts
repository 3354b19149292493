import { type Command, isGiven, parseArguments } from './call/arguments.ts';
import { isCallersMistake, problemText, type WrongCall, wrongCall } from './call/wrong-call.ts';
import { helpOf, loadCommand, loadCommands, overviewOf } from './commands/index.ts';
import { writeErr, writeOut } from './print/output.ts';
import { failureStatus, mistakeStatus, REFUSED } from './process/failure-status.ts';
import { startShipper } from './process/start-shipper.ts';
import { version } from './process/this-program.ts';

/** Carries out what the words on the command line ask for, and ends the process; whatever goes wrong is said. */
export function start(words: readonly string[]): void {
  const fail = (error: unknown): void => {
    const status = (isCallersMistake(error) ? mistakeStatus : failureStatus)(words, process.env);
    writeErr(problemText(error, process.env, status === REFUSED));
    process.exit(status);
  };
  process.on('uncaughtException', fail);
  // All output is written synchronously, so that an exit cuts nothing off.
  main(words).then((status) => process.exit(status), fail);
}

async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === undefined) {
    writeErr(await overview());
    return 1;
  }
  if (VERSION.includes(first)) return showVersion();
  if (HELP.includes(first)) return showHelp(rest[0]);
  const command = await findCommand(first);
  const given = parseArguments(command, rest);
  if (isGiven(given, 'help')) return showHelp(command.name);
  const status = await command.run(given);
  if (PER_EVENT.includes(command.name)) startShipper(process.env);
  return status;
}

const VERSION = ['--version', '-v', '-V'];
const HELP = ['--help', '-h', 'help'];
/** The commands that are started once per event. */
const PER_EVENT = ['fire', 'hook'];

async function findCommand(name: string): Promise<Command> {
  const command = await loadCommand(name);
  if (command !== undefined) return command;
  if (name.startsWith('-')) throw unknownFirstOption(name);
  const known = (await loadCommands()).filter(({ hidden }) => hidden !== true).map((each) => each.name);
  throw wrongCall(`unknown command "${name}"`, { word: name, known });
}

const unknownFirstOption = (word: string): WrongCall =>
  wrongCall(`unknown option ${word}`, {
    word,
    known: ['--help', '--version'],
    otherwise: `the command comes first: hookline COMMAND ${word}`,
  });

const overview = async (): Promise<string> => overviewOf(await loadCommands());

async function showHelp(name: string | undefined): Promise<number> {
  writeOut(name === undefined ? await overview() : helpOf(await findCommand(name)));
  return 0;
}

function showVersion(): number {
  writeOut(`hookline ${version}\n`);
  return 0;
}
