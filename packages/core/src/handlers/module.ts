import type { ModuleRequest, Report } from '../model/index.ts';
import { callWorker, type CallableWorker } from './workers/call-worker.ts';
import { Pool } from './workers/pool.ts';
import { startModuleWorker, type ModuleCall } from './module/worker.ts';

/** Calls exports of JavaScript and TypeScript modules in threads that stay, and ends these when it is closed. */
export interface ModuleRunner {
  readonly run: (request: ModuleRequest, signal?: AbortSignal) => Promise<Report>;
  readonly close: () => Promise<void>;
}

/** A thread serves one module, so there is room for the modules of a usual project. */
const LIMITS = { mostWorkers: 8, idleMs: 60_000 };

/** A runner whose threads do not keep the host alive, and cannot bring it down. */
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
