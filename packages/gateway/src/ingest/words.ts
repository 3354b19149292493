import type { Database } from '../database/database.ts';

/** Texts that repeat: rows hold their numbers. */
export const WORD_KINDS = ['project', 'hook', 'agent', 'tool', 'event'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** The number of a text that was asked for before. */
export type WordNumber = (kind: WordKind, text: string) => number;

/** Gives texts their numbers, and remembers them. */
export interface Words {
  readonly numbersFor: (org: number, wanted: ReadonlyMap<WordKind, ReadonlySet<string>>) => Promise<WordNumber>;
}

export function createWords({ inOrg }: Pick<Database, 'inOrg'>): Words {
  const known = new Map<string, number>();
  const keyOf = (org: number, kind: number, text: string): string => `${org} ${kind} ${text}`;
  return {
    numbersFor: async (org, wanted) => {
      const missing = [...wanted].flatMap(([kind, texts]) =>
        [...texts].flatMap((text) => {
          const number = WORD_KINDS.indexOf(kind);
          return known.has(keyOf(org, number, text)) ? [] : [{ kind: number, text }];
        }),
      );
      if (missing.length > 0)
        for (const { id, kind, text } of await learn(inOrg, org, missing)) known.set(keyOf(org, kind, text), id);
      return (kind, text) => known.get(keyOf(org, WORD_KINDS.indexOf(kind), text)) ?? 0;
    },
  };
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
