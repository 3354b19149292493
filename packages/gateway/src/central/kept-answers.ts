import { createHash } from 'node:crypto';
import type { KnownMachine } from '../access/machines.ts';
import type { Database } from '../database/database.ts';

/** A question has the id of another one that was answered. */
export class OtherQuestion extends Error {}

/** A question of a machine, under the id of its run. */
export interface Question {
  readonly machine: KnownMachine;
  readonly id: string;
  readonly bytes: Buffer;
}

/** Answers that were given, by any gateway of a database. */
export interface KeptAnswers {
  /** The answer that was given to a question; null: none. Rejects with `OtherQuestion`. */
  readonly find: (question: Question) => Promise<string | null>;
  /** Keeps an answer, unless there is one: then that one counts, and is returned. Rejects with `OtherQuestion`. */
  readonly keep: (question: Question, answer: string) => Promise<string>;
  /** Removes those that are too old. */
  readonly forget: () => Promise<void>;
}

/** So long an answer is kept. */
const KEPT_MINUTES = 10;

interface Row {
  readonly question: Buffer;
  readonly answer: string;
}

export function createKeptAnswers({ pool, everywhere }: Database): KeptAnswers {
  const answerIn = (rows: readonly Row[], { id, bytes }: Question): string | null => {
    const [row] = rows;
    if (row === undefined) return null;
    if (!row.question.equals(digestOf(bytes))) throw new OtherQuestion(`the id ${id} belongs to another question`);
    return row.answer;
  };
  return {
    find: async (question) => {
      const { machine, id } = question;
      const values = [machine.org, machine.id, id, KEPT_MINUTES];
      const { rows } = await pool.query<Row>({ name: 'find-answer', text: FIND, values });
      return answerIn(rows, question);
    },
    keep: async (question, answer) => {
      const { machine, id, bytes } = question;
      const values = [machine.org, machine.id, id, digestOf(bytes), answer, KEPT_MINUTES];
      const { rows } = await pool.query<Row>({ name: 'keep-answer', text: KEEP, values });
      return answerIn(rows, question) ?? answer;
    },
    forget: async () => {
      await everywhere((query) =>
        query('delete from central_answer where at <= now() - make_interval(mins => $1)', [KEPT_MINUTES]),
      );
    },
  };
}

const FIND = 'select question, answer from find_answer($1, $2, $3, $4)';
const KEEP = 'select question, answer from keep_answer($1, $2, $3, $4, $5, $6)';

const digestOf = (question: Buffer): Buffer => createHash('sha256').update(question).digest();
