import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CentralRequest } from '../model/index.ts';
import { isNumber, isText, shaped } from '../text/value-shape.ts';
import { writtenJson } from '../text/written-json.ts';
import { type DecideAnswer, isDecideAnswer } from './answer.ts';
import type { MachineCredentials } from './credentials.ts';
import { readShared, removeShared, writeShared } from './small-files.ts';

/** The last answers to questions, for when there is none. */
export interface KeptAnswers {
  readonly keep: (request: CentralRequest, answer: DecideAnswer) => void;
  /** The last answer to the same question, and its age; null: none, too old, or not written by this machine. */
  readonly find: (request: CentralRequest) => { readonly answer: DecideAnswer; readonly ageMs: number } | null;
}

interface KeptAnswer {
  readonly at: number;
  readonly answer: DecideAnswer;
  /** Of the question, the time and the answer, with a key that is made of the machine's. */
  readonly mac: string;
}

const isKept = shaped({ at: isNumber, answer: isDecideAnswer, mac: isText });

const MOST_KEPT = 2_000;
/** How many answers are written for each look at how many there are. */
const LOOK_EVERY = 100;

export function keptAnswers(
  folder: string,
  { key }: Pick<MachineCredentials, 'key'>,
  now: () => number = Date.now,
): KeptAnswers {
  const secret = createHash('sha256').update(`hookline central ${key.d}`).digest();
  const macOf = (name: string, at: number, answer: DecideAnswer): string =>
    createHmac('sha256', secret)
      .update(`${name}\n${at}\n${JSON.stringify(answer)}`)
      .digest('hex');
  return {
    keep: (request, answer) => {
      const [name, at] = [nameOf(request), now()];
      if (Math.random() * LOOK_EVERY < 1) prune(folder);
      writeShared(join(folder, name), { at, answer, mac: macOf(name, at, answer) } satisfies KeptAnswer);
    },
    find: (request) => {
      const name = nameOf(request);
      const value = readShared(join(folder, name));
      if (!isKept(value)) return null;
      const { at, answer, mac } = value as KeptAnswer;
      const ageMs = now() - at;
      const isOwn = isSame(mac, macOf(name, at, answer));
      return isOwn && ageMs >= 0 && ageMs <= request.rule.cacheMs ? { answer, ageMs } : null;
    },
  };
}

/** The same question is the same hook and the same fields; which decision asked it does not matter. */
const nameOf = ({ org, hook, event }: CentralRequest): string =>
  `${createHash('sha256')
    .update(`${org}\n${hook}\n${writtenJson(event)}`)
    .digest('hex')}.json`;

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Removes the oldest answers where there are too many. */
function prune(folder: string): void {
  const files = namesIn(folder).map((name) => join(folder, name));
  if (files.length < MOST_KEPT) return;
  const aged = files.map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  for (const { file } of aged.toSorted((one, other) => one.at - other.at).slice(0, files.length - MOST_KEPT / 2))
    removeShared(file);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was kept yet
  }
}
