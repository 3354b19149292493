// Measures several tasks side by side: every round asks each once, in turn forwards and backwards.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Samples by name, paired by round; ends with the rounds or, once there are enough for a figure, with the time.
 * A task that fails takes no further part, and its problem is told; the others go on.
 */
export async function contest(tasks, { rounds, fewestRounds, budgetMs, eventsBefore, warmUpRounds, pauseMs, repeat }) {
  const samples = new Map([...tasks.keys()].map((name) => [name, []]));
  const residentMb = new Map();
  const problems = new Map();
  for (const [name, { measure }] of eventsBefore > 0 ? tasks : []) {
    await measure(eventsBefore).catch((error) => problems.set(name, error.message));
  }
  const givesUpAt = performance.now() + budgetMs;
  for (let round = -warmUpRounds; round < rounds; round++) {
    if (round >= fewestRounds && performance.now() > givesUpAt) break;
    const names = [...tasks.keys()].filter((name) => !problems.has(name));
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      await pause(pauseMs); // what a side does after its answer is not billed to the next one
      try {
        const measured = await tasks.get(name).measure(repeat);
        if (round >= 0) samples.get(name).push(measured.ms);
        residentMb.set(name, measured.residentMb);
      } catch (error) {
        problems.set(name, error.message);
      }
    }
  }
  return { samples, residentMb, problems };
}
