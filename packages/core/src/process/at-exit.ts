/** Runs the step when this process exits, after the steps added earlier; uses one listener for all. */
export function atExit(step: () => void): void {
  if (steps.length === 0) process.once('exit', runSteps);
  steps.push(step);
}

const steps: (() => void)[] = [];

function runSteps(): void {
  for (const step of steps) {
    try {
      step();
    } catch {
      // the other steps matter more than an error report that no one reads any more
    }
  }
}
