import type { AgentTable } from '@hookline/core/internal';
import {
  adoptingLine,
  alsoRunBy,
  type ConnectionChoice,
  type ConnectionScope,
  type ConnectPlan,
  type InstalledAgent,
  type LostPower,
  type PlannedEntry,
  readersOf,
} from '@hookline/toolbox';
import { differenceLines } from '../../print/difference.ts';
import type { Paint } from '../../print/paint.ts';
import { columns, counted, oneLine } from '../../print/text.ts';

/** What became of a plan; `agreed`: it is written, and a person has just seen all of it. */
export type ConnectFate = 'written' | 'agreed' | 'dry run' | 'already';

/** A connection that was made, or would be. */
export interface PlannedConnection {
  readonly agent: AgentTable;
  readonly scope: ConnectionScope;
  readonly plan: Extract<ConnectPlan, { readonly ok: true }>;
  readonly choice: ConnectionChoice;
  readonly found: InstalledAgent;
  readonly lost: readonly LostPower[];
}

/** Connections as a program reads them. */
export const connectionJson = (planned: readonly PlannedConnection[], fate: ConnectFate): unknown => ({
  agents: planned.map(({ agent, scope, plan, choice, found, lost }) => ({
    id: agent.id,
    version: found.version,
    installed: found.installed,
    connected: fate !== 'dry run' || plan.change === null,
    changed: fate === 'written' && plan.change !== null,
    scope,
    file: plan.connection.file,
    fail: choice.fail,
    mayAllow: choice.mayAllow,
    events: plan.entries.map(({ event }) => event),
    ways: Object.fromEntries(plan.entries.map(({ event, way }) => [event, way])),
    failsOpen: openEvents(plan.entries),
    change: plan.change === null ? null : { before: plan.change.before, after: plan.change.after },
    alsoRuns: alsoRunBy(agent).map(({ owner, path }) => ({ agent: owner.id, file: path })),
    lost,
  })),
});

const openEvents = (entries: readonly PlannedEntry[]): readonly string[] =>
  entries.filter(({ failsClosed }) => failsClosed === false).map(({ event }) => event);

/** Connections for people: the change, what is lost, and what it means. */
export const connectionLines = (
  planned: readonly PlannedConnection[],
  fate: ConnectFate,
  paint: Paint,
): readonly string[] => planned.flatMap((each) => [...oneConnection(each, fate, paint), '']).slice(0, -1);

function oneConnection(each: PlannedConnection, fate: ConnectFate, paint: Paint): readonly string[] {
  const { agent, scope, plan, found, lost } = each;
  const file = oneLine(plan.connection.file);
  if (plan.change === null) {
    const already = `${agent.title} is connected already (${file}); nothing changed.`;
    return fate === 'dry run' ? [already, '', ...lostLines(lost, agent, paint)] : [already];
  }
  if (fate === 'agreed') return connectedLines(each, paint);
  const version = found.version === null ? '' : ` ${oneLine(found.version)}`;
  const { before, after } = plan.change;
  return [
    paint('bold', `${agent.title}${version}`),
    ...(found.installed ? [] : [paint('yellow', `${agent.program.command} is not on PATH: the entries wait for it`)]),
    ...(agent.tested === null ? [paint('yellow', DOCUMENTS_ONLY)] : []),
    ...(scope === 'project' ? projectNotes(each) : []),
    '',
    paint('bold', `${before === null ? 'create' : 'change'} ${file}`),
    ...(before === null ? wholeText(after) : differenceLines(before, after, paint)),
    '',
    ...lostLines(lost, agent, paint),
    '',
    ...failLines(each, paint),
    ...alsoRunLines(agent, paint),
    '',
    ...(fate === 'written' ? connectedLines(each, paint) : [`Would connect ${whatOf(each)}`]),
  ];
}

const connectedLines = (each: PlannedConnection, paint: Paint): readonly string[] => [
  paint('green', `Connected ${whatOf(each)}`),
  ...nextSteps(each.agent),
];

const whatOf = ({ agent, plan }: PlannedConnection): string =>
  `${agent.title}: ${counted(plan.entries.length, 'event')}, ${waysIn(plan.entries)}.`;

const DOCUMENTS_ONLY =
  'From its documents only: this agent was never run with hookline. Try a refusal before you rely on it.';

