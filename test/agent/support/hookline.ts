import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HOOKLINE, type Workplace } from './workplace.ts';

/** What a call of the command printed, and how it ended. */
export interface Called {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls `hookline` in the project of the place, as a user would; nothing is trusted unless the words say so. */
export async function hookline(
  place: Workplace,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Called> {
  const child = spawn(process.execPath, [HOOKLINE, ...words], {
    cwd: place.project,
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await closed) as [number | null];
  return { status, stdout, stderr };
}

/** The options for a scripted model that goes through these steps. */
export function scripted({ project }: Workplace, steps: readonly object[]): readonly string[] {
  const file = join(dirname(project), 'steps.json');
  writeFileSync(file, JSON.stringify(steps));
  return ['--script', file];
}
