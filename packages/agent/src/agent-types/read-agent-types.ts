import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { agentsFolder } from '../files/agents-folder.ts';
import { isInside, realPath } from '../files/paths.ts';
import { problemLine } from '../files/problem-line.ts';
import { readText } from '../files/read-text.ts';
import { GENERAL_PURPOSE } from './agent-type.ts';
import type { AgentType } from './agent-type.ts';
import { parseAgentType } from './parse-agent-type.ts';
import type { ParsedAgentType } from './parse-agent-type.ts';

export interface AgentTypes {
  /** Sorted by name; always with the type `general-purpose`. */
  readonly types: readonly AgentType[];
  /** One line each, with file and line. */
  readonly problems: readonly string[];
}

/** Where types are searched, and whether those of the project are trusted. */
export interface AgentTypePlaces {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False: the project's own types replace no others and choose no model. */
  readonly isTrusted: boolean;
}

/** The kinds of sub-agents that a project and its user define; a bad file is a problem and does not affect the others. */
export async function readAgentTypes({ project, home, env, isTrusted }: AgentTypePlaces): Promise<AgentTypes> {
  const folders = agentTypeFolders(project, home, env);
  const users = await readFolder({ folder: folders.user, within: null, project });
  const found = await readFolder({ folder: folders.project, within: project, project });
  const own = isTrusted ? found : withoutPower(found, [GENERAL_PURPOSE, ...users.types]);
  const byName = new Map([GENERAL_PURPOSE, ...users.types, ...own.types].map((type) => [type.name, type]));
  return {
    types: [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    problems: [...users.problems, ...own.problems],
  };
}

/** A project that is not trusted must not take the place of what its user knows, nor send tasks to another provider. */
function withoutPower({ types, problems }: AgentTypes, known: readonly AgentType[]): AgentTypes {
  const isTaken = ({ name }: AgentType): boolean => known.some((type) => type.name === name);
  const refusals = types.filter((type) => isTaken(type) || type.model !== null).map(refusalOf);
  return {
    types: types.filter((type) => !isTaken(type)).map((type) => ({ ...type, model: null })),
    problems: [...problems, ...refusals],
  };
}

const refusalOf = ({ file, name }: AgentType): string =>
  problem(
    file ?? name,
    `the project is not trusted: the type "${name}" chooses no model and replaces no other`,
    'pass --trust-hooks',
  );

/** Where the definitions of user and project lie, whether or not there are any. */
export function agentTypeFolders(
  project: string,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly user: string; readonly project: string } {
  return {
    user: join(agentsFolder(home, env), 'agents'),
    project: join(project, '.agents', 'agents'),
  };
}

interface TypeFolder {
  readonly folder: string;
  /** Symlinks that lead out of this folder are not followed; null: all are. */
  readonly within: string | null;
  readonly project: string;
}

async function readFolder(place: TypeFolder): Promise<AgentTypes> {
  const byName = new Map<string, AgentType>();
  const problems: string[] = [];
  for (const fileName of markdownFilesIn(place.folder)) {
    const file = join(place.folder, fileName);
    const display = isInside(place.project, file) ? relative(place.project, file) : file;
    const parsed = await readOne(file, display, place.within);
    problems.push(...parsed.problems);
    if (parsed.type === null) continue;
    const first = byName.get(parsed.type.name);
    if (first === undefined) byName.set(parsed.type.name, parsed.type);
    else problems.push(problem(display, `the name "${first.name}" is taken by ${first.file}`, 'give it another name'));
  }
  return { types: [...byName.values()], problems };
}

function markdownFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
      .sort();
  } catch {
    return []; // no such folder: nothing is defined
  }
}

const MOST_BYTES = 256 * 1024;

async function readOne(file: string, display: string, within: string | null): Promise<ParsedAgentType> {
  const refused = (message: string, hint: string): ParsedAgentType => ({
    type: null,
    problems: [problem(display, message, hint)],
  });
  if (within !== null && !isInside(realPath(within), realPath(file))) {
    return refused('it is a symlink that leads out of the project, and is not followed', 'copy the file');
  }
  const read = readText(file, MOST_BYTES);
  if (!read.ok) return refused(`the file ${read.why}`, 'fix or remove it');
  if (read.isCut) return refused(`the file has ${read.bytes} bytes, more than ${MOST_BYTES}`, 'make it shorter');
  return parseAgentType(read.text, file, display);
}

const problem = (file: string, message: string, hint: string): string => problemLine({ file, line: 1, message, hint });
