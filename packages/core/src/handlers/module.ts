import type { ModuleRequest, Report } from '../model/index.ts';
import { callWorker, type CallableWorker } from './workers/call-worker.ts';
import { Pool } from './workers/pool.ts';
import { startModuleWorker, type ModuleCall } from './module/worker.ts';

/** Calls exports of JavaScript and TypeScript modules in persistent threads, and ends these when it is closed. */
export interface ModuleRunner {
  readonly run: (request: ModuleRequest, signal?: AbortSignal) => Promise<Report>;
  readonly close: () => Promise<void>;
}

/** A thread serves one module, so there are enough threads for the modules of a usual project. */
const LIMITS = { mostWorkers: 8, idleMs: 60_000 };

/** A runner whose threads do not keep the host alive, and cannot crash it. */
export function createModuleRunner(): ModuleRunner {
  const pool = new Pool<CallableWorker<ModuleCall>>(LIMITS);
  return {
    run: ({ path, exportName, event, ...frame }, signal) => {
      const job = { key: path, start: () => startModuleWorker(path), call: { exportName, event } };
      return callWorker(pool, job, frame, signal);
    },
    close: () => pool.close(),
  };
}
