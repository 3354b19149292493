import {
  AGENTS,
  type AgentTable,
  configurationFiles,
  describeHook,
  type Diagnostic,
  type Hook,
  issueCanary,
  type Json,
  readHooks,
  runDescribed,
  stateFolder,
} from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { type Check, error, info, ok, warning } from '../prove/doctor/check.ts';
import { connectionOf, connectionsOn } from './connections.ts';
import type { EntryPrograms } from './entries.ts';
import { installedAgent } from './installed.ts';
import { type AgentPlace, connectedBy, dialectOfAgent, planConnect, type RegisteredFile } from './plan-connection.ts';

/** How entries of this program are written now, by scope. */
export type ProgramsOf = (scope: RegisteredFile['scope']) => EntryPrograms;

/**
 * Proves every connection: its entries are there and as this version writes them, the agent reads their file, nothing
 * switches them off here, and the very entry refuses a canary in time. Runs nothing but our own entries.
 */
export async function connectionChecks(place: AgentPlace, programsOf: ProgramsOf): Promise<readonly Check[]> {
  const found = await Promise.all(AGENTS.map((agent) => agentChecks(agent, place, programsOf)));
  return found.flat();
}

async function agentChecks(agent: AgentTable, place: AgentPlace, programsOf: ProgramsOf): Promise<readonly Check[]> {
  const files = await connectedBy(agent, place);
  const connected = files.filter(({ entries }) => entries.length > 0);
  const lost = lostConnections(agent, files, place);
  if (connected.length === 0) return lost.length > 0 ? lost : await unconnected(agent, place);
  const checks = await Promise.all(
    connected.map(async (file) => [
      ...entryChecks(agent, file),
      ...(await currentChecks(agent, file, place, programsOf)),
      ...fileChecks(agent, file),
      ...copyChecks(agent, file, place),
      ...(await proofChecks(agent, file, place)),
    ]),
  );
  return [...lost, ...checks.flat(), ...disarmNotes(agent)];
}

const AREA = 'agents';

async function unconnected(agent: AgentTable, place: AgentPlace): Promise<readonly Check[]> {
  const { installed } = await installedAgent(agent, place);
  return installed ? [info(AREA, agent.id, `installed, not connected: hookline connect ${agent.id}`)] : [];
}

/** Connections on file whose entries are gone: someone has taken them out by hand, or another program has. */
function lostConnections(agent: AgentTable, files: readonly RegisteredFile[], place: AgentPlace): readonly Check[] {
  return connectionsOn(place)
    .filter((connection) => connection.agent === agent.id)
    .filter(({ file }) => files.some(({ settings, entries }) => settings.file === file && entries.length === 0))
    .map(({ file }) =>
      error(
        AREA,
        agent.id,
        `was connected, and its entries are gone from ${file}: no hook of other systems runs in it`,
        `connect it again: hookline connect ${agent.id}; or forget it: hookline disconnect ${agent.id}`,
      ),
    );
}

function entryChecks(agent: AgentTable, { scope, settings, entries }: RegisteredFile): readonly Check[] {
  const { failClosed, failClosedNotOn } = agent.registration;
  const dialect = dialectOfAgent(agent);
  const open = entries
    .filter(
      ({ event, handler }) =>
        dialect.events[event]?.block !== null && (failClosed === null || handler[failClosed.key] !== failClosed.value),
    )
    .map(({ event }) => event);
  const chosen = open.filter((event) => !failClosedNotOn.includes(event));
  return [
    ok(AREA, agent.id, `connected for ${entries.length} events (${scope}) in ${settings.file}`),
    ...(open.length === chosen.length
      ? []
      : [
          info(
            AREA,
            agent.id,
            `cannot be made to fail closed on ${open.filter((event) => failClosedNotOn.includes(event)).join(', ')}`,
          ),
        ]),
    ...(chosen.length === 0
      ? []
      : [
          warning(
            AREA,
            agent.id,
            `fails open on ${chosen.join(', ')}: where hookline cannot answer, the action goes on`,
            `run: hookline connect ${agent.id} --fail closed`,
          ),
        ]),
  ];
}

async function currentChecks(
  agent: AgentTable,
  { scope, settings }: RegisteredFile,
  place: AgentPlace,
  programsOf: ProgramsOf,
): Promise<readonly Check[]> {
  const known = connectionOf({ agent: agent.id, scope, file: settings.file }, place);
  const again = `run: hookline connect ${agent.id}${scope === 'user' ? '' : ` --scope ${scope}`}`;
  if (known === null)
    return [
      warning(
        AREA,
        agent.id,
        `its entries in ${settings.file} are not on file here: disconnect cannot give the file back byte for byte`,
        again,
      ),
    ];
  const plan = await planConnect({ ...known, agent, programs: programsOf(scope) }, settings.file, place);
  return plan.ok && plan.change !== null
    ? [warning(AREA, agent.id, `its entries in ${settings.file} are not what this version of hookline writes`, again)]
    : [];
}

