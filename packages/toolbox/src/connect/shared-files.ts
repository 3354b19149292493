import { AGENTS, type AgentTable, configurationFiles } from '@hookline/core/internal';
import { existsSync } from 'node:fs';
import { AGENTS_AREA } from './own-program.ts';
import { type Check, info, warning } from '../prove/doctor/check.ts';
import { type AgentPlace, connectedBy } from './plan-connection.ts';

/** Agents that read the files of another agent's project by themselves. */
export const readersOf = ({ id, dialect }: AgentTable): readonly AgentTable[] =>
  AGENTS.filter((reader) => reader.id !== id && reader.alsoReads.includes(dialect));

/** A file of a project in another agent's format whose hooks an agent runs by itself, beside hookline. */
export interface AlsoRun {
  /** The agent whose format it is. */
  readonly owner: AgentTable;
  /** Below the project. */
  readonly path: string;
}

/** What an agent runs by itself in any project, as far as it is the file of an agent that can be connected. */
export const alsoRunBy = ({ alsoReads }: AgentTable): readonly AlsoRun[] =>
  AGENTS.filter(({ dialect }) => alsoReads.includes(dialect)).flatMap((owner) =>
    owner.registration.files.filter(({ scope }) => scope === 'project').map(({ path }) => ({ owner, path })),
  );

/** Moves hooks of a project to where only hookline finds them, so that each runs once in every connected agent. */
export const adoptingLine = ({ id }: AgentTable): string => `hookline adopt ${id} --scope project`;

/** Files of the project in another system's format that a connected agent reads as well, and whose hooks it runs itself. */
export async function sharedFileChecks(agent: AgentTable, place: AgentPlace): Promise<readonly Check[]> {
  const found = await Promise.all(agent.alsoReads.map((dialect) => checksOf(agent, dialect, place)));
  return found.flat();
}

async function checksOf({ id, title }: AgentTable, dialect: string, place: AgentPlace): Promise<readonly Check[]> {
  const owner = AGENTS.find((each) => each.dialect === dialect);
  const connected = owner === undefined ? [] : await connectedBy(owner, place);
  const withEntries = connected.filter(({ entries }) => entries.length > 0).map(({ settings }) => settings.file);
  return configurationFiles({ ...place, dialects: [dialect] })
    .filter(({ scope, path }) => (scope === 'project' || scope === 'local') && existsSync(path))
    .map(({ path }) =>
      owner !== undefined && withEntries.includes(path)
        ? warning(
            AGENTS_AREA,
            id,
            `${title} also reads ${path}; where it cannot run the entries of ${owner.title} in it, it refuses every tool call`,
            `connect ${owner.title} for yourself instead: hookline disconnect ${owner.id} --scope project; hookline connect ${owner.id}`,
          )
        : info(
            AGENTS_AREA,
            id,
            `${title} also reads ${path}: its hooks may run twice, by the agent and by hookline${owner === undefined ? '' : `; each runs once after ${adoptingLine(owner)}`}`,
          ),
    );
}
