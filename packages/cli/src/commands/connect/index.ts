import { AGENTS, type AgentTable, type EntryWay } from '@hookline/core/internal';
import {
  carryOutConnect,
  type ConnectionChoice,
  type ConnectionScope,
  type ConnectPlan,
  type ConnectRequest,
  type InstalledAgent,
  installedAgent,
  lostPowersOf,
  planConnect,
  registrationFile,
  usualEvents,
} from '@hookline/toolbox';
import { type Arguments, type Command, isGiven, valueOf, valuesOf } from '../../call/arguments.ts';
import { canAsk, confirmed, DECLINED } from '../../call/asking.ts';
import { LAST, type OptionRow, OPTIONS } from '../../call/options.ts';
import { refuseDriven } from '../../call/person-only.ts';
import { type HooksPlace, placeOf } from '../../call/place.ts';
import { carryOut, refuseOutside } from '../../call/writing.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { agentsOffered, refuseBroken } from './agents.ts';
import { type ConnectFate, connectionJson, connectionLines, type PlannedConnection } from './lines.ts';
import { listAgents } from './list.ts';
import { managedConnection, managedJson, managedLines } from './managed.ts';
import { makeReady, programsFor, programWarnings } from './programs.ts';

const SCOPES = ['user', 'project', 'managed'] as const;
const WAYS = ['auto', 'client', 'http', 'command'] as const;

const SCOPE = {
  name: 'scope',
  value: 'SCOPE',
  completes: SCOPES,
  about: 'Whose file: user (the default), project, or managed, which prints what an administrator must place.',
} satisfies OptionRow;
const FAIL = {
  name: 'fail',
  value: 'HOW',
  completes: ['closed', 'open'],
  about: 'When hookline itself fails: closed (the default) refuses, open lets the action go on.',
} satisfies OptionRow;
const VIA = {
  name: 'via',
  value: 'WAY',
  completes: WAYS,
  about: 'How events arrive: auto (the default: the quickest that an event has), http, client or command.',
} satisfies OptionRow;
const EVENTS = {
  name: 'events',
  value: 'NAME,...',
  repeatable: true,
  about: 'Only these events, by the names that the agent has for them. Repeatable.',
} satisfies OptionRow;
const MAY_ALLOW = {
  name: 'may-allow',
  about: 'Pass a permission of a hook on to the agent, which then does not ask you.',
} satisfies OptionRow;
const LIST = {
  name: 'list',
  about: 'Show every agent: its version, whether and where it is connected, and what is lost in it.',
} satisfies OptionRow;

export const CONNECT: Command = {
  name: 'connect',
  about: 'Let an agent send its events here, so that the hooks of all systems run in it.',
  words: { usage: '[AGENT...]', min: 0, max: AGENTS.length, completes: AGENTS.map(({ id }) => id) },
  options: [
    SCOPE,
    FAIL,
    VIA,
    EVENTS,
    MAY_ALLOW,
    LIST,
    OPTIONS.dryRun,
    OPTIONS.yes,
    OPTIONS.noInput,
    OPTIONS.unattended,
    OPTIONS.project,
    OPTIONS.home,
    ...LAST,
  ],
  examples: [
    { does: 'see what would be written, and what is lost', line: 'hookline connect claude --dry-run' },
    { does: 'connect it, for all your projects', line: 'hookline connect claude' },
    { does: 'which agents are there', line: 'hookline connect --list' },
    { does: 'connect all that are installed', line: 'hookline connect --yes' },
    {
      does: 'for an administrator: what no user and no project can switch off',
      line: 'hookline connect claude --scope managed',
    },
  ],
  exits: {
    0: 'connected, or connected already',
    1: 'nothing was written: the file of the agent cannot be used, or the answer was no',
    130: 'interrupted at a question; nothing was written',
  },
  run: connect,
};

/** Connects agents, or lists them; shows every change first, and asks. */
async function connect(given: Arguments): Promise<number> {
  const place = placeOf(given);
  if (isGiven(given, LIST)) return listAgents(place, isGiven(given, 'json'));
  const scope = oneOf(SCOPE, SCOPES, valueOf(given, SCOPE) ?? 'user');
  const isDry = isGiven(given, 'dry-run');
  const agents = await agentsOffered(given, place, isDry || isGiven(given, 'yes') || scope === 'managed');
  if (agents === null) return showOffer(place, isGiven(given, 'json'));
  const wanted = agents.map((agent) => ({ agent, choice: choiceOf(given, agent) }));
  if (scope === 'managed') return showManaged(wanted, given, place);
  // All at once: some programs take seconds to say their version.
  const choices = await Promise.all(
    wanted.map(async (each) => ({ ...each, found: await installedAgent(each.agent, place) })),
  );
  const shown = await planAll(choices, scope, place);
  if (isDry || shown.every(({ plan }) => plan.change === null))
    return show(shown, isDry ? 'dry run' : 'already', given);
  refuseDriven(place, 'connect', isGiven(given, 'unattended'));
  const consent = await consentTo(shown, given);
  if (consent === null) return DECLINED;
  await makeReady(shown, scope, place);
  // Again, with the address and the client that are there now.
  const planned = await planAll(choices, scope, place, shown);
  carryOut('written', () => {
    for (const { plan } of planned) carryOutConnect(plan, place);
  });
  return show(planned, consent, given);
}

