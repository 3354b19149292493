// Renders the table of connected agents in README.md: from the agents' tables, and what the runs of the real programs found.
import { code, table } from './markdown.mjs';

/** The part of the page that is written from the tables. */
export const agentList = ({ agents, usualEvents, lostPowersOf, agreement }) => ({
  page: 'README.md',
  lines: /^\| agent \| hears \|.*\n(?:\|.*\n)*/m,
  text: `${table(
    ['agent', 'hears', 'refuse', 'rewrite', 'context', 'ask', 'fails closed', 'cost of an event', 'tested with'],
    agents.map((agent) => rowOf(agent, { usualEvents, lostPowersOf, agreement })),
  )}\n`,
});

function rowOf(agent, { usualEvents, lostPowersOf, agreement }) {
  const events = usualEvents(agent);
  const lost = lostPowersOf(agent, { events, mayAllow: false });
  const has = (event, part) => !lost.some((each) => each.event === event && (each.part === part || each.part === null));
  return [
    `[${agent.title}](docs/agents/${agent.id}.md)`,
    `${events.length} events`,
    has('PreToolUse', 'block') ? 'yes' : 'no',
    has('PreToolUse', 'updatedInput') ? 'yes' : 'refuses, with a hint',
    contexts(has),
    has('PreToolUse', 'ask') ? 'asks' : 'refuses',
    failing(agent.registration),
    cost(agreement[agent.id]),
    agent.tested === null ? 'documents only, never run' : `${agent.tested.version} (${agent.tested.day})`,
  ];
}

const MOMENTS = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before tools',
  PostToolUse: 'after tools',
};

function contexts(has) {
  const taken = Object.entries(MOMENTS).filter(([event]) => has(event, 'context'));
  return taken.length === 0 ? 'no' : taken.map(([, words]) => words).join(', ');
}

function failing({ failClosed, failClosedNotOn }) {
  if (failClosed === null) return 'no';
  return failClosedNotOn.length === 0 ? 'yes' : `yes, but for ${failClosedNotOn.map(code).join(', ')}`;
}

/** By the quickest way that was measured. */
function cost(found) {
  const [quickest] = (found?.parts.cost ?? []).toSorted((one, other) => one.ms - other.ms);
  if (quickest === undefined) return '–';
  return `${quickest.ms} ms by ${quickest.way}, ${quickest.ratio} times \`sh -c :\``;
}
