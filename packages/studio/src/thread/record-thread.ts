// The threads of the studio that read the record: one keeps the index, one reads files beside it, one checks the chain.
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadTask } from '../source/thread-messages.ts';
import { serveFiles } from './beside.ts';
import { chainOf } from './chain.ts';
import { serveIndex } from './serve-index.ts';

const task = workerData as ThreadTask;
if (parentPort !== null) {
  if (task.task === 'index') serveIndex(parentPort, task, import.meta.url);
  else if (task.task === 'files') serveFiles(parentPort);
  else parentPort.postMessage(chainOf(task.record, task.env));
}
