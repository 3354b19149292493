import type { FaultDialect, HookScope, Stage } from './dialect.ts';
import { hasScope, otherScope, SCOPES } from './dialect.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import { factsOf, sentenceOf } from './expectation.ts';
import type { Row, Section, Spot } from './row.ts';
import { isFull } from './row.ts';
import type { ProgramName } from '../../scripts/programs.mjs';

/** A row as the matrix sees it, whoever runs it. */
export interface MatrixRow {
  readonly id: string;
  readonly section: Section;
  /** What is wrong, as a part of a sentence. */
  readonly fault: string;
  /** What must come of it there, in words; a gap has none. */
  readonly words: (spot: Spot) => string;
  readonly gap?: (spot: Spot) => string | null;
  /** The events on which it is run; absent: those of the dialect. */
  readonly stages?: (dialect: FaultDialect) => readonly Stage[];
  /** For a row that takes long: the quick run takes only the first event of one dialect in so many, by turns. */
  readonly quickShare?: number;
  /** Programs without which it is left out. */
  readonly needs?: readonly ProgramName[];
}

/** Why a row has no meaning there; null where it has one. */
export function gapOf(row: Pick<Row, 'handler' | 'gap' | 'guardedFromElsewhere'>, spot: Spot): string | null {
  const { handler = 'command' } = row;
  if (!hasScope(spot.dialect, spot.scope)) return `no hooks of a ${spot.scope}`;
  if (row.guardedFromElsewhere?.includes(spot.scope) === true && !hasScope(spot.dialect, otherScope(spot.scope)))
    return `no hooks of a ${otherScope(spot.scope)}`;
  if (!spot.dialect.handlers.includes(handler)) return `no ${handler} handlers`;
  return row.gap?.(spot) ?? null;
}

/** The events of a dialect on which a row has a meaning. */
export const stagesOf = (
  row: Pick<Row, 'handler' | 'gap' | 'guardedFromElsewhere'>,
  dialect: FaultDialect,
  scope: HookScope,
): readonly Stage[] => dialect.stages.filter((stage) => gapOf(row, { dialect, stage, scope }) === null);

/** The scopes in which a row is run: all in the whole run; in the quick one of them, by turns over rows and dialects. */
export function scopesOf(
  row: Pick<Row, 'id' | 'handler' | 'gap' | 'guardedFromElsewhere'>,
  dialect: FaultDialect,
): readonly HookScope[] {
  const possible = possibleScopes(row, dialect);
  if (isFull) return possible;
  const able = FAULT_DIALECTS.filter((each) => possibleScopes(row, each).length > 0);
  return inQuickRun(row.id, able).includes(dialect) ? chooseScope(row.id, dialect, possible) : [];
}

const possibleScopes = (
  row: Pick<Row, 'handler' | 'gap' | 'guardedFromElsewhere'>,
  dialect: FaultDialect,
): readonly HookScope[] => SCOPES.filter((scope) => stagesOf(row, dialect, scope).length > 0);

/** So many dialects run every row that has a meaning for them; of those after them one in `TURNS`, by turns. */
const ALWAYS = 5;
const TURNS = 3;

const inQuickRun = (id: string, able: readonly FaultDialect[]): readonly FaultDialect[] =>
  able.filter((dialect, index) => index < ALWAYS || turnOf(id, dialect) % TURNS === 0);

/** One scope, by turns. */
function chooseScope(id: string, dialect: FaultDialect, possible: readonly HookScope[] = SCOPES): readonly HookScope[] {
  return possible.filter((_, index) => index === turnOf(id, dialect) % possible.length);
}

/** A number that differs from row to row and from dialect to dialect. */
const turnOf = (id: string, dialect: FaultDialect): number =>
  Buffer.from(id).reduce((total, byte) => (total * 31 + byte) % 65_521, 7) + FAULT_DIALECTS.indexOf(dialect);

/** How the test of a cell is called, below the title of its row. */
export const cellTitle = ({ dialect, stage, scope }: Spot, words: string): string =>
  `${dialect.id} ${stage.event} (${scope}): ${words}`;

/** How the check of all events of a row in a dialect is called. */
export const unitTitle = (dialect: FaultDialect, scope: HookScope): string =>
  `${dialect.id} (${scope}): no process is left, and the next event works`;

/** A row of one hook as the matrix sees it. */
export const matrixRowOf = (row: Row): MatrixRow => ({
  id: row.id,
  section: row.section,
  fault: `a hook that ${row.fault}`,
  words: (spot) => sentenceOf(factsOf(row.expected, spot)),
  gap: (spot) => gapOf(row, spot),
});

/** The places in which a row is run now: all of them in the whole run, in the quick one those of one scope for each dialect. */
export const spotsOf = (row: MatrixRow): readonly Spot[] => (isFull ? allSpotsOf(row) : quickSpotsOf(row));

/** Every place in which a row has a meaning. */
export const allSpotsOf = (row: MatrixRow): readonly Spot[] =>
  everySpotOf(row).filter((spot) => (row.gap?.(spot) ?? null) === null);

/** Every place, gaps too. */
export const everySpotOf = ({ stages = (dialect) => dialect.stages }: Pick<MatrixRow, 'stages'>): readonly Spot[] =>
  FAULT_DIALECTS.flatMap((dialect) =>
    (dialect.scopes ?? SCOPES).flatMap((scope) => stages(dialect).map((stage): Spot => ({ dialect, stage, scope }))),
  );

function quickSpotsOf(row: MatrixRow): readonly Spot[] {
  const all = allSpotsOf(row);
  const able = FAULT_DIALECTS.filter((dialect) => all.some((spot) => spot.dialect === dialect));
  return inQuickRun(row.id, able).flatMap((dialect) => {
    const own = all.filter((spot) => spot.dialect === dialect);
    const [chosen] = chooseScope(row.id, dialect, [...new Set(own.map(({ scope }) => scope))]);
    const spots = own.filter(({ scope }) => scope === chosen);
    if (row.quickShare === undefined) return spots;
    return turnOf(row.id, dialect) % row.quickShare === 0 ? spots.slice(0, 1) : [];
  });
}
