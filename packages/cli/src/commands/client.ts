import { chmodSync, writeFileSync } from 'node:fs';
import { type Arguments, type Command, valueOf } from '../call/arguments.ts';
import { type OptionRow, OPTIONS } from '../call/options.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeOut } from '../print/output.ts';
import { oneLine } from '../print/text.ts';
import { clientScript } from '../process/client-script.ts';

const OUTPUT = {
  name: 'output',
  value: 'FILE',
  completes: 'files',
  about: 'Write the script to this file, and make it executable.',
} satisfies OptionRow;

export const CLIENT: Command = {
  name: 'client',
  about: 'Print a shell script that works as hookline does, and fires events through the server when one is running.',
  options: [OUTPUT, OPTIONS.help],
  examples: [{ does: 'put it where hosts find it', line: 'hookline client --output /usr/local/bin/hookline-client' }],
  run: client,
};

/** Prints the client, or writes it where it can be run. */
function client(given: Arguments): number {
  const file = valueOf(given, OUTPUT);
  if (file === undefined) writeOut(clientScript());
  else {
    writeExecutable(file, clientScript());
    writeOut(`wrote ${oneLine(file)}\n`);
  }
  return 0;
}

function writeExecutable(file: string, text: string): void {
  try {
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  } catch (error) {
    throw wrongCall(`cannot write ${file}: ${(error as Error).message}`);
  }
}
