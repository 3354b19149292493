import { parseLine } from '../chain.ts';
import { viewOf } from './byte-words.ts';
import type { Dictionaries } from './dictionary.ts';
import { EntryBytes } from './entry-bytes.ts';
import type { Stretch } from './json-bytes.ts';
import { RowIds } from './row-ids.ts';
import type { RunBytes } from './run-bytes.ts';
import { Table } from './table.ts';

/** A line of a file: where it stands, without its line break. */
export interface LineRange {
  readonly offset: number;
  readonly bytes: number;
}

/** What a row says about its decision. */
export const HAS_START = 1;
export const HAS_END = 2;
/** One of its hooks failed. */
export const HAS_FAULT = 4;
/** A hook in shadow would have refused or asked. */
export const HAS_SHADOW = 8;
/** It has more than a start and an end after it: its columns are made from all of its lines together. */
export const IS_ODD = 16;
/** A row of an older file stands for the decision. */
export const IS_HIDDEN = 32;
/** No entry at all. */
export const IS_TORN = 64;

/**
 * Whether a row with these flags stands for a decision; as long as older files are not read, what has no start may still
 * get one.
 */
export const isShown = (flags: number, isDone: boolean): boolean =>
  (flags & IS_HIDDEN) === 0 && (isDone || (flags & (HAS_START | IS_TORN)) !== 0);

const ROW_KINDS = {
  at: 'f64',
  startOffset: 'whole',
  endOffset: 'whole',
  durationMs: 'f64',
  startBytes: 'u32',
  endBytes: 'u32',
  pid: 'u32',
  event: 'u32',
  project: 'u32',
  session: 'u32',
  agent: 'u32',
  tool: 'u32',
  blocker: 'u32',
  runFrom: 'u32',
  runCount: 'u32',
  decision: 'u8',
  flags: 'u8',
} as const;

const RUN_KINDS = { durationMs: 'f64', hook: 'u32', fault: 'u32', status: 'u8', shadow: 'u8' } as const;

export type RowColumn = keyof typeof ROW_KINDS;
export type RunColumn = keyof typeof RUN_KINDS;
/** Columns that hold numbers of texts. */
export const TEXT_COLUMNS = ['event', 'project', 'session', 'agent', 'tool'] as const;

/**
 * The decisions of one file, in columns: a row for each id, in the order of their first lines, and one for each
 * stretch that is no entry.
 */
export class ColumnBlock {
  readonly rows = new Table<RowColumn>(ROW_KINDS);
  readonly runs = new Table<RunColumn>(RUN_KINDS);
  readonly ids = new RowIds();
  readonly dictionaries: Dictionaries;
  /** All lines of odd rows, in order. */
  readonly oddLines = new Map<number, LineRange[]>();
  lines = 0;
  /** How often a flag of a row was changed afterwards. */
  marks = 0;
  readonly #usualAt: number;

  /** `usualAt` is the time of a stretch that is no entry, where nothing stands before it. */
  constructor(dictionaries: Dictionaries, usualAt: number = Date.now()) {
    this.dictionaries = dictionaries;
    this.#usualAt = usualAt;
  }

  /** Adds a line, whose bytes must be followed by a line break; returns its row, -1 where it belongs to none. */
  add(bytes: Uint8Array, from: number, to: number, offset: number): number {
    this.lines += 1;
    this.rows.widen();
    this.runs.widen();
    if (LINE.read(bytes, from, to, this.dictionaries.knownHooks)) return this.#addScanned(offset, to - from);
    const line = { offset, bytes: to - from };
    const entry = parseLine(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString());
    if (entry === null) return this.addTorn(line);
    return entry.id === null ? -1 : this.#addOther(viewOf(Buffer.from(entry.id)), Date.parse(entry.at), line);
  }

  has(row: number, flag: number): boolean {
    return ((this.rows.columns.flags[row] ?? 0) & flag) !== 0;
  }

  mark(row: number, flag: number, isSo = true): void {
    const flags = this.rows.get('flags', row);
    this.marks += 1;
    this.rows.set('flags', row, isSo ? flags | flag : flags & ~flag);
  }

  /** All lines of a row in this file, in order. */
  linesOf(row: number): readonly LineRange[] {
    const odd = this.oddLines.get(row);
    if (odd !== undefined) return odd;
    const { rows } = this;
    const start = { offset: rows.get('startOffset', row), bytes: rows.get('startBytes', row) };
    const end = { offset: rows.get('endOffset', row), bytes: rows.get('endBytes', row) };
    return [start, end].filter(({ bytes }) => bytes > 0);
  }

  /** Gives back the room that is needed only while lines come. */
  trim(): void {
    this.rows.trim();
    this.runs.trim();
    this.ids.trim();
  }