/** What makes the agent drop the file, and our entries with it. */
const fileChecks = ({ id, title }: AgentTable, { settings }: RegisteredFile): readonly Check[] =>
  settings.problems.length === 0
    ? [ok(AREA, id, `${title} reads ${settings.file}`)]
    : settings.problems.map((problem) =>
        error(
          AREA,
          id,
          `${placeOf(problem)}: ${problem.message}: with it ${title} drops the whole file, and our entries`,
          'correct the entry, or take it out',
        ),
      );

const placeOf = ({ file, line, column }: Diagnostic): string =>
  line === null ? file : `${file}:${line}:${column ?? 1}`;

/** The last copy of a repeated entry counts for some agents: one with other options in the project disarms ours. */
function copyChecks(agent: AgentTable, { settings, entries }: RegisteredFile, place: AgentPlace): readonly Check[] {
  const words = new Set(entries.map(({ word }) => word));
  const others = configurationFiles({ ...place, dialects: [agent.dialect] }).filter(
    ({ path }) => path !== settings.file,
  );
  const copies = others.flatMap(({ path }) => {
    const text = textOf(path);
    return [...words].some((word) => text.includes(word)) ? [path] : [];
  });
  return copies.map((path) =>
    error(
      AREA,
      agent.id,
      `${path} has a copy of our entry, and the last copy counts: it can switch the entry off`,
      'take the copy out, then: hookline disconnect and connect, for a new word',
    ),
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Runs the very entry as the agent would, by the rules of its dialect, with an event that must be refused. */
async function proofChecks(
  agent: AgentTable,
  { settings, scope, entries }: RegisteredFile,
  place: AgentPlace,
): Promise<readonly Check[]> {
  const native = toolEvent(agent);
  const entry = entries.find(({ event }) => event === native);
  if (entry === undefined)
    return [
      warning(
        AREA,
        agent.id,
        `no entry for ${native ?? 'tool calls'}: hooks guard no tool call of it`,
        `run: hookline connect ${agent.id}`,
      ),
    ];
  const read = await readHooks(agent.dialect, place);
  const isEntry = (hook: Hook): boolean =>
    hook.file === settings.file && hook.event === native && holds(hook, entry.word);
  const hook = (scope === 'user' ? read.user : read.project).find(isEntry);
  if (hook === undefined) return [];
  return [await canaryCheck(agent, hook, place)];
}

const holds = ({ handler }: Hook, word: string): boolean => JSON.stringify(handler as unknown as Json).includes(word);

/** The agent's name for the event before a tool call. */
const toolEvent = (agent: AgentTable): string | null =>
  Object.entries(dialectOfAgent(agent).events).find(([, { means }]) => means.includes('PreToolUse'))?.[0] ?? null;

async function canaryCheck(agent: AgentTable, hook: Hook, place: AgentPlace): Promise<Check> {
  const description = describeHook(hook, place.project);
  if (description === null) throw new TypeError('an entry of a file is no function');
  const { reason, withdraw, ...canary } = issueCanary(stateFolder(place.env, place.home));
  try {
    const event = {
      hook_event_name: 'PreToolUse' as const,
      session_id: `canary-${process.pid}`,
      cwd: place.project,
      tool_use_id: reason,
      ...canary,
    };
    const startedAt = performance.now();
    const outcome = await runDescribed(description, event, place);
    const tookMs = Math.round(performance.now() - startedAt);
    const [run] = outcome.hooks;
    if (outcome.decision === 'block' && run?.status === 'blocked' && outcome.reason?.includes(reason) === true)
      return ok(AREA, agent.id, `refuses a canary in ${tookMs} ms, of ${hook.timeoutMs / 1000} s`);
    const seen =
      run?.fault === undefined || run.fault === null
        ? `the answer was ${outcome.decision}`
        : `${run.fault.code}: ${run.fault.message}`;
    return error(
      AREA,
      agent.id,
      `its entry does not refuse the canary: ${seen}`,
      `run: hookline connect ${agent.id}; then look at: hookline doctor`,
    );
  } finally {
    withdraw();
  }
}

/** What could switch the connection off, whoever does it. */
const disarmNotes = (agent: AgentTable): readonly Check[] =>
  agent.disarmedBy
    .filter(({ by }) => by === 'project')
    .map(({ about }) =>
      info(
        AREA,
        agent.id,
        `a project could switch it off: ${about}; what an administrator places cannot be: hookline connect ${agent.id} --scope managed`,
      ),
    );
