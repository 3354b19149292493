import { DIALECTS } from '@hookline/core/internal';
import { readFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { readOptions } from '../guard/guard.ts';
import { GUARDS } from '../guards.ts';
import { answerPayload, type Post, type Printed } from './answer-payload.ts';

// The program that `hookline add` installs: `node hookline-guards.mjs GUARD DIALECT EVENT [NAME=VALUE…]`, with the
// event on stdin.

function postOf([name = '', dialectId = '', native = '', ...settings]: readonly string[]):
  | Post
  | { readonly why: string } {
  const guard = GUARDS.find((each) => each.name === name);
  if (guard === undefined)
    return { why: `there is no guard "${name}"; expected ${GUARDS.map((each) => each.name).join(', ')}` };
  const dialect = DIALECTS.find(({ id }) => id === dialectId);
  if (dialect === undefined)
    return { why: `unknown dialect "${dialectId}"; expected ${DIALECTS.map(({ id }) => id).join(', ')}` };
  const given = Object.fromEntries(
    settings.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  const options = readOptions(guard, given);
  if ('why' in options) return options;
  return {
    guard,
    options: options.values,
    dialect,
    native,
    env: process.env,
    home: process.env['HOME'] || homedir(),
    cwd: process.cwd(),
  };
}

function print({ stdout, stderr, exitCode }: Printed): never {
  if (stdout !== '') writeSync(1, stdout);
  if (stderr !== '') writeSync(2, stderr);
  process.exit(exitCode);
}

const refuse = (why: string): never => print({ stdout: '', stderr: `hookline-guards: ${why}\n`, exitCode: 2 });

process.on('uncaughtException', (error) => refuse(error.message));
process.on('unhandledRejection', (error) => refuse(String(error)));

const post = postOf(process.argv.slice(2));
if ('why' in post) refuse(post.why);
else print(await answerPayload(readFileSync(0, 'utf8'), post));
