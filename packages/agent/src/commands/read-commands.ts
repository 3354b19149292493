import { basename, join } from 'node:path';
import { frontMatterOf } from '@hookline/core/internal';
import { agentsFolder } from '../files/agents-folder.ts';
import { type MarkdownFile, readMarkdownFiles } from '../files/markdown-files.ts';
import { problemLine } from '../files/problem-line.ts';
import { readYamlFields } from '../files/yaml-fields.ts';
import type { PromptCommand } from './prompt-command.ts';

/** Where commands are searched, and whether those of the project are trusted. */
export interface CommandPlaces {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False: the project's own commands replace none of the user's. */
  readonly isTrusted: boolean;
}

export interface PromptCommands {
  /** Sorted by name. */
  readonly commands: readonly PromptCommand[];
  /** One line each, with file and line. */
  readonly problems: readonly string[];
}

/** The commands of `commands/NAME.md` that user and project define; a bad file does not affect the others. */
export async function readCommands({ project, home, env, isTrusted }: CommandPlaces): Promise<PromptCommands> {
  const users = await readFolder('user', join(agentsFolder(home, env), 'commands'), { within: null, project });
  const found = await readFolder('project', join(project, '.agents', 'commands'), { within: project, project });
  const isTaken = ({ name }: PromptCommand): boolean => !isTrusted && users.commands.some((own) => own.name === name);
  const refused = found.commands.filter(isTaken).map(({ name, file }) => problem(file, UNTRUSTED(name), ADVICE));
  const all = [...users.commands, ...found.commands.filter((command) => !isTaken(command))];
  const byName = new Map(all.map((command) => [command.name, command]));
  return {
    commands: [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    problems: [...users.problems, ...found.problems, ...refused],
  };
}

const UNTRUSTED = (name: string): string => `the project is not trusted: its command "${name}" replaces no other`;
const ADVICE = 'pass --trust-hooks';

async function readFolder(
  source: PromptCommand['source'],
  folder: string,
  bounds: { readonly within: string | null; readonly project: string },
): Promise<PromptCommands> {
  const read = await Promise.all(readMarkdownFiles({ folder, ...bounds }).map((file) => readCommand(source, file)));
  return {
    commands: read.filter((each) => typeof each !== 'string'),
    problems: read.filter((each) => typeof each === 'string'),
  };
}

const NAME = /^[A-Za-z0-9][\w-]{0,63}$/;
const NAME_RULE = 'use letters, digits, "-" and "_" (at most 64)';
const CLOSE = 'end the front matter with a line ---';
const QUOTE = 'quote strings that hold ": " or begin with a special character';

/** A command, or what is wrong with its file. */
async function readCommand(source: PromptCommand['source'], found: MarkdownFile): Promise<PromptCommand | string> {
  if ('problem' in found) return found.problem;
  const { file, display } = found;
  const name = basename(file, '.md');
  if (!NAME.test(name)) return problem(display, `"${name}" is no name of a command`, NAME_RULE);
  const matter = frontMatterOf(found.text);
  if (!matter.ok && matter.problem === 'not closed') return problem(display, 'the front matter is not closed', CLOSE);
  const text = (matter.ok ? matter.body : found.text).trim();
  if (text === '') return problem(display, 'the command has no text', 'write what the model should do');
  const fields = matter.ok ? await readYamlFields(matter.text, matter.firstLine) : NO_FIELDS;
  if (!fields.ok) return problemLine({ file: display, line: fields.line, message: fields.message, hint: QUOTE });
  const described = fields.fields.find(({ key }) => key === 'description')?.value;
  const about = typeof described === 'string' && described.trim() !== '' ? described : text;
  return { name, about: about.trim().split('\n', 1)[0] ?? '', text, source, file };
}

const NO_FIELDS = { ok: true, fields: [] } as const;

const problem = (file: string, message: string, hint: string): string => problemLine({ file, line: 1, message, hint });
