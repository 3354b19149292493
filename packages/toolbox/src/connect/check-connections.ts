import {
  AGENTS,
  type AgentTable,
  configurationFiles,
  describeHook,
  type Diagnostic,
  type Hook,
  isJsonObject,
  issueCanary,
  type Json,
  readHooks,
  runDescribed,
  stateFolder,
} from '@hookline/core/internal';
import { accessSync, constants, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Check, error, info, ok, warning } from '../prove/doctor/check.ts';
import { connectionOf, type ConnectionScope, connectionsOn } from './connections.ts';
import type { EntryPrograms } from './entries.ts';
import { installedAgent } from './installed.ts';
import { type AgentPlace, connectedBy, dialectOfAgent, planConnect, type RegisteredFile } from './plan-connection.ts';

/** What the checks need from the program that makes them. */
export interface OwnProgram {
  /** How entries are written now. */
  readonly programsOf: (scope: ConnectionScope) => EntryPrograms;
  /** Starts the resident server as an entry would; done when it can be reached, or cannot. */
  readonly startServer: () => Promise<void>;
}

/**
 * Proves every connection: its entries are there and as this version writes them, the agent reads their file, nothing
 * switches them off here, and the very entry refuses a canary in time. Runs nothing but our own entries.
 */
export async function connectionChecks(place: AgentPlace, own: OwnProgram): Promise<readonly Check[]> {
  const found = await Promise.all(AGENTS.map((agent) => agentChecks(agent, place, own)));
  return found.flat();
}

