import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { failureStatus } from '../process/failure-status.ts';
import type { Call } from './serve-call.ts';

/** Carries a call out in a process of its own, whose words are passed on; the result is its exit status. */
export async function runAsCommand({ request, answer, gone }: Call, stdin: string): Promise<number> {
  const words = [...process.execArgv, process.argv[1] ?? '', 'fire', ...request.words];
  const child = spawn(process.execPath, words, { cwd: request.folder, env: request.env, signal: gone });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  child.stdout.setEncoding('utf8').on('data', (text: string) => answer.write(1, text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => answer.write(2, text));
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? failureStatus('fire', request.env);
}
