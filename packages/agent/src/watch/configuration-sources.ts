import { join } from 'node:path';
import type { Scope } from '@hookline/core/internal';
import { agentTypeFolders } from '../agent-types/read-agent-types.ts';
import type { Session } from '../session/session.ts';
import type { ConfigurationFile, ConfigurationSource } from './watch-configuration.ts';

const BY_SCOPE: Readonly<Record<Exclude<Scope, 'host'>, ConfigurationSource>> = {
  managed: 'policy_settings',
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  flag: 'user_settings',
  plugin: 'user_settings',
  session: 'skills',
};

/** Every file and folder whose change matters to a running session. */
export const configurationSources = ({
  hooks,
  project,
  home,
  env,
}: Pick<Session, 'hooks' | 'project' | 'home' | 'env'>): readonly ConfigurationFile[] => [
  ...hooks.files.map(({ path, scope }) => ({ path, source: BY_SCOPE[scope] })),
  ...Object.values(agentTypeFolders(project, home, env)).map((path) => ({ path, source: 'agents' as const })),
  { path: join(project, '.agents/skills'), source: 'skills' },
];

/** Whether a file belongs to a hook system that applies edits only when the user asks for a reload. */
export const waitsForReload = ({ hooks }: Pick<Session, 'hooks'>, path: string): boolean =>
  hooks.files.some((file) => file.path === path && file.edits === 'on-reload');
