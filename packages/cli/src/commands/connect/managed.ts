import type { AgentTable, Platform } from '@hookline/core/internal';
import { type ConnectionChoice, managedText } from '@hookline/toolbox';
import { columns } from '../../print/text.ts';
import { programsFor } from './programs.ts';

/** What an administrator places so that neither a user nor a project can switch a connection off. */
export interface ManagedConnection {
  readonly agent: AgentTable;
  readonly files: Readonly<Partial<Record<Platform, string>>>;
  readonly text: string;
}

/** The file of an administrator; nothing is written. */
export async function managedConnection(
  agent: AgentTable,
  choice: ConnectionChoice,
  place: Parameters<typeof programsFor>[1],
): Promise<ManagedConnection> {
  const rows = agent.registration.files.filter(({ scope }) => scope === 'managed');
  const files = rows.flatMap(({ bases, path }) =>
    bases.flatMap((base) => (base.from === 'system' ? [[base.on, joined(base.path, path)] as const] : [])),
  );
  const text = await managedText({ ...choice, agent, programs: programsFor('managed', place) });
  return { agent, files: Object.fromEntries(files), text };
}

const joined = (folder: string, path: string): string =>
  folder.includes('\\') ? `${folder}\\${path.replaceAll('/', '\\')}` : `${folder}/${path}`;

export const managedJson = (found: readonly ManagedConnection[]): unknown => ({
  agents: found.map(({ agent, files, text }) => ({ id: agent.id, scope: 'managed', files, text })),
});

export const managedLines = (found: readonly ManagedConnection[]): readonly string[] =>
  found.flatMap(({ agent, files, text }) => [
    `For an administrator: place this file, owned by root and writable by no one else. Then no user and no project can`,
    `switch the entries of ${agent.title} off; the program that they name must be there for every user of this machine.`,
    '',
    ...columns(Object.entries(files).map(([platform, file]) => [TITLES[platform as Platform], file])).map(
      (line) => `  ${line}`,
    ),
    '',
    ...text.trimEnd().split('\n'),
  ]);

const TITLES: Readonly<Record<Platform, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