  /** Adds a run to the row whose runs were added last. */
  addRun(row: number, run: Readonly<Record<RunColumn, number>>): void {
    const at = this.runs.add();
    const { columns } = this.runs;
    columns.durationMs[at] = run.durationMs;
    columns.hook[at] = run.hook;
    columns.fault[at] = run.fault;
    columns.status[at] = run.status;
    columns.shadow[at] = run.shadow;
    const { flags } = this.rows.columns;
    flags[row] = (flags[row] ?? 0) | flagsOf(run.fault, run.shadow);
  }

  /** The line that was read last. */
  #addScanned(offset: number, bytes: number): number {
    const { kind, id, view } = LINE;
    const known = this.ids.find(view, id.from, id.to);
    const isNext = kind === 'end' && known >= 0 && this.rows.columns.flags[known] === HAS_START;
    if (known >= 0 && !isNext) return this.#addOdd(known, { offset, bytes });
    const row = isNext ? known : this.#newRow(view, id.from, id.to);
    if (kind === 'start') this.#putStart(row, offset, bytes);
    else this.#putEnd(row, offset, bytes);
    return row;
  }

  #putStart(row: number, offset: number, bytes: number): void {
    const { columns } = this.rows;
    columns.at[row] = LINE.at;
    columns.startOffset[row] = offset;
    columns.startBytes[row] = bytes;
    columns.pid[row] = LINE.pid;
    columns.event[row] = this.#textAt(LINE.event);
    columns.project[row] = this.#textAt(LINE.project);
    columns.session[row] = this.#textAt(LINE.session);
    columns.agent[row] = this.#textAt(LINE.agent);
    columns.tool[row] = this.#textAt(LINE.tool);
    columns.flags[row] = HAS_START;
  }

  #putEnd(row: number, offset: number, bytes: number): void {
    const { columns } = this.rows;
    const { runs, runCount } = LINE;
    const flags = columns.flags[row] ?? 0;
    if ((flags & HAS_START) === 0) columns.at[row] = LINE.at;
    columns.endOffset[row] = offset;
    columns.endBytes[row] = bytes;
    columns.decision[row] = LINE.decision;
    columns.durationMs[row] = LINE.durationMs;
    columns.blocker[row] = this.#textAt(LINE.blocker);
    columns.runFrom[row] = this.runs.size;
    columns.runCount[row] = runCount;
    columns.flags[row] = flags | HAS_END;
    for (let index = 0; index < runCount; index += 1) this.#putRun(row, runs[index]);
  }

  #putRun(row: number, run: RunBytes | undefined): void {
    if (run === undefined) return;
    const { number, hook, idTo, fault, status, durationMs, shadow } = run;
    const known = number > 0 ? number : this.dictionaries.knownHooks.add(LINE.view, hook, idTo);
    this.addRun(row, { hook: known, fault: this.#textAt(fault), durationMs, status, shadow });
  }

  #textAt({ from, to }: Stretch): number {
    return from < 0 ? 0 : this.dictionaries.texts.numberOf(LINE.view, from, to);
  }

  /** A stretch that is no entry has the time of what stands before it. */
  addTorn(line: LineRange): number {
    const before = this.rows.size === 0 ? this.#usualAt : this.rows.get('at', this.rows.size - 1);
    const row = this.rows.add();
    this.ids.add(null);
    this.rows.set('at', row, before);
    this.rows.set('startOffset', row, line.offset);
    this.rows.set('startBytes', row, line.bytes);
    this.mark(row, IS_TORN);
    return row;
  }

  /** Lines that the writer writes in another way: notes, ends of background hooks, and what others wrote. */
  #addOther(id: DataView, at: number, line: LineRange): number {
    const known = this.ids.find(id);
    if (known >= 0) return this.#addOdd(known, line);
    const row = this.#newRow(id, 0, id.byteLength);
    this.rows.set('at', row, at);
    this.oddLines.set(row, [line]);
    this.mark(row, IS_ODD);
    return row;
  }

  #addOdd(row: number, line: LineRange): number {
    const lines = this.oddLines.get(row) ?? [...this.linesOf(row)];
    lines.push(line);
    this.oddLines.set(row, lines);
    this.mark(row, IS_ODD);
    return row;
  }

  #newRow(bytes: DataView, from: number, to: number): number {
    this.ids.add(bytes, from, to);
    return this.rows.add();
  }
}

/** What is read of one line after another, for all blocks. */
const LINE = new EntryBytes();

function flagsOf(fault: number, shadow: number): number {
  const would = shadow & DECISION_BITS;
  return (fault === 0 ? 0 : HAS_FAULT) | (would === ASKS || would === BLOCKS ? HAS_SHADOW : 0);
}

/** The part of `shadow` that is a decision, from 1. */
export const DECISION_BITS = 7;
const ASKS = 3;
const BLOCKS = 4;
