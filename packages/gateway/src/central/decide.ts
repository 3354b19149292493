import {
  type AnyEvent,
  answerOf,
  type DecideAnswer,
  type DecideRequest,
  errorText,
  type JsonObject,
  MOST_ANSWER_BYTES,
  parseEvent,
  parseJson,
  shapes,
  writtenJson,
} from '@hookline/core/internal';
import type { KnownMachine } from '../access/machines.ts';
import type { Database } from '../database/database.ts';
import { type CentralHooks, followPublished, type PublishedHooks } from './central-hooks.ts';
import { createKeptAnswers, type KeptAnswers, OtherQuestion, type Question } from './kept-answers.ts';
import { createSlots, QUEUE_MS, type Slots } from './slots.ts';

/** What became of a question: an answer as JSON, or why there is none. */
type Decided =
  | { readonly status: 200; readonly json: string; readonly isRepeated: boolean }
  | { readonly status: 400 | 403 | 404 | 409 | 502 | 503; readonly error: string };

/** Decides hooks of the published policy for machines of its organisation. */
export interface Decisions {
  readonly decide: (machine: KnownMachine, body: Buffer) => Promise<Decided>;
  readonly close: () => Promise<void>;
}

export interface DecisionOptions {
  readonly database: Database;
  /** The repository of the policy. */
  readonly folder: string;
  /** The organisation whose policy it is. */
  readonly org: number;
  /** Variables that its hooks get. */
  readonly variables: Readonly<Record<string, string>>;
  /** Decisions that are made at the same time. */
  readonly atOnce: number;
  readonly onProblem: (text: string) => void;
}

const FORGET_EVERY_MS = 60_000;

export function createDecisions(options: DecisionOptions): Decisions {
  const { database, folder, org, variables, atOnce, onProblem } = options;
  const hooks = followPublished(folder, variables);
  const kept = createKeptAnswers(database);
  const answer = answerer(hooks, kept, createSlots({ atOnce, queueMs: QUEUE_MS }));
  const running = new Map<string, Promise<Decided>>();
  const forgetting = setInterval(() => {
    kept.forget().catch((error: unknown) => onProblem(`old answers were not removed: ${errorText(error)}`));
  }, FORGET_EVERY_MS).unref();
  return {
    decide: async (machine, body) => {
      if (machine.org !== org) return { status: 403, error: 'the policy is of another organisation' };
      const asked = requestIn(body);
      if (typeof asked === 'string') return { status: 400, error: asked };
      const key = `${machine.id} ${asked.idempotency} ${body.toString('latin1')}`;
      const same = running.get(key);
      if (same !== undefined) return same; // asked again before it was answered
      const decided = answer({ machine, id: asked.idempotency, bytes: body }, asked);
      running.set(key, decided);
      return decided.finally(() => running.delete(key));
    },
    close: async () => {
      clearInterval(forgetting);
      await hooks.close();
    },
  };
}

type Answer = (question: Question, asked: Asked) => Promise<Decided>;

/** Gives the answer that was given before, else makes one when it is its turn. */
function answerer(hooks: PublishedHooks, kept: KeptAnswers, slots: Slots): Answer {
  const make: Answer = async (question, asked) => {
    const before = await kept.find(question);
    if (before !== null) return { status: 200, json: before, isRepeated: true };
    const published = await hooks.current();
    const leave = await slots.enter();
    if (leave === null) return { status: 503, error: `more decisions wait than can be made within ${QUEUE_MS} ms` };
    try {
      const made = await run(published, asked);
      if (made.status !== 200) return made;
      return { status: 200, json: await kept.keep(question, made.json), isRepeated: false };
    } finally {
      leave();
    }
  };
  return async (question, asked) => {
    try {
      return await make(question, asked);
    } catch (error) {
      if (error instanceof OtherQuestion) return { status: 409, error: error.message };
      throw error;
    }
  };
}

/** A question as it came. */
interface Asked extends Omit<DecideRequest, 'event'> {
  readonly event: AnyEvent;
}

const { isText, shaped } = shapes;
const isRequest = shaped({ org: isText, hook: isText, idempotency: isText, event: shaped({}) });

/** The question in a body, with the numbers of its event as they were written; a text says what is wrong with it. */
function requestIn(body: Buffer): Asked | string {
  const parsed = parseJson(body.toString());
  const [value] = parsed.ok ? parsed.readings : [];
  if (!isRequest(value)) return 'expected org, hook, event and idempotency';
  const asked = value as unknown as DecideRequest & { readonly event: JsonObject };
  if (!/^[\w.-]{1,100}$/.test(asked.idempotency)) return 'idempotency: expected an id of at most 100 characters';
  const event = parseEvent(writtenJson(asked.event));
  return event.ok ? { ...asked, event: event.event } : event.problem;
}

async function run(published: CentralHooks | null, { org, hook, event, idempotency }: Asked): Promise<Decided> {
  if (published === null || published.org !== org || !published.names.has(hook))
    return { status: 404, error: `no hook "${hook}" of the policy "${org}" is decided here` };
  const { report, fault } = await published.runner.run(hook, event, idempotency);
  if (fault !== null && fault.code !== 'no_power') return { status: 502, error: fault.message };
  if (report.truncated.length > 0) return { status: 502, error: `hook "${hook}" printed more than is read` };
  const json = JSON.stringify({ answer: answerOf(report), version: published.version } satisfies DecideAnswer);
  if (Buffer.byteLength(json) > MOST_ANSWER_BYTES)
    return { status: 502, error: `hook "${hook}" said more than ${MOST_ANSWER_BYTES} bytes` };
  return { status: 200, json, isRepeated: false };
}
