import type { Decision, RunStatus } from '../../model/index.ts';
import { type ColumnBlock, DECISION_BITS, HAS_END } from './block.ts';
import type { IndexedHook } from './dictionary.ts';
import { DECISIONS, STATUSES } from './entry-words.ts';
import { REWRITES_BIT } from './run-bytes.ts';

/** What the columns know of a run; of a background run what became of it. */
export interface IndexedRun {
  readonly hook: IndexedHook;
  readonly status: RunStatus;
  readonly durationMs: number;
  /** The code of its fault; null: it has none. */
  readonly fault: string | null;
  /** What it would have done; null: it is not in shadow. */
  readonly shadow: { readonly decision: Decision; readonly rewrites: boolean } | null;
}

/** What the columns know of a decision, without opening its lines. */
export class IndexedRow {
  readonly #block: ColumnBlock;
  readonly #row: number;

  constructor(block: ColumnBlock, row: number) {
    this.#block = block;
    this.#row = row;
  }

  get at(): number {
    return this.#block.rows.columns.at[this.#row] ?? 0;
  }

  /** Null: there is no answer. */
  get durationMs(): number | null {
    return this.#block.has(this.#row, HAS_END) ? (this.#block.rows.columns.durationMs[this.#row] ?? 0) : null;
  }

  get decision(): Decision {
    return DECISIONS[this.#block.rows.columns.decision[this.#row] ?? 0] ?? 'none';
  }

  /** The id of the hook that blocked. */
  get blocker(): string | null {
    return this.#block.dictionaries.texts.value(this.#block.rows.columns.blocker[this.#row] ?? 0);
  }

  get event(): string | null {
    return this.#block.dictionaries.texts.value(this.#block.rows.columns.event[this.#row] ?? 0);
  }

  get project(): string | null {
    return this.#block.dictionaries.texts.value(this.#block.rows.columns.project[this.#row] ?? 0);
  }

  get session(): string | null {
    return this.#block.dictionaries.texts.value(this.#block.rows.columns.session[this.#row] ?? 0);
  }

  runs(): readonly IndexedRun[] {
    const { runFrom, runCount } = this.#block.rows.columns;
    const from = runFrom[this.#row] ?? 0;
    const runs: IndexedRun[] = [];
    for (let at = from; at < from + (runCount[this.#row] ?? 0); at += 1) runs.push(this.#run(at));
    return runs;
  }

  #run(at: number): IndexedRun {
    const { runs, dictionaries } = this.#block;
    const { hook, status, durationMs, fault, shadow } = runs.columns;
    const would = shadow[at] ?? 0;
    return {
      hook: dictionaries.hooks.value(hook[at] ?? 0) ?? UNKNOWN,
      status: STATUSES[status[at] ?? 0] ?? 'skipped',
      durationMs: durationMs[at] ?? 0,
      fault: dictionaries.texts.value(fault[at] ?? 0),
      shadow:
        would === 0
          ? null
          : { decision: DECISIONS[(would & DECISION_BITS) - 1] ?? 'none', rewrites: (would & REWRITES_BIT) !== 0 },
    };
  }
}

const UNKNOWN: IndexedHook = { id: '', name: '', dialect: '', handler: '' };
