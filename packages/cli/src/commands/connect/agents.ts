import { AGENTS, type AgentTable, type Diagnostic } from '@hookline/core/internal';
import { connectedBy, isInstalled } from '@hookline/toolbox';
import type { Arguments } from '../../call/arguments.ts';
import { canAsk, withAsking } from '../../call/asking.ts';
import type { HooksPlace } from '../../call/place.ts';
import { type WrongCall, wrongCall } from '../../call/wrong-call.ts';

/** The agents that a call names, each once; without one, a person chooses among those that are installed. */
export async function agentsMeant(given: Arguments, place: HooksPlace, verb: string): Promise<readonly AgentTable[]> {
  if (given.words.length > 0) return agentsNamed(given.words);
  const [installed, first] = installedAgents(place, verb);
  const ids = installed.map(({ id }) => id);
  if (!canAsk(given))
    throw wrongCall(`which agent? Installed: ${ids.join(', ')}; name one: hookline ${verb} ${first.id}`);
  return chosen(installed, `Which agent do you want to ${verb}?`, first.id);
}

/** The agents that a call names; without one all that are installed are offered, and null says that no one can be asked. */
export async function agentsOffered(
  given: Arguments,
  place: HooksPlace,
  isAllWanted: boolean,
): Promise<readonly AgentTable[] | null> {
  if (given.words.length > 0) return agentsNamed(given.words);
  const [installed] = installedAgents(place, 'connect');
  if (isAllWanted) return installed;
  if (!canAsk(given)) return null;
  return installed.length === 1 ? installed : chosen(installed, 'Which agents do you want to connect?', ALL);
}

const ALL = 'all';

function agentsNamed(words: readonly string[]): readonly AgentTable[] {
  return [...new Set(words)].map((word) => {
    const agent = AGENTS.find(({ id }) => id === word);
    if (agent === undefined) throw wrongCall(`unknown agent "${word}"`, { word, known: AGENTS.map(({ id }) => id) });
    return agent;
  });
}

function installedAgents(
  place: HooksPlace,
  verb: string,
): readonly [installed: readonly AgentTable[], first: AgentTable] {
  const installed = AGENTS.filter((agent) => isInstalled(agent, place));
  const [first] = installed;
  const known = AGENTS.map(({ id }) => id).join(', ');
  if (first === undefined)
    throw wrongCall(`which agent? None is on PATH; name one of ${known}: hookline ${verb} AGENT`);
  return [installed, first];
}

async function chosen(agents: readonly AgentTable[], question: string, usual: string): Promise<readonly AgentTable[]> {
  const words = [...(usual === ALL ? [ALL] : []), ...agents.map(({ id }) => id)];
  const word = await withAsking((asking) => asking.choose(question, words, usual));
  return word === ALL ? agents : agents.filter(({ id }) => id === word);
}

/** A file that cannot be changed, with the place of its first problem. */
export function refuseBroken([first, ...more]: readonly Diagnostic[], why: string): WrongCall {
  if (first === undefined) return wrongCall(why);
  const { file, line, column, message, hint } = first;
  const place = line === null ? file : `${file}:${line}:${column ?? 1}`;
  const rest = more.length === 0 ? '' : `, and ${more.length} more ${more.length === 1 ? 'problem' : 'problems'}`;
  return wrongCall(`${place}: ${message}${hint === null ? '' : ` (${hint})`}${rest}; nothing was changed: ${why}`);
}

/** Whether events of the agent arrive here. */
export const isConnected = async (agent: AgentTable, place: HooksPlace): Promise<boolean> =>
  (await connectedBy(agent, place)).some(({ entries }) => entries.length > 0);
