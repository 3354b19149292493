// The thread of the studio that reads the record: it keeps the index, or checks the chain once.
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadTask } from '../source/thread-messages.ts';
import { chainOf } from './chain.ts';
import { serveIndex } from './serve-index.ts';

const task = workerData as ThreadTask;
if (parentPort !== null) {
  if (task.task === 'index') serveIndex(parentPort, task);
  else parentPort.postMessage(chainOf(task.record, task.env));
}
