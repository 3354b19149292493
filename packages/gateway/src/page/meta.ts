import type { ChainState, Meta } from '@hookline/studio';
import type { Database, Query } from '../database/database.ts';
import { WORD_KINDS, type WordKind } from '../ingest/words.ts';

const FRESH_MS = 5_000;
const MOST_WORDS = 1_000;

/** What the page shows beside the decisions; counts cost time, and are made again when they are old. */
export function createFleetMeta(
  database: Database,
  org: number,
  version: string,
  chain: () => ChainState | null,
): () => Promise<Meta> {
  let made: { readonly at: number; readonly meta: Promise<Meta> } | null = null;
  return async () => {
    if (made === null || Date.now() - made.at > FRESH_MS) {
      made = { at: Date.now(), meta: database.inOrg(org, (query) => metaOf(query, version)) };
      made.meta.catch(() => (made = null));
    }
    return { ...(await made.meta), chain: chain() };
  };
}

async function metaOf(query: Query, version: string): Promise<Meta> {
  const [row] = await query<{ decisions: string; lines: string; machines: string; faults: string; shadow: string }>(
    `select (select count(*) from (select from decision limit 10000000) d) as decisions, (select coalesce(sum(lines), 0) from stream) as lines,
            (select count(*) from machine where revoked_at is null) as machines,
            (select count(*) from (select distinct hook, fault from run where fault is not null and at > now() - interval '7 days') f) as faults,
            (select count(*) from (select distinct hook from run where shadow is not null and at > now() - interval '7 days') s) as shadow`,
  );
  const words = await query<{ kind: number; text: string }>(
    `select kind, text from (select kind, text, row_number() over (partition by kind order by id desc) as nth from word) w
      where nth <= ${MOST_WORDS} order by text`,
  );
  const ofKind = (kind: WordKind): readonly string[] =>
    words.filter((word) => word.kind === WORD_KINDS.indexOf(kind)).map(({ text }) => text);
  const number = (name: 'decisions' | 'lines' | 'machines' | 'faults' | 'shadow'): number => Number(row?.[name] ?? 0);
  return {
    version,
    mode: 'look',
    folders: { record: '', state: '', project: '' },
    index: {
      decisions: number('decisions'),
      lines: number('lines'),
      files: number('machines'),
      filesRead: number('machines'),
      done: true,
      cacheProblem: null,
      problem: null,
    },
    chain: null,
    events: ofKind('event'),
    projects: ofKind('project'),
    hooks: ofKind('hook'),
    sessions: [],
    counts: { hooks: ofKind('hook').length, faults: number('faults'), shadow: number('shadow') },
    demo: false,
  };
}
