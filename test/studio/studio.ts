import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { eventually, type Place } from '../../packages/cli/src/testing/place.ts';
import { openPane, type Pane } from '../terminal/tmux.ts';

/** A studio that runs beside a test. */
export interface RunningStudio {
  /** The address with a code that works once. */
  readonly url: string;
  readonly port: number;
  readonly origin: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Starts `hookline studio` as a program does, without a browser; it ends with the test. */
export async function startStudio(place: Place, ...words: readonly string[]): Promise<RunningStudio> {
  const child = place.start(['studio', '--no-open', '--json', ...words]);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }
    });
  onTestFinished(stop);
  const { url, port } = JSON.parse(await firstLine(child)) as { url: string; port: number };
  return { url, port, origin: `http://127.0.0.1:${port}`, child, stop };
}

/** Starts a studio that edits, as a person does, and gives its link. */
export async function startEditing(place: Place): Promise<{ readonly url: string; readonly pane: Pane }> {
  const pane = openPane(place, ['studio', '--no-open', '--edit'], { columns: 200 });
  const url = await eventually(() => /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(pane.lines().join('\n'))?.[0] ?? null);
  return { url, pane };
}

function firstLine(child: ChildProcess): Promise<string> {
  let out = '';
  let err = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')));
    });
    child.once('exit', (status) => reject(new Error(`the studio ended with ${status}: ${err}`)));
  });
}
