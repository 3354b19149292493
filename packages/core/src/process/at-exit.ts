/** Runs the step when our process exits, after the steps that were given earlier; needs one listener for all. */
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
      // the other steps matter more than a report that no one reads any more
    }
  }
}