/** Without a terminal no one can say which of the installed agents are meant: they are shown, and how to go on. */
async function showOffer(place: HooksPlace, isJson: boolean): Promise<never> {
  await listAgents(place, isJson);
  throw wrongCall(
    'nothing was written: there is no terminal to ask on; "hookline connect --yes" connects all that are installed, "hookline connect AGENT --yes" one of them',
  );
}

interface Wanted {
  readonly agent: AgentTable;
  readonly choice: ConnectionChoice;
}

interface Chosen extends Wanted {
  readonly found: InstalledAgent;
}

/** The plans of all agents, or a wrong call; those that were shown keep their words. */
async function planAll(
  choices: readonly Chosen[],
  scope: ConnectionScope,
  place: HooksPlace,
  shown: readonly PlannedConnection[] = [],
): Promise<readonly PlannedConnection[]> {
  const planned: PlannedConnection[] = [];
  for (const [index, chosen] of choices.entries())
    // oxlint-disable-next-line no-await-in-loop -- the first problem ends the call
    planned.push(await planFor(chosen, scope, place, shown[index]?.plan.connection.word));
  return planned;
}

async function planFor(
  { agent, choice, found }: Chosen,
  scope: ConnectionScope,
  place: HooksPlace,
  word?: string,
): Promise<PlannedConnection> {
  const file = registrationFile(agent, scope, place);
  if (file === null) throw wrongCall(`${agent.title} has no file of the scope ${scope} on this system`);
  refuseOutside([file], scope === 'project' ? place.project : null);
  const request: ConnectRequest = {
    ...choice,
    agent,
    scope,
    programs: programsFor(scope, place),
    ...(word === undefined ? {} : { word }),
  };
  const plan = ready(await planConnect(request, file, place), agent);
  return { agent, scope, plan, choice, found, lost: lostPowersOf(agent, choice) };
}

function ready(plan: ConnectPlan, agent: AgentTable): Extract<ConnectPlan, { readonly ok: true }> {
  if (!plan.ok) throw refuseBroken(plan.problems, `${agent.title} would not read an entry in it`);
  return plan;
}

function choiceOf(given: Arguments, agent: AgentTable): ConnectionChoice {
  const via: EntryWay | 'auto' = oneOf(VIA, WAYS, valueOf(given, VIA) ?? 'auto');
  const fail = oneOf(FAIL, ['closed', 'open'] as const, valueOf(given, FAIL) ?? 'closed');
  const named = valuesOf(given, EVENTS)
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known = Object.keys(agent.events);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongCall(`${agent.title} has no event "${unknown}"`, { word: unknown, known });
  return { via, fail, mayAllow: isGiven(given, MAY_ALLOW), events: named.length === 0 ? usualEvents(agent) : named };
}

function oneOf<Word extends string>(option: OptionRow, words: readonly Word[], word: string): Word {
  const found = words.find((each) => each === word);
  if (found === undefined) throw wrongCall(`--${option.name}: unknown word "${word}"`, { word, known: words });
  return found;
}

/** An entry in an agent's file decides about every tool call from then on: without --yes it is asked about. Null: a no. */
async function consentTo(
  planned: readonly PlannedConnection[],
  given: Arguments,
): Promise<'written' | 'agreed' | null> {
  if (isGiven(given, 'yes')) return 'written';
  if (!canAsk(given))
    throw wrongCall('nothing was written: there is no terminal to ask on; pass --yes to connect, or --dry-run to look');
  writeErr(`${connectionLines(planned, 'dry run', paintFor(2, process.env)).join('\n')}\n\n`);
  const isAgreed = await confirmed({ question: 'Write this?', undone: 'Nothing was written.', usual: true });
  return isAgreed ? 'agreed' : null;
}

function show(planned: readonly PlannedConnection[], fate: ConnectFate, given: Arguments): number {
  if (isGiven(given, 'json')) writeJson(connectionJson(planned, fate));
  else writeOut(`${connectionLines(planned, fate, paintFor(1, process.env)).join('\n')}\n`);
  for (const line of programWarnings()) writeErr(`warning: ${line}\n`);
  return 0;
}

async function showManaged(choices: readonly Wanted[], given: Arguments, place: HooksPlace): Promise<number> {
  const manageable = choices.filter(({ agent }) => agent.registration.files.some(({ scope }) => scope === 'managed'));
  const missing = choices.find((each) => !manageable.includes(each));
  if (missing !== undefined && (given.words.length > 0 || manageable.length === 0))
    throw wrongCall(`${missing.agent.title} reads no file of an administrator`);
  const found = await Promise.all(manageable.map(({ agent, choice }) => managedConnection(agent, choice, place)));
  if (isGiven(given, 'json')) writeJson(managedJson(found));
  else writeOut(`${managedLines(found).join('\n')}\n`);
  return 0;
}
