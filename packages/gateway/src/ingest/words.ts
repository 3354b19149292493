import type { Database } from '../database/database.ts';

/** Texts that repeat: rows hold their numbers. */
export const WORD_KINDS = ['project', 'hook', 'agent', 'tool', 'event'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** The number of a text that was asked for before. */
export type WordNumber = (kind: WordKind, text: string) => number;

/** Numbers of words, and the server that has given them: by the time of its start, as PostgreSQL writes it. */
interface NumberedWords {
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
  /** By organisation and kind. */
  readonly known: Map<string, Map<string, number>>;
}

export function createWords({ inOrg, everywhere }: Pick<Database, 'inOrg' | 'everywhere'>): Words {
  let remembered: Promise<Remembered> | null = null;
  const remember = async (): Promise<Remembered> => ({ server: await startOf(everywhere), known: new Map() });
  return {
    forget: () => void (remembered = null),
    numbersFor: async (org, wanted) => {
      const asked = (remembered ??= remember());
      asked.catch(() => (remembered = null));
      const { server, known } = await asked;
      const numbers = WORD_KINDS.map((_, kind) => numbersOf(known, `${org} ${kind}`));
      const missing = [...wanted].flatMap(([name, texts]) => {
        const kind = WORD_KINDS.indexOf(name);
        return [...texts].flatMap((text) => (numbers[kind]?.has(text) === true ? [] : [{ kind, text }]));
      });
      if (missing.length > 0)
        for (const { id, kind, text } of await learn(inOrg, org, missing)) numbers[kind]?.set(text, id);
      return { server, number: (kind, text) => numbers[WORD_KINDS.indexOf(kind)]?.get(text) ?? 0 };
    },
  };
}

function numbersOf(known: Remembered['known'], key: string): Map<string, number> {
  const found = known.get(key) ?? new Map<string, number>();
  known.set(key, found);
  return found;
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
