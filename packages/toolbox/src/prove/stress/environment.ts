import type { Request } from '@hookline/core/internal';
import { existsSync } from 'node:fs';
import { readdir, realpath, symlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { bounded } from '../bounded.ts';
import { never, type Stress } from './stress.ts';
import type { Workshop } from './workshop.ts';

type Environment = Readonly<Record<string, string>>;

/** PATH is set to folders without programs, as in a service that was set up by hand. */
export const EMPTY_PATH: Stress = {
  name: 'empty-path',
  when: () => 'PATH is empty',
  about: 'PATH is empty',
  hint: 'name programs by their full path, or set PATH at the top of the script',
  on: ['command', 'python'],
  // A hook that cannot even be started counts as missing; one that runs without its tools can handle that itself.
  forces: ({ fault }) => fault === 'not_started',
  tries: 'each',
  prepare: () => ({ options: { adjust: inEnvironment((env) => ({ ...env, PATH: '' })) } }),
};

/** The machine has no jq. */
export const NO_JQ: Stress = {
  name: 'no-jq',
  when: () => 'jq is missing',
  about: 'there is no jq on PATH; a hook that names it by its full path does not notice',
  hint: 'let the script look for jq first, and block without it',
  on: ['command', 'python'],
  forces: never,
  tries: 'each',
  prepare: async (workshop) => {
    if (workshop.program('jq') === null) return { unavailable: 'there is no jq here anyway' };
    const path = await pathWithout('jq', workshop);
    return { options: { adjust: inEnvironment((env) => ({ ...env, PATH: path })) } };
  },
};

/** No terminal and no locale are set, as under cron or in a container. */
export const BARE_ENVIRONMENT: Stress = {
  name: 'bare-env',
  when: () => 'TERM and LANG are not set',
  about: 'TERM, LANG, LANGUAGE and LC_* are not set',
  hint: 'let the script set the variables that it needs',
  on: ['command', 'python'],
  forces: never,
  tries: 'each',
  prepare: () => ({ options: { adjust: inEnvironment(withoutLocale) } }),
};

const withoutLocale = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:TERM|LANG|LANGUAGE|LC_\w+)$/.test(name)));

const inEnvironment =
  (change: (env: Environment) => Environment) =>
  (request: Request): Request =>
    request.kind === 'command' || request.kind === 'python' ? { ...request, env: change(request.env) } : request;

/** Each folder that has the program is replaced by one of symlinks to everything else in it. */
async function pathWithout(program: string, workshop: Workshop): Promise<string> {
  const made = new Map<string, string>();
  const folders = (workshop.env['PATH'] ?? '').split(':').filter((each) => isAbsolute(each) && existsSync(each));
  const path: string[] = [];
  for (const each of folders) path.push(await withoutProgram(each, program, workshop, made));
  return path.join(':');
}

async function withoutProgram(
  folder: string,
  program: string,
  workshop: Workshop,
  made: Map<string, string>,
): Promise<string> {
  if (!existsSync(join(folder, program))) return folder;
  const real = await realpath(folder); // /bin and /usr/bin are often the same
  const copy = made.get(real) ?? workshop.folder(`path-${made.size}`);
  if (!made.has(real)) await linkAll(real, program, copy);
  made.set(real, copy);
  return copy;
}

const LINKS_AT_ONCE = 16;

/** Creates thousands of symlinks without blocking anything else, such as a signal that ends the call. */
async function linkAll(folder: string, without: string, into: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== without);
  await bounded(names, LINKS_AT_ONCE, (name) => symlink(join(folder, name), join(into, name)));
}