const wholeText = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${oneLine(line)}`);

const nextSteps = ({ id, title, registration: { consent } }: AgentTable): readonly string[] => [
  ...(consent === undefined ? [] : [`${title} skips them without a word until you trust them: ${consent.how}.`]),
  `Prove it: hookline doctor. Undo it: hookline disconnect ${id}.`,
];

/** A file of the project is there for everyone who works on it, and anyone of them can change it. */
const projectNotes = ({ agent, plan }: PlannedConnection): readonly string[] => [
  `This file is part of the project: everyone who opens it with ${agent.title} gets these entries, and refusals where`,
  `${plan.connection.events.length === 0 ? 'hookline' : 'the program that they name'} is missing. Whoever can change the project can take them out, and their word is no secret there.`,
  ...readersOf(agent).map(
    ({ title }) =>
      `${title} reads this file too; where it cannot run these entries, it refuses every tool call in the project.`,
  ),
];

/** What hooks cannot do in the agent: what matters to people; the same loss of several events is one row. */
function lostLines(lost: readonly LostPower[], { id, title }: AgentTable, paint: Paint): readonly string[] {
  if (lost.length === 0) return [`Nothing is lost in ${title}.`];
  const rows = new Map<string, { readonly what: string; readonly instead: string; readonly events: Set<string> }>();
  const weighty = WEIGHTY.flatMap((part) => lost.filter((each) => (each.part ?? 'event') === part));
  for (const { event, part, instead } of weighty) {
    const what = lostWord(part ?? 'event');
    const row = rows.get(`${what}: ${instead}`) ?? { what, instead, events: new Set() };
    row.events.add(event);
    rows.set(`${what}: ${instead}`, row);
  }
  const shown = [...rows.values()].map(({ what, instead, events }) => [what, instead, shortList([...events])]);
  const [head = '', ...lines] = columns([['WHAT', 'IN THIS AGENT', 'EVENTS'], ...shown]);
  const small = new Set(lost.filter((each) => !weighty.includes(each)).map(({ part }) => lostWord(part ?? 'event')));
  return [
    paint('bold', `What is lost in ${title}`),
    ...(shown.length === 0 ? [] : [paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`)]),
    ...(small.size === 0 ? [] : [paint('dim', `  On some events also ${[...small].join(', ')}.`)]),
    paint('dim', `  All of it: hookline connect ${id} --dry-run --json`),
  ];
}

/** Parts of an answer that decide something, the weightiest first; what is left is for display. */
const WEIGHTY = [
  'block',
  'ask',
  'updatedInput',
  'updatedToolOutput',
  'updatedPrompt',
  'context',
  'allow',
  'permission',
  'event',
];
const MOST_EVENTS = 3;

const shortList = (events: readonly string[]): string =>
  events.length <= MOST_EVENTS + 1
    ? events.join(', ')
    : `${events.slice(0, MOST_EVENTS).join(', ')} and ${events.length - MOST_EVENTS} more`;

/** A part of an answer, for people. */
export const lostWord = (part: string): string => TOLD[part] ?? part;

const TOLD: Readonly<Record<string, string>> = {
  event: 'hooks of it',
  block: 'a refusal',
  effect: 'what a refusal does',
  reason: 'a silent refusal',
  ask: 'a question',
  allow: 'a permission',
  updatedInput: 'a rewritten input',
  updatedToolOutput: 'a rewritten output',
  updatedPrompt: 'a rewritten prompt',
  context: 'context',
  message: 'a message',
  quiet: 'hidden output',
  permission: 'a permission',
  clearContext: 'a cleared context',
  terminalSequence: 'a terminal sequence',
  prependToPrompt: 'a text before the prompt',
  appendToOutput: 'a note on the output',
};

function failLines({ agent, plan, choice }: PlannedConnection, paint: Paint): readonly string[] {
  if (choice.fail === 'open')
    return [paint('yellow', 'It fails open: where hookline cannot answer, actions go on unchecked (--fail open).')];
  const closed = plan.entries.filter(({ failsClosed }) => failsClosed === true).map(({ event }) => event);
  const open = openEvents(plan.entries);
  return [
    `Where hookline cannot answer, ${agent.title} refuses: ${closed.length === 0 ? 'nowhere' : closed.join(', ')}.`,
    ...(open.length === 0
      ? []
      : [paint('yellow', `It cannot be made to on ${open.join(', ')}: a crash there lets the agent go on.`)]),
  ];
}

/** Told at connect time, since what a hook does would have its effect twice from then on. */
const alsoRunLines = (agent: AgentTable, paint: Paint): readonly string[] =>
  alsoRunBy(agent).flatMap(({ owner, path }) => [
    paint(
      'yellow',
      `${agent.title} also runs the hooks of a project’s ${path} itself, by its own rules. hookline runs`,
    ),
    paint(
      'yellow',
      'them too, by those of their system, so that each refusal counts: what they do has its effect twice.',
    ),
    `In a project where that matters, this lets each run once in every connected agent: ${adoptingLine(owner)}`,
  ]);

const WAYS = { http: 'by request to the resident server', client: 'through the client', command: 'by command' };

const waysIn = (entries: readonly PlannedEntry[]): string =>
  Object.entries(WAYS)
    .map(([way, told]) => ({ told, count: entries.filter((entry) => entry.way === way).length }))
    .filter(({ count }) => count > 0)
    .map(({ told, count }) => `${count} ${told}`)
    .join(', ');
