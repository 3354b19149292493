import * as addCommand from './commands/add.ts';
import * as convertCommand from './commands/convert.ts';
import * as doctorCommand from './commands/doctor.ts';
import * as explainCommand from './commands/explain.ts';
import * as initCommand from './commands/init.ts';
import * as newHookCommand from './commands/new.ts';
import * as proveCommand from './commands/prove.ts';
import * as removeCommand from './commands/remove.ts';
import * as replayCommand from './commands/replay.ts';
import * as shadowCommand from './commands/shadow.ts';
import * as testHooksCommand from './commands/test.ts';
import type { Arguments } from './call/arguments.ts';
import { writeErr } from './print/output.ts';
import { problemText } from './print/report-problem.ts';

type Command = (given: Arguments) => Promise<number>;

// Built into a file of their own: the other commands must not pay for reading it. What is thrown here is known here only:
// the other file has its own copy of each class.
const reporting =
  (command: Command): Command =>
  async (given) => {
    try {
      return await command(given);
    } catch (error) {
      writeErr(problemText(error, process.env));
      return 1;
    }
  };

export const newHook = reporting(newHookCommand.newHook);
export const init = reporting(initCommand.init);
export const add = reporting(addCommand.add);
export const remove = reporting(removeCommand.remove);
export const testHooks = reporting(testHooksCommand.testHooks);
export const prove = reporting(proveCommand.prove);
export const doctor = reporting(doctorCommand.doctor);
export const explain = reporting(explainCommand.explain);
export const replay = reporting(replayCommand.replay);
export const shadow = reporting(shadowCommand.shadow);
export const convert = reporting(convertCommand.convert);
