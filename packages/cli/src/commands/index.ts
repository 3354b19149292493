import type { Command } from '../call/arguments.ts';
import { FIRE } from './fire.ts';

export { helpOf, overviewOf } from './help.ts';

/**
 * Every command, in the order of the help. A call loads the command that it names, and no other;
 * `fire`, which is started once per event, comes with this file.
 */
const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  fire: () => Promise.resolve(FIRE),
  ask: async () => (await import('./ask/index.ts')).ASK,
  chat: async () => (await import('./chat.ts')).CHAT,
  explain: async () => (await import('./explain/index.ts')).EXPLAIN,
  list: async () => (await import('./list.ts')).LIST,
  validate: async () => (await import('./validate.ts')).VALIDATE,
  trust: async () => (await import('./trust.ts')).TRUST,
  untrust: async () => (await import('./untrust.ts')).UNTRUST,
  events: async () => (await import('./events.ts')).EVENTS,
  log: async () => (await import('./log.ts')).LOG,
  new: async () => (await import('./new/index.ts')).NEW,
  init: async () => (await import('./init.ts')).INIT,
  add: async () => (await import('./add/index.ts')).ADD,
  remove: async () => (await import('./remove.ts')).REMOVE,
  test: async () => (await import('./test/index.ts')).TEST,
  prove: async () => (await import('./prove/index.ts')).PROVE,
  doctor: async () => (await import('./doctor.ts')).DOCTOR,
  replay: async () => (await import('./replay/index.ts')).REPLAY,
  shadow: async () => (await import('./shadow.ts')).SHADOW,
  studio: async () => (await import('./studio/index.ts')).STUDIO,
  convert: async () => (await import('./convert/index.ts')).CONVERT,
  connect: async () => (await import('./connect/index.ts')).CONNECT,
  disconnect: async () => (await import('./disconnect.ts')).DISCONNECT,
  adopt: async () => (await import('./adopt.ts')).ADOPT,
  serve: async () => (await import('./serve.ts')).SERVE,
  client: async () => (await import('./client.ts')).CLIENT,
  join: async () => (await import('./join.ts')).JOIN,
  ship: async () => (await import('./ship.ts')).SHIP,
  policy: async () => (await import('./policy/index.ts')).POLICY,
  'break-glass': async () => (await import('./break-glass.ts')).BREAK_GLASS,
  gateway: async () => (await import('./gateway/index.ts')).GATEWAY,
  hook: async () => (await import('./hook/index.ts')).HOOK,
  completion: async () => (await import('./completion/index.ts')).completionOf(loadCommands),
  __background: async () => (await import('./background.ts')).BACKGROUND,
};

/** The command of this name, or undefined if there is none. */
export const loadCommand = async (name: string): Promise<Command | undefined> =>
  Object.hasOwn(LOADERS, name) ? LOADERS[name]?.() : undefined;

/** All commands. The agent itself is loaded only when ask or chat run. */
export const loadCommands = (): Promise<readonly Command[]> =>
  Promise.all(Object.values(LOADERS).map((load) => load()));
