import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { refuseInsideHook } from '../../call/person-only.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { countAll } from './count.ts';
import { ORG, TASKS, type Task } from './options.ts';
import { serveGateway } from './serve.ts';
import { makeToken } from './token.ts';
import { withDatabase } from './with-database.ts';

/** Runs a gateway, or does one task on its database. */
export async function gateway(given: Arguments): Promise<number> {
  refuseInsideHook(process.env, 'gateway');
  const [word] = given.words;
  if (word === undefined) return serveGateway(given);
  const task = TASKS.find((each) => each === word);
  if (task === undefined) throw wrongCall(`gateway: unknown task "${word}"`, { word, known: TASKS });
  return withDatabase(given, async (database) => {
    const done = await work(task, given, database);
    if (isGiven(given, 'json')) writeJson(done);
    else
      writeOut(
        `${Object.entries(done)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join('\n')}\n`,
      );
    return 0;
  });
}

type WorkedOn = Parameters<Parameters<typeof withDatabase>[1]>[0];

const work = (task: Task, given: Arguments, database: WorkedOn): Promise<object> =>
  task === 'count' ? countAll(database, valueOf(given, ORG)) : makeToken(database, given);
