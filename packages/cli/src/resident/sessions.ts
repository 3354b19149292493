import type { AnyEvent, KnownAgent } from '@hookline/core/internal';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../print/output.ts';

/** What a request over http does not tell about the session that it belongs to. */
export interface SessionFacts {
  /** The process of the agent; null where it does not tell. */
  readonly pid: number | null;
  /** Variables of the agent's environment that are no secrets. */
  readonly env: Readonly<Record<string, string>>;
}

/** Variables that hooks need as they are where the agent runs, and that keep hooks from firing hooks. */
const NEEDED = ['HOOKLINE_RUN', 'LANG', 'LC_ALL', 'PATH', 'TZ', 'VIRTUAL_ENV'];
const KEPT_MS = 30 * 24 * 3600 * 1000;

const folderOf = (stateFolder: string): string => join(stateFolder, 'sessions');

const fileOf = (stateFolder: string, session: string): string =>
  join(folderOf(stateFolder), createHash('sha256').update(session).digest('hex').slice(0, 32));

/** Writes down where a session runs, when a program is told that it starts; and forgets it at its end. */
export function noteSession(stateFolder: string, event: AnyEvent, known: KnownAgent, env: Environment): void {
  const session = event['session_id'];
  const name = event.hook_event_name;
  if (typeof session !== 'string' || (name !== 'SessionStart' && name !== 'SessionEnd')) return;
  const file = fileOf(stateFolder, session);
  try {
    if (name === 'SessionEnd') return rmSync(file, { force: true });
    mkdirSync(folderOf(stateFolder), { recursive: true, mode: 0o700 });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(factsOf(known, env)), { mode: 0o600 });
    renameSync(unfinished, file);
    sweep(folderOf(stateFolder));
  } catch {
    // requests of this session are answered with the folder that they name
  }
}

function factsOf({ agent, dialect }: KnownAgent, env: Environment): SessionFacts {
  const { pidVariable } = agent.program;
  const names = [...NEEDED, ...dialect.environment.sets.map(({ name }) => name)];
  const kept = names.flatMap((name) => {
    const value = env[name];
    return value === undefined || agent.secrets.variables.includes(name) ? [] : [[name, value] as const];
  });
  const pid = Number(env[pidVariable ?? ''] ?? '');
  return { pid: Number.isInteger(pid) && pid > 0 ? pid : null, env: Object.fromEntries(kept) };
}

/** What is known about a session; null when no program was told of its start. */
export function sessionFacts(stateFolder: string, session: string): SessionFacts | null {
  return readFacts(fileOf(stateFolder, session));
}

/** Whether an agent still runs that may ask again. */
export function isAnyAgentRunning(stateFolder: string): boolean {
  try {
    return readdirSync(folderOf(stateFolder)).some((name) => {
      const pid = readFacts(join(folderOf(stateFolder), name))?.pid ?? null;
      return pid !== null && isAlive(pid);
    });
  } catch {
    return false;
  }
}

function readFacts(file: string): SessionFacts | null {
  try {
    const { pid, env } = JSON.parse(readFileSync(file, 'utf8')) as Partial<SessionFacts>;
    return { pid: typeof pid === 'number' ? pid : null, env: env ?? {} };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS) rmSync(join(folder, name), { force: true });
  }
}
