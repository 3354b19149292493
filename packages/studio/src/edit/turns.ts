import { HttpProblem } from '../http/index.ts';

/** How many requests may run hooks at the same time; a replay beside them counts for itself. */
const MOST = 4;

/** Lets a few works run at once, and refuses more. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  return async (work) => {
    if (running === MOST) throw new HttpProblem(429, `${MOST} runs are under way`, 'wait for one of them');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
