import { readMachine } from '@hookline/fleet';
import { openDatabase } from '@hookline/gateway';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type FaultyMachine, writtenFiles } from './faulty-machine.ts';

/** What a database holds of some machines, beside what they have written. */
export interface StoredComparison {
  readonly files: number;
  /** Streams whose stored bytes are not those of their record. */
  readonly wrong: readonly string[];
  readonly stored: number;
  readonly ended: number;
  readonly findings: number;
}

/** Compares the stored bytes of each machine with the files of its record. */
export async function compareStored(
  databaseUrl: string,
  machines: readonly FaultyMachine[],
): Promise<StoredComparison> {
  const database = await openDatabase({ url: databaseUrl, onProblem: () => undefined });
  try {
    const wrong: string[] = [];
    let files = 0;
    for (const machine of machines) {
      const names = writtenFiles(machine);
      files += names.length;
      const own = Buffer.concat(names.map((name) => readFileSync(name)));
      const rows = await database.everywhere((query) =>
        query<{ epoch: number; body: Buffer }>(
          'select s.epoch, c.body from stream s join chunk c on c.stream = s.id where s.machine = $1 order by s.epoch, c.seq',
          [readMachine(machine.state)?.machine],
        ),
      );
      const stored = Buffer.concat(rows.map(({ body }) => gunzipSync(body)));
      const epochs = Math.max(...rows.map(({ epoch }) => epoch));
      if (!stored.equals(own) || epochs !== 1)
        wrong.push(`${machine.state}: ${own.length} bytes written, ${stored.length} stored, ${epochs} epochs`);
    }
    const [row] = await database.everywhere((query) =>
      query<{ decisions: string; ended: string; findings: string }>(
        'select count(*) as decisions, count(verdict) as ended, (select count(*) from finding) as findings from decision',
      ),
    );
    return {
      files,
      wrong,
      stored: Number(row?.decisions),
      ended: Number(row?.ended),
      findings: Number(row?.findings),
    };
  } finally {
    await database.close();
  }
}
