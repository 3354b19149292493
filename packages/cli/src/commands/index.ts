import type { Command } from '../call/arguments.ts';
import { ADD } from './add/index.ts';
import { ADOPT } from './adopt.ts';
import { ASK } from './ask/index.ts';
import { BACKGROUND } from './background.ts';
import { BREAK_GLASS } from './break-glass.ts';
import { CHAT } from './chat.ts';
import { CLIENT } from './client.ts';
import { completionOf } from './completion/index.ts';
import { CONNECT } from './connect/index.ts';
import { CONVERT } from './convert/index.ts';
import { DISCONNECT } from './disconnect.ts';
import { DOCTOR } from './doctor.ts';
import { EVENTS } from './events.ts';
import { EXPLAIN } from './explain/index.ts';
import { FIRE } from './fire.ts';
import { GATEWAY } from './gateway/index.ts';
import { HOOK } from './hook/index.ts';
import { INIT } from './init.ts';
import { JOIN } from './join.ts';
import { LIST } from './list.ts';
import { LOG } from './log.ts';
import { NEW } from './new/index.ts';
import { POLICY } from './policy/index.ts';
import { PROVE } from './prove/index.ts';
import { REMOVE } from './remove.ts';
import { REPLAY } from './replay/index.ts';
import { SERVE } from './serve.ts';
import { SHADOW } from './shadow.ts';
import { SHIP } from './ship.ts';
import { STUDIO } from './studio/index.ts';
import { TEST } from './test/index.ts';
import { TRUST } from './trust.ts';
import { UNTRUST } from './untrust.ts';
import { VALIDATE } from './validate.ts';

export { helpOf, overviewOf } from './help.ts';

/** Every command, in the order of the help. Loads all of them but the agent, which ask and chat load when they run. */
export const COMMANDS: readonly Command[] = [
  FIRE,
  ASK,
  CHAT,
  EXPLAIN,
  LIST,
  VALIDATE,
  TRUST,
  UNTRUST,
  EVENTS,
  LOG,
  NEW,
  INIT,
  ADD,
  REMOVE,
  TEST,
  PROVE,
  DOCTOR,
  REPLAY,
  SHADOW,
  STUDIO,
  CONVERT,
  CONNECT,
  DISCONNECT,
  ADOPT,
  SERVE,
  CLIENT,
  JOIN,
  SHIP,
  POLICY,
  BREAK_GLASS,
  GATEWAY,
  HOOK,
  completionOf(() => COMMANDS),
  BACKGROUND,
];
