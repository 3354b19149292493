import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { refuseInsideHook } from '../../call/person-only.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { allCheckpoints } from './checkpoints.ts';
import { countAll } from './count.ts';
import { keepDays } from './keep.ts';
import { ORG, TASKS, type Task } from './options.ts';
import { oneLine } from '../../print/text.ts';
import { type TaskResult, workOnPolicy } from './policy-tasks.ts';
import { REPLAY_WORKER, serveGateway } from './serve.ts';
import { makePageLink, makeToken } from './token.ts';
import { verifyAll } from './verify.ts';
import { withDatabase } from './with-database.ts';

/** Runs a gateway, or does one task on its database. */
export async function gateway(given: Arguments): Promise<number> {
  refuseInsideHook(process.env, 'gateway');
  const [word, ...rest] = given.words;
  if (word === undefined) return serveGateway(given);
  if (word === REPLAY_WORKER) return replayWorker();
  const task = TASKS.find((each) => each === word);
  if (task === undefined) throw wrongCall(`gateway: unknown task "${word}"`, { word, known: TASKS });
  return withDatabase(given, async (database) => {
    if (task === 'verify') return verifyAll(database, given);
    const { value, lines } = await work(task, rest, given, database);
    if (isGiven(given, 'json')) writeJson(value);
    else writeOut(`${lines.map(oneLine).join('\n')}\n`);
    return 0;
  });
}

/** Started by a gateway alone; it ends its process when the gateway does not talk to it any more. */
async function replayWorker(): Promise<number> {
  if (process.send === undefined) throw wrongCall('gateway replay-worker is started by a gateway');
  const { runReplayWorker } = await import('@hookline/gateway');
  runReplayWorker();
  return new Promise(() => undefined);
}

type WorkedOn = Parameters<Parameters<typeof withDatabase>[1]>[0];

type OwnTask = 'count' | 'token' | 'page';

const WORK: Readonly<Record<OwnTask, (database: WorkedOn, given: Arguments) => Promise<object>>> = {
  count: (database, given) => countAll(database, valueOf(given, ORG)),
  token: makeToken,
  page: makePageLink,
};

const isOwn = (task: Task): task is OwnTask => Object.hasOwn(WORK, task);

async function work(
  task: Exclude<Task, 'verify'>,
  words: readonly string[],
  given: Arguments,
  database: WorkedOn,
): Promise<TaskResult> {
  if (!isOwn(task) && task !== 'keep' && task !== 'checkpoints') return workOnPolicy(task, words, given, database);
  if (words.length > 0) throw wrongCall(`gateway ${task} takes no further words`);
  if (task === 'keep') return keepDays(database, given);
  if (task === 'checkpoints') return allCheckpoints(database, given);
  const value = await WORK[task](database, given);
  return { value, lines: Object.entries(value).map(([name, each]) => `${name}: ${String(each)}`) };
}
