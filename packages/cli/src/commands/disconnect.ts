import { AGENTS, type AgentTable } from '@hookline/core/internal';
import {
  carryOutDisconnect,
  type ConnectionScope,
  type DisconnectPlan,
  planDisconnect,
  registrationFile,
} from '@hookline/toolbox';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { canAsk, confirmed, DECLINED } from '../call/asking.ts';
import { LAST, type OptionRow, OPTIONS } from '../call/options.ts';
import { refuseDriven } from '../call/person-only.ts';
import { type HooksPlace, placeOf } from '../call/place.ts';
import { carryOut, refuseOutside } from '../call/writing.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { differenceLines } from '../print/difference.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { oneLine } from '../print/text.ts';
import { agentsMeant, refuseBroken } from './connect/agents.ts';

const SCOPES = ['user', 'project'] as const;

const SCOPE = {
  name: 'scope',
  value: 'SCOPE',
  completes: SCOPES,
  about: 'Only the file of the user, or only that of the project; both by default.',
} satisfies OptionRow;

export const DISCONNECT: Command = {
  name: 'disconnect',
  about: 'Take the entries of connect out of an agent’s file again, and leave all else as it is.',
  words: { usage: '[AGENT...]', min: 0, max: AGENTS.length, completes: AGENTS.map(({ id }) => id) },
  options: [
    SCOPE,
    { ...OPTIONS.dryRun, about: 'Show what would change, and change nothing.' },
    { ...OPTIONS.yes, about: 'Disconnect without asking first.' },
    OPTIONS.noInput,
    OPTIONS.unattended,
    OPTIONS.project,
    OPTIONS.home,
    ...LAST,
  ],
  examples: [
    { does: 'look first', line: 'hookline disconnect claude --dry-run' },
    { does: 'the file is what it was before', line: 'hookline disconnect claude' },
  ],
  exits: {
    0: 'disconnected, or not connected at all',
    1: 'nothing was changed: the file of the agent cannot be read, or the answer was no',
    130: 'interrupted at a question; nothing was changed',
  },
  run: disconnect,
};

interface Planned {
  readonly agent: AgentTable;
  readonly scope: ConnectionScope;
  readonly plan: Extract<DisconnectPlan, { readonly ok: true }>;
}

/** Takes our entries out of the files of agents; asks first. */
async function disconnect(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const agents = await agentsMeant(given, place, 'disconnect');
  const asked = valueOf(given, SCOPE);
  const scopes = SCOPES.filter((scope) => asked === undefined || scope === asked);
  if (scopes.length === 0)
    throw wrongCall(`--scope: unknown word "${asked ?? ''}"`, { word: asked ?? '', known: SCOPES });
  const found: Planned[] = [];
  for (const agent of agents)
    for (const scope of scopes)
      // oxlint-disable-next-line no-await-in-loop -- the first problem ends the call
      found.push(...(await planFor(agent, scope, place)));
  const planned = found.filter(({ plan }) => plan.removed > 0);
  const isDry = isGiven(given, 'dry-run');
  if (!isDry && planned.length > 0) {
    // A guard that is not called any more is switched off: a person decides that, as with trust.
    refuseDriven(place, 'disconnect', isGiven(given, 'unattended'));
    if (!(await isWanted(planned, given))) return DECLINED;
    carryOut('written', () => {
      for (const { agent, scope, plan } of found) carryOutDisconnect(plan, { agent: agent.id, scope }, place);
    });
  }
  if (isGiven(given, 'json')) writeJson(disconnectJson(found, isDry));
  else writeOut(`${disconnectLines(agents, planned, isDry, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

async function planFor(agent: AgentTable, scope: ConnectionScope, place: HooksPlace): Promise<readonly Planned[]> {
  const file = registrationFile(agent, scope, place);
  if (file === null) return [];
  refuseOutside([file], scope === 'project' ? place.project : null);
  const plan = await planDisconnect(agent, scope, file, place);
  if (!plan.ok)
    throw refuseBroken(plan.problems, 'its entries cannot be found; correct the file, or take them out by hand');
  return [{ agent, scope, plan }];
}

async function isWanted(planned: readonly Planned[], given: Arguments): Promise<boolean> {
  if (isGiven(given, 'yes')) return true;
  if (!canAsk(given))
    throw wrongCall(
      'nothing was changed: there is no terminal to ask on; pass --yes to disconnect, or --dry-run to look',
    );
  writeErr(`${planned.flatMap((each) => changeLines(each, paintFor(2, process.env))).join('\n')}\n\n`);
  return confirmed({ question: 'Take these entries out?', undone: 'Nothing was changed.', usual: null });
}

const disconnectJson = (found: readonly Planned[], isDry: boolean): unknown => ({
  agents: found.map(({ agent, scope, plan }) => ({
    id: agent.id,
    scope,
    file: plan.file,
    removed: plan.removed,
    removesFile: plan.removesFile,
    exact: plan.isExact,
    dryRun: isDry,
  })),
});

function disconnectLines(
  agents: readonly AgentTable[],
  planned: readonly Planned[],
  isDry: boolean,
  paint: Paint,
): readonly string[] {
  const idle = agents.filter((agent) => !planned.some((each) => each.agent === agent));
  return [
    ...planned.flatMap((each) => (isDry ? changeLines(each, paint) : [doneLine(each, paint)])),
    ...idle.map(({ title }) => `${title} is not connected.`),
  ];
}

function doneLine({ agent, plan }: Planned, paint: Paint): string {
  const file = oneLine(plan.file);
  const left = plan.removesFile
    ? `${file} is gone again`
    : plan.isExact
      ? `${file} is what it was before, byte for byte`
      : `${plan.removed} entries are gone from ${file}, which has changed since; all else in it stays`;
  return paint('green', `Disconnected ${agent.title}: ${left}.`);
}

function changeLines({ plan }: Planned, paint: Paint): readonly string[] {
  const file = oneLine(plan.file);
  if (plan.removesFile) return [paint('bold', `remove ${file}`)];
  return [
    paint('bold', `change ${file}`),
    ...differenceLines(plan.change?.before ?? '', plan.change?.after ?? '', paint),
  ];
}
