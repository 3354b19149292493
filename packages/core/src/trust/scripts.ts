import { isAbsolute, resolve } from 'node:path';
import type { Handler, Hook } from '../model/index.ts';
import { splitWords } from '../text/shlex.ts';
import { filesBelow } from './folder.ts';
import { importsOfPython, pythonModule, withImports } from './imports.ts';
import { rolesIn } from './interpreters.ts';
import { folderNamed, scriptsNamed } from './locate.ts';
import type { Ground } from './locate.ts';
import { insideProject } from './paths.ts';
import { commandsIn, commandsOf } from './words.ts';
import type { Command, KnownValues } from './words.ts';

const MAX_WORDS = 5_000;
const MAX_BASES = 16;

/**
 * The script files inside the project (its resolved path) that a hook names, absolute and sorted, missing ones too.
 * `projectVariables` are the environment variables that hold the project's path when the hook runs.
 */
export function scriptsOf(hook: Hook, project: string, projectVariables: readonly string[]): readonly string[] {
  const values = new Map(projectVariables.map((name) => [name, project]));
  const commands = [
    ...commandsOfHandler(hook.handler, values),
    ...Object.values(hook.env).flatMap((text) => commandsIn(text, values)),
  ];
  const found = [
    ...scriptsOfCommands(commands, project),
    ...programOf(hook.handler, project, values),
    ...moduleOf(hook.handler, project),
    ...folderOf(hook, project),
  ];
  return [...new Set(found)].sort();
}

function commandsOfHandler(handler: Handler, values: KnownValues): readonly Command[] {
  if (handler.kind !== 'command') return [];
  if (handler.form === 'argv') return commandsOf([handler.program, ...handler.args], values);
  if (handler.form === 'words') {
    const split = splitWords(handler.line);
    return split.ok ? commandsOf(split.words, values) : commandsIn(handler.line, values);
  }
  return commandsIn(handler.shell === 'powershell' ? handler.script.replaceAll('\\', '/') : handler.script, values);
}

function scriptsOfCommands(commands: readonly Command[], project: string): readonly string[] {
  const ground: Ground = { project, bases: basesIn(commands, project) };
  let budget = MAX_WORDS;
  return commands.flatMap((command) => {
    budget -= command.length;
    return budget < 0 ? [] : scriptsOfCommand(command, ground);
  });
}

function scriptsOfCommand(command: Command, ground: Ground): readonly string[] {
  const roles = rolesIn(command);
  return command.flatMap(({ text, isWritten }, index) => {
    const role = roles[index] ?? 'other';
    if (role === 'python-module') return pythonModule(text, ground.bases);
    if (role === 'python-code') return importsOfPython(text, ground.project, ground.project);
    if (isWritten) return [];
    return piecesOf(text).flatMap((piece) => scriptsNamed(piece, role === 'script' ? 'script' : 'path', ground));
  });
}

/** The project, and the folders in it that the commands mention: a `cd`, a PATH or a variable may lead there. */
function basesIn(commands: readonly Command[], project: string): readonly string[] {
  const bases = new Set([project]);
  const words = commands.flatMap((command) => command.flatMap(({ text }) => piecesOf(text))).slice(0, MAX_WORDS);
  for (const word of words) {
    const folder = bases.size < MAX_BASES ? folderNamed(word, project) : null;
    if (folder !== null) bases.add(folder);
  }
  return [...bases];
}

/** The word, and the parts of one like `--require=./x.js` or `bin:tools`. */
const piecesOf = (word: string): readonly string[] =>
  [...new Set([word, ...word.split(/[=:,]/)])].filter((piece) => piece !== '');

/** The program of a command without a shell: named by its place, whatever the file is like. */
function programOf(handler: Handler, project: string, values: KnownValues): readonly string[] {
  if (handler.kind !== 'command' || handler.form === 'shell') return [];
  const program = commandsOfHandler(handler, values)[0]?.[0]?.text ?? '';
  return program.includes('/') ? scriptsNamed(program, 'script', { project, bases: [project] }) : [];
}

function moduleOf(handler: Handler, project: string): readonly string[] {
  if (handler.kind === 'python') {
    const [module = ''] = handler.callable.split(':');
    return withImports(pythonModule(module.trim(), [project]), project);
  }
  if (handler.kind !== 'module') return [];
  const path = insideProject(project, isAbsolute(handler.path) ? handler.path : resolve(project, handler.path));
  return path === null ? [] : withImports([path], project);
}

/** A hook that is a folder is covered whole; a plugin's folder is the user's own choice. */
function folderOf(hook: Hook, project: string): readonly string[] {
  if (hook.folder === null || hook.scope === 'plugin') return [];
  const folder = insideProject(project, hook.folder);
  return folder === null ? [] : filesBelow(folder, project);
}
