import type { Database } from '../database/database.ts';

/** Texts that repeat: rows hold their numbers. */
export const WORD_KINDS = ['project', 'hook', 'agent', 'tool', 'event'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** The number of a text that was asked for before. */
export type WordNumber = (kind: WordKind, text: string) => number;

/** Numbers of words, and the server that has given them: by the time of its start, as PostgreSQL writes it. */
export interface NumberedWords {
  readonly server: string;
  readonly number: WordNumber;
}

/** Gives texts their numbers, and remembers them. */
export interface Words {
  readonly numbersFor: (org: number, wanted: ReadonlyMap<WordKind, ReadonlySet<string>>) => Promise<NumberedWords>;
  /** Asks for everything again: the server was started again, perhaps with another copy of the database. */
  readonly forget: () => void;
}

interface Remembered {
  readonly server: string;
  readonly numbers: Map<string, number>;
}

export function createWords({ inOrg, everywhere }: Pick<Database, 'inOrg' | 'everywhere'>): Words {
  let remembered: Promise<Remembered> | null = null;
  const remember = async (): Promise<Remembered> => ({ server: await startOf(everywhere), numbers: new Map() });
  const keyOf = (org: number, kind: number, text: string): string => `${org} ${kind} ${text}`;
  return {
    forget: () => void (remembered = null),
    numbersFor: async (org, wanted) => {
      const asked = (remembered ??= remember());
      asked.catch(() => (remembered = null));
      const { server, numbers } = await asked;
      const missing = [...wanted].flatMap(([kind, texts]) =>
        [...texts].flatMap((text) => {
          const number = WORD_KINDS.indexOf(kind);
          return numbers.has(keyOf(org, number, text)) ? [] : [{ kind: number, text }];
        }),
      );
      if (missing.length > 0)
        for (const { id, kind, text } of await learn(inOrg, org, missing)) numbers.set(keyOf(org, kind, text), id);
      return { server, number: (kind, text) => numbers.get(keyOf(org, WORD_KINDS.indexOf(kind), text)) ?? 0 };
    },
  };
}

async function startOf(everywhere: Database['everywhere']): Promise<string> {
  const [row] = await everywhere((query) => query<{ at: string }>('select pg_postmaster_start_time()::text as at'));
  return row?.at ?? '';
}

interface NumberedWord {
  readonly id: number;
  readonly kind: number;
  readonly text: string;
}

// Its own transaction: two chunks with the same new words must not wait for each other.
function learn(
  inOrg: Database['inOrg'],
  org: number,
  words: readonly Omit<NumberedWord, 'id'>[],
): Promise<readonly NumberedWord[]> {
  const sorted = words.toSorted((one, other) => (`${one.kind} ${one.text}` < `${other.kind} ${other.text}` ? -1 : 1));
  const values = [org, sorted.map(({ kind }) => kind), sorted.map(({ text }) => text)];
  return inOrg(org, async (query) => {
    await query(
      `insert into word (org, kind, text) select $1, k, t from unnest($2::smallint[], $3::text[]) as w(k, t) on conflict do nothing`,
      values,
    );
    return query<{ id: number; kind: number; text: string }>(
      `select w.id, w.kind, w.text from word w join unnest($2::smallint[], $3::text[]) as n(kind, text) using (kind, text) where w.org = $1`,
      values,
    );
  });
}
