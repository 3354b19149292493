import {
  AGENTS,
  type AgentTable,
  createHooks,
  type Diagnostic,
  dialectOfAgent,
  type JsonObject,
} from '@hookline/core/internal';
import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Check, error, info, ok, warning } from '../prove/doctor/check.ts';
import { connectionOf, connectionsOn } from './connections.ts';
import { consentChecks, switchChecks } from './consent.ts';
import { copyChecks, disarmNotes, environmentChecks, variableChecks } from './disarming.ts';
import { isClosing } from './entries.ts';
import { isInstalled } from './installed.ts';
import { AGENTS_AREA, type OwnProgram } from './own-program.ts';
import { type AgentPlace, connectedBy, planConnect, type RegisteredFile } from './plan-connection.ts';
import { proofChecks } from './prove-entry.ts';
import { sharedFileChecks } from './shared-files.ts';
import { skippedByAgents } from './skipped-hooks.ts';

/**
 * Proves every connection: its entries are there and as this version writes them, the agent reads their file, nothing
 * switches them off here, and the very entry refuses a canary in time. Runs nothing but our own entries.
 */
export async function connectionChecks(place: AgentPlace, own: OwnProgram): Promise<readonly Check[]> {
  const found = await Promise.all(AGENTS.map((agent) => agentChecks(agent, place, own)));
  return [...found.flat(), ...(await skippedChecks(place))];
}

async function skippedChecks(place: AgentPlace): Promise<readonly Check[]> {
  const hooks = await createHooks({ ...place, record: false, warm: false });
  const skipped = await skippedByAgents(hooks.list(), place);
  await hooks.close();
  return skipped.map(({ file, message }) => info(AGENTS_AREA, file, message));
}

async function agentChecks(agent: AgentTable, place: AgentPlace, own: OwnProgram): Promise<readonly Check[]> {
  const files = await connectedBy(agent, place);
  const connected = files.filter(({ entries }) => entries.length > 0);
  const lost = lostConnections(agent, files, place);
  if (connected.length === 0) return lost.length > 0 ? lost : unconnected(agent, place);
  const checks = await Promise.all(
    connected.map(async (file) => [
      ...entryChecks(agent, file),
      ...(await currentChecks(agent, file, place, own)),
      ...fileChecks(agent, file),
      ...programChecks(agent, file),
      ...copyChecks(agent, file, place),
      ...variableChecks(agent, file, place),
      ...(await consentChecks(agent, file, place)),
      ...(await proofChecks(agent, file, place, own)),
    ]),
  );
  const around = [
    ...lost,
    ...checks.flat(),
    ...environmentChecks(agent, place),
    ...(await switchChecks(agent, place)),
    ...(await sharedFileChecks(agent, place)),
  ];
  return [...around, ...(connected.some(({ scope }) => scope === 'managed') ? [] : disarmNotes(agent))];
}

function unconnected(agent: AgentTable, place: AgentPlace): readonly Check[] {
  return isInstalled(agent, place)
    ? [info(AGENTS_AREA, agent.id, `installed, not connected: hookline connect ${agent.id}`)]
    : [];
}

/** Connections on file whose entries are gone: someone has taken them out by hand, or another program has. */
function lostConnections(agent: AgentTable, files: readonly RegisteredFile[], place: AgentPlace): readonly Check[] {
  return connectionsOn(place)
    .filter((connection) => connection.agent === agent.id)
    .filter(({ file }) => files.some(({ settings, entries }) => settings.file === file && entries.length === 0))
    .map(({ file }) =>
      error(
        AGENTS_AREA,
        agent.id,
        `was connected, and its entries are gone from ${file}: no hook of other systems runs in it`,
        `connect it again: hookline connect ${agent.id}; or forget it: hookline disconnect ${agent.id}`,
      ),
    );
}

function entryChecks(agent: AgentTable, { scope, settings, entries }: RegisteredFile): readonly Check[] {
  const { failClosed, failClosedNotOn } = agent.registration;
  const cannot = (event: string): boolean => failClosed === null || failClosedNotOn.includes(event);
  const dialect = dialectOfAgent(agent);
  const open = entries
    .filter(({ event, handler }) => dialect.events[event]?.block !== null && !isClosing(handler, agent))
    .map(({ event }) => event);
  const chosen = open.filter((event) => !cannot(event));
  return [
    ok(AGENTS_AREA, agent.id, `connected for ${entries.length} events (${scope}) in ${settings.file}`),
    ...(agent.tested === null
      ? [info(AGENTS_AREA, agent.id, 'known from its documents only: try a refusal in it before you rely on it')]
      : []),
    ...(open.length === chosen.length
      ? []
      : [info(AGENTS_AREA, agent.id, `cannot be made to fail closed on ${open.filter(cannot).join(', ')}`)]),
    ...(chosen.length === 0
      ? []
      : [
          warning(
            AGENTS_AREA,
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
  { programsOf }: OwnProgram,
): Promise<readonly Check[]> {
  if (scope === 'managed') return [];
  const known = connectionOf({ agent: agent.id, scope, file: settings.file }, place);
  const again = `run: hookline connect ${agent.id}${scope === 'user' ? '' : ` --scope ${scope}`}`;
  if (known === null)
    return [
      warning(
        AGENTS_AREA,
        agent.id,
        `its entries in ${settings.file} are not on file here: disconnect cannot give the file back byte for byte`,
        again,
      ),
    ];
  const plan = await planConnect({ ...known, agent, programs: programsOf(scope) }, settings.file, place);
  return plan.ok && plan.change !== null
    ? [
        warning(
          AGENTS_AREA,
          agent.id,
          `its entries in ${settings.file} are not what this version of hookline writes`,
          again,
        ),
      ]
    : [];
}

/** What makes the agent drop the file, and our entries with it. */
const fileChecks = ({ id, title }: AgentTable, { settings }: RegisteredFile): readonly Check[] =>
  settings.problems.length === 0
    ? [ok(AGENTS_AREA, id, `${title} reads ${settings.file}`)]
    : settings.problems.map((problem) =>
        error(
          AGENTS_AREA,
          id,
          `${placeOf(problem)}: ${problem.message}: with it ${title} drops the whole file, and our entries`,
          'correct the entry, or take it out',
        ),
      );

const placeOf = ({ file, line, column }: Diagnostic): string =>
  line === null ? file : `${file}:${line}:${column ?? 1}`;

/** Programs that entries name and that cannot be started. */
const programChecks = ({ id }: AgentTable, { entries }: RegisteredFile): readonly Check[] =>
  [...new Set(entries.flatMap(({ handler }) => programIn(handler) ?? []))]
    .filter((program) => isAbsolute(program) && !isStartable(program))
    .map((program) =>
      error(AGENTS_AREA, id, `its entries start ${program}, which cannot be run`, `run: hookline connect ${id}`),
    );

/** The program that an entry starts; null: it is a request, or a line that says so itself when it cannot. */
const programIn = ({ command, args }: JsonObject): string | null =>
  typeof command === 'string' && Array.isArray(args) ? command : null;

function isStartable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