async function agentChecks(agent: AgentTable, place: AgentPlace, own: OwnProgram): Promise<readonly Check[]> {
  const files = await connectedBy(agent, place);
  const connected = files.filter(({ entries }) => entries.length > 0);
  const lost = lostConnections(agent, files, place);
  if (connected.length === 0) return lost.length > 0 ? lost : await unconnected(agent, place);
  const checks = await Promise.all(
    connected.map(async (file) => [
      ...entryChecks(agent, file),
      ...(await currentChecks(agent, file, place, own)),
      ...fileChecks(agent, file),
      ...programChecks(agent, file),
      ...copyChecks(agent, file, place),
      ...variableChecks(agent, file, place),
      ...(await proofChecks(agent, file, place, own)),
    ]),
  );
  return [...lost, ...checks.flat(), ...(connected.some(({ scope }) => scope === 'managed') ? [] : disarmNotes(agent))];
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
  { programsOf }: OwnProgram,
): Promise<readonly Check[]> {
  if (scope === 'managed') return [];
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
  const others = otherFiles(agent, settings.file, place);
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

/** Programs that entries name and that cannot be started. */
const programChecks = ({ id }: AgentTable, { entries }: RegisteredFile): readonly Check[] =>
  [...new Set(entries.flatMap(({ handler }) => (typeof handler['command'] === 'string' ? [handler['command']] : [])))]
    .filter((program) => isAbsolute(program) && !isStartable(program))
    .map((program) =>
      error(AREA, id, `its entries start ${program}, which cannot be run`, `run: hookline connect ${id}`),
    );

function isStartable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Variables through which a settings file of the project reaches into our own process. */
const OWN_VARIABLES = /^(?:HOOKLINE_|XDG_|LD_|NODE_|BASH_ENV$|ENV$|HOME$|PATH$)/;

function variableChecks(agent: AgentTable, { settings }: RegisteredFile, place: AgentPlace): readonly Check[] {
  const key = agent.registration.environmentKey;
  if (key === null) return [];
  return otherFiles(agent, settings.file, place).flatMap(({ path, scope }) => {
    const variables = memberOf(textOf(path), key);
    const names = isJsonObject(variables) ? Object.keys(variables).filter((name) => OWN_VARIABLES.test(name)) : [];
    if (names.length === 0 || scope === 'managed') return [];
    return [
      error(
        AREA,
        agent.id,
        `${path} sets ${names.join(', ')} for our entries, and can so switch them off`,
        `take ${names.length === 1 ? 'it' : 'them'} out of ${key}`,
      ),
    ];
  });
}

function memberOf(text: string, key: string): Json | undefined {
  try {
    const value = JSON.parse(text.replace('\uFEFF', '')) as Json;
    return isJsonObject(value) ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

const otherFiles = (agent: AgentTable, file: string, place: AgentPlace): ReturnType<typeof configurationFiles> =>
  configurationFiles({ ...place, dialects: [agent.dialect] }).filter(({ path }) => path !== file);

/** Looks whether some file switches the entry off here; then runs the very entry as the agent would, with an event that must be refused. */
async function proofChecks(
  agent: AgentTable,
  { settings, entries }: RegisteredFile,
  place: AgentPlace,
  own: OwnProgram,
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
  const found = read.entries.find(({ hook }) => isEntry(hook));
  const hook = found?.hook;
  return [
    ...(found?.off === undefined || found.off === null
      ? []
      : [
          error(
            AREA,
            agent.id,
            `no hook guards tool calls in ${place.project}: ${found.off}`,
            `take the switch out; what an administrator places stays on: hookline connect ${agent.id} --scope managed`,
          ),
        ]),
    ...(hook === undefined ? [] : [await canaryCheck(agent, hook, place, own)]),
  ];
}

const holds = ({ handler }: Hook, word: string): boolean => JSON.stringify(handler).includes(word);

/** The agent's name for the event before a tool call. */
const toolEvent = (agent: AgentTable): string | null =>
  Object.entries(dialectOfAgent(agent).events).find(([, { means }]) => means.includes('PreToolUse'))?.[0] ?? null;

async function canaryCheck(
  agent: AgentTable,
  hook: Hook,
  place: AgentPlace,
  { startServer }: OwnProgram,
): Promise<Check> {
  const first = await sendCanary(hook, place);
  if (first.isRefused || hook.handler.kind !== 'http') return canaryResult(agent, hook, first, '');
  // Between sessions no server runs; the first entry of a session starts it.
  await startServer();
  return canaryResult(agent, hook, await sendCanary(hook, place), ' (its server was started for that)');
}

interface SentCanary {
  readonly isRefused: boolean;
  readonly tookMs: number;
  /** What came instead of a refusal. */
  readonly seen: string;
}

async function sendCanary(hook: Hook, place: AgentPlace): Promise<SentCanary> {
  const description = describeHook(hook, place.project);
  if (description === null) throw new TypeError('an entry of a file is no function');
  const { reason, withdraw, ...canary } = issueCanary(stateFolder(place.env, place.home));
  try {
    const event = { ...canary, hook_event_name: 'PreToolUse' as const, session_id: 'canary', cwd: place.project };
    const startedAt = performance.now();
    const { decision, block, hooks } = await runDescribed(description, event, place);
    const [run] = hooks;
    return {
      // A fault that refuses is no proof: the entry itself must have said no.
      isRefused: decision === 'block' && run?.status === 'blocked' && block?.reason?.includes(reason) === true,
      tookMs: Math.round(performance.now() - startedAt),
      seen: run?.fault?.message ?? `the answer was ${decision}`,
    };
  } finally {
    withdraw();
  }
}

function canaryResult(
  { id }: AgentTable,
  { timeoutMs }: Hook,
  { isRefused, tookMs, seen }: SentCanary,
  note: string,
): Check {
  return isRefused
    ? ok(AREA, id, `its entry refuses a canary in ${tookMs} ms, and may take ${timeoutMs / 1000} s${note}`)
    : error(
        AREA,
        id,
        `its entry does not refuse a canary: ${seen}`,
        `run: hookline connect ${id}; if that does not help: hookline disconnect ${id}`,
      );
}

/** What could switch the connection off without a word to the user. */
function disarmNotes(agent: AgentTable): readonly Check[] {
  const ways = agent.disarmedBy.filter(({ by }) => by === 'project').map(({ about }) => about);
  const text = `a project could switch it off by: ${ways.join('; ')}. What an administrator places stays on: hookline connect ${agent.id} --scope managed`;
  return ways.length === 0 ? [] : [info(AREA, agent.id, text)];
}
