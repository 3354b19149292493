import { isGiven, parseArguments } from './call/arguments.ts';
import { FIRE } from './call/fire-row.ts';
import { fire } from './commands/fire.ts';
import { writeOut } from './print/output.ts';
import { endWith } from './process/end-with.ts';

// Asking for files that are not there is no error here, and tracing where it happened costs more than asking.
if ((process.env['HOOKLINE_VERBOSE'] ?? '') === '') Error.stackTraceLimit = 0;

// Built into a file of its own: `fire` is run once per event, and must not pay for reading the other commands.
endWith(main(process.argv.slice(3)));

async function main(words: readonly string[]): Promise<number> {
  const given = parseArguments(FIRE, words);
  if (!isGiven(given, 'help')) return fire(given);
  const { helpOf } = await import('./call/help.ts');
  writeOut(helpOf(FIRE));
  return 0;
}
