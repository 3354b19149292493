import { signalGroup } from '@hookline/core/internal';
import { type ChildProcess, spawn } from 'node:child_process';
import type { ProgramCall, ProgramEnd } from '../guard/world.ts';

/** Runs a program with its whole process group under a time limit, and keeps the end of its output; never throws. */
export function runProgram(
  call: ProgramCall,
  { cwd, timeoutMs }: { readonly cwd: string; readonly timeoutMs: number },
): Promise<ProgramEnd> {
  const [program, args] = 'line' in call ? ['sh', ['-c', call.line]] : [call.program, [...call.args]];
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    let problem: string | null = null;
    const add = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-KEPT);
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    const timer = setTimeout(() => {
      problem = `it took longer than ${timeoutMs / 1000} s`;
      killGroup(child);
    }, timeoutMs);
    const end = (status: number | null, why: string | null): void => {
      clearTimeout(timer);
      killGroup(child);
      resolve({ status: why === null ? status : null, output, problem: why });
    };
    child.on('error', (error) => end(null, error.message));
    child.on('exit', (status, signal) => {
      // Its last output may still be in the pipe; processes that outlive it are not waited for.
      const last = setTimeout(() => end(status, problem ?? (signal === null ? null : `ended by ${signal}`)), 200);
      child.on('close', () => {
        clearTimeout(last);
        end(status, problem ?? (signal === null ? null : `ended by ${signal}`));
      });
    });
  });
}

const KEPT = 65_536;

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) signalGroup(pid, 'SIGKILL');
}
