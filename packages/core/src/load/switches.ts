import { isJsonObject } from '../model/index.ts';
import type { EntrySwitchRow, FileScope, GroupedJsonShape, Json, KeyRow, LimitRow, SwitchRow } from '../model/index.ts';
import { ownValue } from './check-keys.ts';
import { describeValue } from './describe.ts';
import type { ConfigFinding } from './document.ts';
import type { FoundFile } from './discover.ts';
import { fillTexts } from './fill-texts.ts';
import { keyRule } from './key-types.ts';

/** The switches and limits of one file. */
export interface ReadSwitches {
  readonly values: Readonly<Record<string, Json>>;
  /** The same with wrong values, as they are written. */
  readonly written: Readonly<Record<string, Json>>;
  readonly findings: readonly ConfigFinding[];
}

/** Reads the keys beside the hooks that a file of this scope may have; a wrong value is reported and ignored. */
export function readSwitches(shape: GroupedJsonShape, found: FoundFile, value: unknown): ReadSwitches {
  const values: Record<string, Json> = {};
  const written: Record<string, Json> = {};
  const findings: ConfigFinding[] = [];
  for (const { key, row } of rowsIn(shape, found)) {
    const steps = key.split('.');
    const asWritten = valueAt(value, steps);
    if (asWritten === undefined) continue;
    written[key] = asWritten;
    const given = fillTexts(asWritten, found);
    const { accepts, expected } = keyRule(row);
    if (accepts(given)) values[key] = given;
    else
      findings.push({
        severity: 'error',
        at: { path: steps, part: 'value' },
        message: `${key} must be ${expected}, not ${describeValue(given)}; it is ignored`,
        hint: `${key}: ${row.about}`,
      });
  }
  return { values, written, findings };
}

/** A file of hooks alone has one switch, about itself. */
function rowsIn(shape: GroupedJsonShape, { hooksFile, scope }: FoundFile): readonly NamedRow[] {
  if (hooksFile === undefined) return rowsOf(shape, scope);
  return [{ key: hooksFile.off, row: { type: 'boolean', about: 'Switch the hooks of this file off.' } }];
}

interface NamedRow {
  readonly key: string;
  readonly row: KeyRow;
}

const rowsOf = (
  { switches = [], limits = [], entrySwitch }: GroupedJsonShape,
  scope: FileScope,
): readonly NamedRow[] => [
  ...switches.filter(({ wins }) => wins.includes(scope)).map(switchRow),
  ...(entrySwitch?.scopes.includes(scope) === true ? [entrySwitchRow(entrySwitch)] : []),
  ...limits.filter(({ scopes }) => scopes.includes(scope)).map(limitRow),
];

const switchRow = ({ key, about }: SwitchRow): NamedRow => ({ key, row: { type: 'boolean', about } });

const entrySwitchRow = ({ key, about }: EntrySwitchRow): NamedRow => ({ key, row: { type: 'object', about } });

const limitRow = ({ key, about }: LimitRow): NamedRow => ({ key, row: { type: 'texts', about } });

/** The keys that a shape has beside the hooks, for its JSON Schema. */
export const switchRows = ({ switches = [], limits = [] }: GroupedJsonShape): readonly NamedRow[] => [
  ...switches.map(switchRow),
  ...limits.map(limitRow),
];

function valueAt(value: unknown, [step, ...rest]: readonly string[]): Json | undefined {
  const child = isJsonObject(value) && step !== undefined ? ownValue(value, step) : undefined;
  return rest.length === 0 ? child : valueAt(child, rest);
}
