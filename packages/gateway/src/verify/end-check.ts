import type { CheckedEnd } from '@hookline/fleet';
import type { StreamFinding } from './check-stream.ts';
import type { AskRows } from './stored-lines.ts';

/** Where a stream ended when a daily checkpoint was signed. */
export interface SignedEnd extends CheckedEnd {
  readonly number: number;
  readonly day: string;
}

/** The ends of a stream under daily checkpoints up to a number, oldest first. */
export const signedEnds = (ask: AskRows, stream: string, upTo: number): Promise<readonly SignedEnd[]> =>
  ask(async (query) => {
    const rows = await query<{ number: number; day: string; lines: string; head: string }>(
      `select c.number, d.day::text, c.lines, encode(c.head, 'hex') as head
         from checkpoint c join daily_checkpoint d on d.org = c.org and d.number = c.number where c.stream = $1 and c.number <= $2 order by c.seq`,
      [stream, upTo],
    );
    return rows.map((row) => ({ ...row, lines: Number(row.lines) }));
  });

/** The stream must still have each of these ends: at the end of a chunk, or where the lines begin that are kept. */
export class EndCheck {
  readonly findings: StreamFinding[] = [];
  readonly #open: Map<number, SignedEnd>;

  constructor(ends: readonly SignedEnd[], kept: CheckedEnd | null) {
    this.#open = new Map(ends.map((end) => [end.lines, end]));
    if (kept === null) return;
    this.see(kept);
    for (const lines of this.#open.keys()) if (lines < kept.lines) this.#open.delete(lines); // they were removed
  }

  see({ lines, head }: CheckedEnd): void {
    const end = this.#open.get(lines);
    if (end === undefined) return;
    this.#open.delete(lines);
    if (end.head !== head) this.#tell(end, `its line ${lines} is ${head}`);
  }

  end(lines: number): void {
    for (const end of this.#open.values())
      this.#tell(end, end.lines > lines ? `it has ${lines} lines` : `none of its chunks ends at line ${end.lines}`);
  }

  #tell({ number, day, lines, head }: SignedEnd, found: string): void {
    const message = `checkpoint ${number} of ${day} has ${lines} lines of this stream up to ${head}, and ${found}`;
    this.findings.push({ line: lines, kind: 'changed', message });
  }
}
