import { join } from 'node:path';
import { agentsFolder } from '../files/agents-folder.ts';
import { type MarkdownFile, type MarkdownFolder, readMarkdownFiles } from '../files/markdown-files.ts';
import { problemLine } from '../files/problem-line.ts';
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

async function readFolder(folder: MarkdownFolder): Promise<AgentTypes> {
  const byName = new Map<string, AgentType>();
  const problems: string[] = [];
  for (const found of readMarkdownFiles(folder)) {
    const { display } = found;
    const parsed = await parsedOf(found);
    problems.push(...parsed.problems);
    if (parsed.type === null) continue;
    const first = byName.get(parsed.type.name);
    if (first === undefined) byName.set(parsed.type.name, parsed.type);
    else problems.push(problem(display, `the name "${first.name}" is taken by ${first.file}`, 'give it another name'));
  }
  return { types: [...byName.values()], problems };
}

const parsedOf = async (found: MarkdownFile): Promise<ParsedAgentType> =>
  'text' in found ? parseAgentType(found.text, found.file, found.display) : { type: null, problems: [found.problem] };

const problem = (file: string, message: string, hint: string): string => problemLine({ file, line: 1, message, hint });
