import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { shippedFile } from './this-program.ts';

/** The text of the client. It knows where this very program lies: that is what it falls back on. */
export function clientScript(): string {
  const command = [process.execPath, realpathSync(process.argv[1] ?? '')];
  const words = command.map(quoted).join(' ');
  if (process.platform === 'linux') return `#!/bin/sh\nhookline() { exec ${words} "$@"; }\n${textOf('client.sh')}`;
  return `${firstLine()}\nhookline=(${words})\n${textOf('client.bash')}`;
}

const textOf = (name: string): string => readFileSync(shippedFile(name), 'utf8');

/** Without what the environment would have bash do first. */
function firstLine(): string {
  const bash = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path));
  return bash === undefined ? '#!/usr/bin/env bash' : `#!${bash} -p`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
