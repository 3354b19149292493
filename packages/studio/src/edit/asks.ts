import { randomBytes } from 'node:crypto';
import { errorText } from '@hookline/core/internal';
import type { AskState } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import type { AskPerson, PersonQuestion } from './person.ts';

/** Something that is done only when a person says so in the terminal. */
export interface Asked extends PersonQuestion {
  /** The command that does the same. */
  readonly command: string;
  /** Does it; the result says what came of it. */
  readonly act: () => Promise<string>;
}

export interface Asks {
  readonly put: (asked: Asked) => AskState;
  readonly state: (id: string) => AskState;
}

const NO_TERMINAL = 'this studio does not ask in a terminal; run the command in one';
const MOST_WAITING = 4;
const MOST_KEPT = 50;

/** Questions for the terminal: no request is a vote, it only makes the question appear. */
export function createAsks(person: AskPerson | null): Asks {
  const states = new Map<string, AskState>();
  const change = (state: AskState): AskState => {
    states.set(state.ask, state);
    const [oldest] = states.keys();
    if (states.size > MOST_KEPT && oldest !== undefined) states.delete(oldest);
    return state;
  };
  let line: Promise<unknown> = Promise.resolve();
  const put = (asked: Asked): AskState => {
    const first = { ask: randomBytes(9).toString('base64url'), question: asked.question, command: asked.command };
    if (person === null) return change({ ...first, state: 'no-terminal', result: NO_TERMINAL });
    if ([...states.values()].filter(({ state }) => state === 'waiting').length >= MOST_WAITING)
      throw new HttpProblem(429, 'other questions wait in the terminal', 'answer those first');
    line = line.then(async () => change({ ...first, ...(await answered(asked, person)) }));
    return change({ ...first, state: 'waiting', result: null });
  };
  const state = (id: string): AskState => {
    const found = states.get(id);
    if (found === undefined) throw new HttpProblem(404, 'there is no such question');
    return found;
  };
  return { put, state };
}

async function answered(asked: Asked, person: AskPerson): Promise<Pick<AskState, 'state' | 'result'>> {
  try {
    if (!(await person(asked))) return { state: 'refused', result: asked.undone };
    return { state: 'done', result: await asked.act() };
  } catch (error) {
    return { state: 'failed', result: errorText(error) };
  }
}
