import { AGENTS, type AgentTable, type Diagnostic } from '@hookline/core/internal';
import { connectedBy, installedAgent } from '@hookline/toolbox';
import type { Arguments } from '../../call/arguments.ts';
import { canAsk, withAsking } from '../../call/asking.ts';
import type { HooksPlace } from '../../call/place.ts';
import { type WrongCall, wrongCall } from '../../call/wrong-call.ts';

/** The agents that a call names, each once; without one, those that are installed are offered. */
export async function agentsMeant(given: Arguments, place: HooksPlace, verb: string): Promise<readonly AgentTable[]> {
  const known = AGENTS.map(({ id }) => id);
  if (given.words.length > 0)
    return [...new Set(given.words)].map((word) => {
      const agent = AGENTS.find(({ id }) => id === word);
      if (agent === undefined) throw wrongCall(`unknown agent "${word}"`, { word, known });
      return agent;
    });
  const found = await Promise.all(AGENTS.map(async (agent) => ({ agent, ...(await installedAgent(agent, place)) })));
  const installed = found.filter((each) => each.installed).map(({ agent }) => agent);
  const [first] = installed;
  if (first === undefined)
    throw wrongCall(`which agent? None is on PATH; name one of ${known.join(', ')}: hookline ${verb} AGENT`);
  const ids = installed.map(({ id }) => id);
  if (!canAsk(given))
    throw wrongCall(`which agent? Installed: ${ids.join(', ')}; name one: hookline ${verb} ${first.id}`);
  const chosen = await withAsking((asking) => asking.choose(`Which agent do you want to ${verb}?`, ids, first.id));
  return installed.filter(({ id }) => id === chosen);
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
