import { AGENTS, type AgentTable } from '@hookline/core/internal';
import {
  connectedBy,
  installedAgent,
  type LostPower,
  lostPowersOf,
  type RegisteredScope,
  usualEvents,
} from '@hookline/toolbox';
import type { HooksPlace } from '../../call/place.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { columns, counted, oneLine } from '../../print/text.ts';
import { lostWord } from './lines.ts';

/** An agent on this machine. */
interface ListedAgent {
  readonly id: string;
  readonly version: string | null;
  /** The version that was run to make the table; null: it was made from documents only. */
  readonly tested: string | null;
  readonly installed: boolean;
  readonly connected: boolean;
  /** Null: it is not connected. */
  readonly scope: RegisteredScope | null;
  /** Through which it is connected, or would be. */
  readonly file: string | null;
  readonly events: readonly string[];
  readonly lost: readonly LostPower[];
}

/** Shows every agent, connected or not. */
export async function listAgents(place: HooksPlace, isJson: boolean): Promise<number> {
  const agents = await Promise.all(AGENTS.map((agent) => listed(agent, place)));
  if (isJson) writeJson({ agents });
  else writeOut(`${agentLines(agents).join('\n')}\n`);
  return 0;
}

async function listed(agent: AgentTable, place: HooksPlace): Promise<ListedAgent> {
  const files = await connectedBy(agent, place);
  const connected = files.find(({ entries }) => entries.length > 0);
  const events = (connected?.entries ?? []).map(({ event }) => event);
  const mayAllow = (connected?.entries ?? []).some(({ handler }) => JSON.stringify(handler).includes('--may-allow'));
  return {
    id: agent.id,
    tested: agent.tested?.version ?? null,
    ...(await installedAgent(agent, place)),
    connected: connected !== undefined,
    scope: connected?.scope ?? null,
    file: (connected ?? files.find(({ scope }) => scope === 'user'))?.settings.file ?? null,
    events,
    lost: lostPowersOf(agent, { events: connected === undefined ? usualEvents(agent) : events, mayAllow }),
  };
}

function agentLines(agents: readonly ListedAgent[]): readonly string[] {
  const paint = paintFor(1, process.env);
  const rows = agents.map(({ id, version, tested, installed, connected, scope, file, events, lost }) => [
    id,
    installed ? (version ?? 'installed') : 'not installed',
    tested ?? 'documents only',
    connected ? `connected (${scope ?? ''}, ${counted(events.length, 'event')})` : 'not connected',
    lostOnTools(lost),
    oneLine(file ?? ''),
  ]);
  const head = ['AGENT', 'VERSION', 'TESTED', 'STATE', 'LOST ON TOOL CALLS', 'FILE'];
  const [first = '', ...lines] = columns([head, ...rows]);
  return [
    paint('dim', first),
    ...lines.map((line, index) => (agents[index]?.connected === true ? paint('green', line) : line)),
    '',
    'All that is lost in an agent: hookline connect AGENT --dry-run',
  ];
}

/** What matters most: the powers over a tool call. */
function lostOnTools(lost: readonly LostPower[]): string {
  const parts = new Set(lost.filter(({ event }) => event === 'PreToolUse').map(({ part }) => part ?? 'event'));
  const known = WEIGHTY.filter((part) => parts.has(part)).map((part) => lostWord(part));
  return known.length === 0 ? 'nothing' : known.join(', ');
}

const WEIGHTY = ['event', 'block', 'effect', 'ask', 'allow', 'updatedInput', 'context'] as const;
