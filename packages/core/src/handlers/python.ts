import type { PythonRequest, Report } from '../model/index.ts';
import { describeThrown } from './function.ts';
import { bareReply, callWorker, type CallableWorker, type Job } from './workers/call-worker.ts';
import { createCircuit, type Circuit } from './python/circuit.ts';
import { findInterpreter } from './python/interpreter.ts';
import { Pool } from './workers/pool.ts';
import { startPythonWorker } from './python/worker.ts';
import { monotonicMs } from '../text/clock.ts';
import { writtenJson } from '../text/written-json.ts';

/** Calls python callables in persistent interpreters, and ends these when it is closed. */
export interface PythonRunner {
  readonly run: (request: PythonRequest, signal?: AbortSignal) => Promise<Report>;
  readonly close: () => Promise<void>;
}

/** Imports may be slow, and only the first call pays for them, so they do not count as the hook's own time. */
const IMPORT_MS = 10_000;
const LIMITS = { mostWorkers: 4, idleMs: 60_000 };

/** A runner whose workers neither keep the host alive nor outlive it. */
export function createPythonRunner(
  now: () => number = () => monotonicMs(),
  importMs: number = IMPORT_MS,
): PythonRunner {
  const pool = new Pool<CallableWorker<string>>(LIMITS);
  const circuit = createCircuit(now);
  return {
    run: (request, signal) => runPython(request, { pool, circuit, importMs }, signal),
    close: () => pool.close(),
  };
}

interface Workers {
  readonly pool: Pool<CallableWorker<string>>;
  readonly circuit: Circuit;
  readonly importMs: number;
}

async function runPython(
  request: PythonRequest,
  { pool, circuit, importMs }: Workers,
  signal?: AbortSignal,
): Promise<Report> {
  const name = `${request.project}\0${request.callable}`;
  const refusal = circuit.refusal(name);
  if (refusal !== null) return failed({ how: 'unavailable', why: `${request.callable} is not called: ${refusal}` });
  const job = jobOf(request);
  if (typeof job === 'string') return failed({ how: 'not-started', why: job });
  const { trouble, ...report } = await callWorker(
    pool,
    { ...job, load: { name: moduleOf(request), withinMs: importMs } },
    request,
    signal,
  );
  if (trouble === 'crashed') circuit.countCrash(name);
  return report;
}

const moduleOf = ({ callable }: PythonRequest): string => callable.split(':', 1)[0] ?? '';

const failed = (ending: Report['ending']): Report => ({ ...bareReply(ending), durationMs: 0 });

/** The call and the worker for it, or why there can be none. */
function jobOf(request: PythonRequest): Job<string> | string {
  if (process.platform === 'win32') return 'python hooks need a POSIX system; use a command hook on Windows';
  const interpreter = findInterpreter(request.env);
  if (!interpreter.found) return interpreter.why;
  const { HOOKLINE_RUN: _tag, ...env } = request.env; // differs from run to run; the worker has a tag of its own
  const { project, imports } = request;
  const { program } = interpreter;
  const key = JSON.stringify([project, imports ?? null, program, env]);
  try {
    const call = `${writtenJson({ callable: request.callable, event: request.event })}\n`;
    return { key, call, start: () => startPythonWorker({ key, program, project, imports, env }) };
  } catch (error) {
    return `the event cannot be written as JSON: ${describeThrown(error)}`;
  }
}
