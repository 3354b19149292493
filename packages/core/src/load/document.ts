import type { Diagnostic, Position, Severity } from '../model/index.ts';

/** Keys and indexes of the path to a value. */
export type Path = readonly (string | number)[];

/** A location: a path in the value, or an offset in the text. */
type Spot = { readonly path: Path; readonly part: 'key' | 'value' } | Position;

/** Finds the location of a value in the text, or of its nearest ancestor. */
export type Locate = (path: Path, part: 'key' | 'value') => Position;

/** A configuration that could be parsed. */
export interface ConfigDocument {
  readonly value: unknown;
  /** Keys that occur more than once in one object; the last one counts. */
  readonly duplicates: readonly { readonly path: Path; readonly times: number }[];
  /** What the parser corrected. */
  readonly findings: readonly ConfigFinding[];
  /** Locations cost a second parse, so they are computed only when there is a finding. */
  readonly locator: () => Promise<Locate>;
}

/** A document, or why the text is not one. */
export type ParsedDocument =
  | { readonly ok: true; readonly document: ConfigDocument }
  | { readonly ok: false; readonly finding: ConfigFinding };

/** Everything that prevents a text from being parsed, and its value where the problems can be ignored safely. */
export interface ExaminedText {
  readonly findings: readonly ConfigFinding[];
  /** Null when the intended value cannot be determined. */
  readonly document: ConfigDocument | null;
}

/** How a format is read. */
export interface Syntax {
  readonly parse: (text: string) => Promise<ParsedDocument>;
  /** For a text that cannot be parsed, when all of its problems are wanted at once. */
  readonly examine: (text: string) => Promise<ExaminedText>;
}

/** A diagnostic before its file, line and column are known. */
export interface ConfigFinding {
  readonly severity: Severity;
  readonly at: Spot | null;
  readonly message: string;
  readonly hint: string | null;
}

/** Records a finding. */
export type ReportFinding = (finding: ConfigFinding) => void;

/** Adds file, line and column to findings; too many of them are cut, and the cut is reported. */
export async function toDiagnostics(
  findings: readonly ConfigFinding[],
  file: string,
  document: ConfigDocument | null,
): Promise<readonly Diagnostic[]> {
  const shown = findings.length > MOST_FINDINGS ? [...findings.slice(0, MOST_FINDINGS), theRest(findings)] : findings;
  const isLocated = shown.some(({ at }) => at !== null && 'path' in at);
  const locate = isLocated && document !== null ? await document.locator() : null;
  return shown.map(({ severity, at, message, hint }) => {
    const position = at !== null && 'path' in at ? locate?.(at.path, at.part) : at;
    return { severity, file, line: position?.line ?? null, column: position?.column ?? null, message, hint };
  });
}

/** The duplicate keys of a document as findings; those outside `under` are not hookline's concern. */
export function duplicateFindings(
  document: ConfigDocument,
  severity: Severity,
  under: Path = [],
): readonly ConfigFinding[] {
  return document.duplicates
    .filter(({ path }) => under.every((key, index) => path[index] === key))
    .map(({ path, times }) => ({
      severity,
      at: { path, part: 'key' },
      message: `key ${JSON.stringify(path.at(-1))} appears ${times === 2 ? 'twice' : `${times} times`}${severity === 'error' ? '' : '; only the last one counts'}`,
      hint: 'join them into one, or remove all but one',
    }));
}

/** A path as people write it: `hooks.tool_call_pre[1].timeout_ms`. */
export function pathText(path: Path): string {
  return path.map(stepText).join('').replace(/^\./, '');
}

const MOST_FINDINGS = 100;
const LONGEST_STEP = 60;

const stepText = (step: string | number): string => {
  if (typeof step === 'number') return `[${step}]`;
  return /^[\w-]{1,60}$/.test(step) ? `.${step}` : `[${JSON.stringify(step.slice(0, LONGEST_STEP))}]`;
};

function theRest(findings: readonly ConfigFinding[]): ConfigFinding {
  const rest = findings.slice(MOST_FINDINGS);
  const isBad = rest.some(({ severity }) => severity === 'error');
  const message = `${rest.length} more problems are not shown`;
  return { severity: isBad ? 'error' : 'warning', at: null, message, hint: 'fix the first ones' };
}

/** Turns offsets in a text into lines and columns, both from 1. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = lineStarts(text);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
