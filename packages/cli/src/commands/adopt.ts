import { AGENTS, type AgentTable, DIALECTS } from '@hookline/core/internal';
import {
  type Adoption,
  type AdoptPlan,
  carryOutAdopt,
  changedSince,
  ConversionError,
  lastAdoption,
  planAdopt,
  undoAdoption,
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
import { pathFrom } from '../print/planned-files.ts';
import { oneLine } from '../print/text.ts';
import { SCHEMAS, shippedFile } from '../process/this-program.ts';
import { agentsMeant, isConnected, refuseBroken } from './connect/agents.ts';
import { conversionJson, conversionLines, type Fate } from './convert/lines.ts';

const SCOPES = ['user', 'project'] as const;

const SCOPE = {
  name: 'scope',
  value: 'SCOPE',
  completes: SCOPES,
  about: 'Whose files of the agent: user (the default) or project.',
} satisfies OptionRow;
const TO = {
  name: 'to',
  value: 'ID',
  completes: 'dialects',
  about: 'The system that the hooks are written for; by default the one in which least is lost.',
} satisfies OptionRow;
const UNDO = { name: 'undo', about: 'Undo the last adoption of this project.' } satisfies OptionRow;

export const ADOPT: Command = {
  name: 'adopt',
  about: 'Move hooks from an agent’s own files into the project, so that all connected agents share them.',
  words: { usage: '[AGENT]', min: 0, max: 1, completes: AGENTS.map(({ id }) => id), advice: 'one agent at a time' },
  options: [
    SCOPE,
    TO,
    UNDO,
    OPTIONS.dryRun,
    OPTIONS.yes,
    OPTIONS.noInput,
    OPTIONS.unattended,
    OPTIONS.project,
    OPTIONS.home,
    ...LAST,
  ],
  examples: [
    { does: 'look first: what moves, and what is lost', line: 'hookline adopt claude --dry-run' },
    { does: 'your own hooks, into this project', line: 'hookline adopt claude' },
    { does: 'as they were before', line: 'hookline adopt --undo' },
  ],
  exits: {
    0: 'moved, or nothing to move',
    1: 'nothing was changed: a file cannot be used or has changed since, or the answer was no',
    130: 'interrupted at a question; nothing was changed',
  },
  run: adopt,
};

type ReadyAdoption = Extract<AdoptPlan, { readonly ok: true }>;

/** Moves hooks, or moves them back; asks first. */
async function adopt(given: Arguments): Promise<number> {
  const place = placeOf(given);
  if (isGiven(given, UNDO)) return undo(given, place);
  const [agent] = await agentsMeant(given, place, 'adopt');
  if (agent === undefined) throw wrongCall('which agent?');
  const plan = await planned(given, agent, place);
  refuseOutside(
    plan.changes.map(({ path }) => path),
    place.project,
  );
  const isDry = isGiven(given, 'dry-run');
  const fate: Fate = plan.taken.length === 0 ? 'nothing' : isDry ? 'dry run' : 'written';
  if (fate === 'written') {
    if (!(await isConnected(agent, place)))
      throw wrongCall(
        `${agent.title} is not connected, so that hooks of the project do not run in it; nothing was moved. First: hookline connect ${agent.id}`,
      );
    refuseDriven(place, 'adopt', isGiven(given, 'unattended'));
    const lines = adoptLines(plan, { agent, fate: 'dry run' }, place, paintFor(2, process.env));
    if (!(await isWanted(lines, 'Move these hooks?', given))) return DECLINED;
    carryOut('written', () => carryOutAdopt(plan, agent.id, place));
  }
  if (isGiven(given, 'json')) writeJson(adoptJson(plan, fate, place));
  else writeOut(`${adoptLines(plan, { agent, fate }, place, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

async function planned(given: Arguments, agent: AgentTable, place: HooksPlace): Promise<ReadyAdoption> {
  const asked = valueOf(given, SCOPE) ?? 'user';
  const scope = SCOPES.find((each) => each === asked);
  if (scope === undefined) throw wrongCall(`--scope: unknown word "${asked}"`, { word: asked, known: SCOPES });
  const to = valueOf(given, TO) ?? null;
  const known = DIALECTS.map(({ id }) => id).filter((id) => id !== agent.dialect);
  if (to !== null && !known.includes(to)) throw wrongCall(`unknown dialect "${to}"`, { word: to, known });
  const bridge = {
    file: shippedFile('hookline-bridge.mjs'),
    http: shippedFile('hookline-http.mjs'),
    assets: shippedFile('assets'),
  };
  try {
    const plan = await planAdopt({ agent, scope, to, bridge, schemas: SCHEMAS }, place);
    if (!plan.ok) throw refuseBroken(plan.problems, 'its hooks cannot be read');
    return plan;
  } catch (error) {
    throw error instanceof ConversionError ? wrongCall(error.message) : error;
  }
}

async function isWanted(lines: readonly string[], question: string, given: Arguments): Promise<boolean> {
  if (isGiven(given, 'yes')) return true;
  if (!canAsk(given))
    throw wrongCall('nothing was changed: there is no terminal to ask on; pass --yes to go on, or --dry-run to look');
  writeErr(`${lines.join('\n')}\n\n`);
  return confirmed({ question, undone: 'Nothing was changed.', usual: null });
}

function adoptLines(
  { conversion, changes, taken, tiedToHome, files }: ReadyAdoption,
  { agent, fate }: { readonly agent: AgentTable; readonly fate: Fate },
  { project }: HooksPlace,
  paint: Paint,
): readonly string[] {
  if (conversion.hooks.length === 0) return [`Nothing to move: ${agent.title} has no hooks of its own there.`];
  return [
    ...conversionLines({ ...conversion, changes, scope: 'project' }, fate, project, paint),
    ...tiedToHome.map((name) =>
      paint('yellow', `${oneLine(name)} runs a file of your home folder, which others do not have.`),
    ),
    ...(taken.length === 0 ? [`No hook can move: nothing is taken out of ${files.map(oneLine).join(', ')}.`] : []),
    ...taken.flatMap(({ path, before, after }) => [
      '',
      paint('bold', `change ${oneLine(path)}`),
      ...differenceLines(before ?? '', after, paint),
    ]),
    ...(fate === 'written' ? ['', 'Undo it: hookline adopt --undo.'] : []),
  ];
}

const adoptJson = (
  { conversion, changes, taken, tiedToHome }: ReadyAdoption,
  fate: Fate,
  { project }: HooksPlace,
): unknown => ({
  ...(conversionJson({ ...conversion, changes }, fate, project) as object),
  taken: taken.map(({ path, before, after }) => ({ file: path, before, after })),
  tiedToHome,
});

async function undo(given: Arguments, place: HooksPlace): Promise<number> {
  const adoption = lastAdoption(place);
  if (adoption === null) throw wrongCall(`nothing was adopted in ${place.project}`);
  const changed = changedSince(adoption);
  if (changed.length > 0)
    throw wrongCall(
      `${changed.join(', ')} changed since the hooks were moved; nothing was undone. Put ${changed.length === 1 ? 'it' : 'them'} back to what adopt left, or move the hooks by hand`,
    );
  const isDry = isGiven(given, 'dry-run');
  const lines = undoLines(adoption, place, paintFor(isDry ? 1 : 2, process.env));
  if (!isDry) {
    refuseDriven(place, 'adopt', isGiven(given, 'unattended'));
    if (!(await isWanted(lines, 'Move the hooks back?', given))) return DECLINED;
    carryOut('written', () => undoAdoption(adoption, place));
  }
  if (isGiven(given, 'json'))
    writeJson({
      agent: adoption.agent,
      undone: !isDry,
      taken: adoption.taken.map(({ path }) => path),
      files: adoption.changes.map(({ path }) => path),
    });
  else if (isDry) writeOut(`${lines.join('\n')}\n`);
  else {
    const files = adoption.taken.map(({ path }) => oneLine(path));
    writeOut(`The hooks are back in ${files.join(', ')}, and gone from the project.\n`);
  }
  return 0;
}

const undoLines = ({ taken, changes }: Adoption, { project }: HooksPlace, paint: Paint): readonly string[] => [
  ...taken.flatMap(({ path, before, after }) => [
    paint('bold', `change ${oneLine(path)}`),
    ...differenceLines(after, before ?? '', paint),
  ]),
  ...changes.map(({ path, before }) => `${before === null ? 'remove' : 'change'} ${oneLine(pathFrom(project, path))}`),
];
