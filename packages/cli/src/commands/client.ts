import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { type Arguments, valueOf } from '../call/arguments.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { oneLine } from '../print/text.ts';
import { writeOut } from '../print/output.ts';

/** Prints the client, or writes it where it can be run. */
export function client(given: Arguments): Promise<number> {
  const file = valueOf(given, 'output');
  if (file === undefined) writeOut(clientScript());
  else {
    writeExecutable(file, clientScript());
    writeOut(`wrote ${oneLine(file)}\n`);
  }
  return Promise.resolve(0);
}

/** The script knows where this very program lies: it is what it falls back on. */
function clientScript(): string {
  const command = [process.execPath, realpathSync(process.argv[1] ?? '')];
  const words = command.map(quoted).join(' ');
  if (process.platform === 'linux') return `#!/bin/sh\nhookline() { exec ${words} "$@"; }\n${textOf('client.sh')}`;
  return `${firstLine()}\nhookline=(${words})\n${textOf('client.bash')}`;
}

const textOf = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

/** Without what the environment would have bash do first. */
function firstLine(): string {
  const bash = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path));
  return bash === undefined ? '#!/usr/bin/env bash' : `#!${bash} -p`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

function writeExecutable(file: string, text: string): void {
  try {
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  } catch (error) {
    throw wrongCall(`cannot write ${file}: ${(error as Error).message}`);
  }
}
