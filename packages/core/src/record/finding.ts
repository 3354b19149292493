/** A location in the record. */
export interface RecordPlace {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A problem of the record. */
export interface RecordFinding extends RecordPlace {
  readonly kind:
    | 'edited'
    | 'missing'
    | 'moved'
    | 'added'
    | 'torn'
    | 'cut'
    | 'lost'
    | 'unkeyed'
    | 'unchecked'
    | 'anchor';
  readonly message: string;
}

/** An explained irregularity: a line that was torn by a crash and noticed by the next writer. */
export interface RecordNotice extends RecordPlace {
  readonly kind: 'torn';
  readonly message: string;
}

/** The result of checking the record. */
export interface RecordReport {
  readonly whole: boolean;
  readonly files: number;
  readonly lines: number;
  /** The last line of the chain: a digest of it kept elsewhere can be searched for later. */
  readonly last: { readonly seen: number; readonly digest: string } | null;
  readonly findings: readonly RecordFinding[];
  readonly notices: readonly RecordNotice[];
}

/** A finding at a place. */
export const findingAt = (
  { file, line }: RecordPlace,
  kind: RecordFinding['kind'],
  message: string,
): RecordFinding => ({ file, line, kind, message });

/** `1 entry is missing`, `2 entries are missing`. */
export const entriesAreMissing = (count: number): string =>
  count === 1 ? '1 entry is missing' : `${count} entries are missing`;

/** `1 line is`, `2 lines are`. */
export const linesAre = (count: number): string => (count === 1 ? '1 line is' : `${count} lines are`);
