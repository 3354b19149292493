// Does what the event asks for: a word of the form soak-… stands somewhere in it.
import { spawn } from 'node:child_process';

export async function behave(event) {
  const asked = JSON.stringify(event.payload);
  if (asked.includes('soak-throw')) throw new Error('out of order');
  if (asked.includes('soak-exit')) process.exit(3);
  if (asked.includes('soak-never')) await new Promise(() => undefined);
  if (asked.includes('soak-loop')) for (;;);
  if (asked.includes('soak-escape')) {
    spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    for (;;);
  }
  if (asked.includes('soak-print')) console.log('x'.repeat(100_000));
  return undefined;
}
