import type { Agent } from '@hookline/agent';
import { oneLine } from '../print/text.ts';
import type { Transport } from './converse.ts';
import { hooksReport } from './hooks-report.ts';
import { helpLines, type Slash } from './slash.ts';

/** A command after which the session goes on. */
type InnerSlash = Exclude<Slash, { readonly does: 'resume' | 'exit' }>;

type Act<Does> = (
  agent: Agent,
  transport: Transport,
  slash: Extract<InnerSlash, { readonly does: Does }>,
) => Promise<unknown> | void;

const ACTS: { readonly [Does in InnerSlash['does']]: Act<Does> } = {
  compact: (agent, transport, { instructions }) => transport.turn((signal) => agent.compact(instructions, signal)),
  clear: (agent, transport) => transport.chore(() => agent.clear()),
  'switch-mode': (agent, transport, { mode }) => transport.chore(() => agent.switchMode(mode)),
  'show-mode': (agent, transport) => transport.say([`mode ${agent.mode}`]),
  'switch-model': (agent, transport, { name }) => transport.turn((signal) => agent.switchModel(name, signal)),
  'show-model': (agent, transport) => transport.say([`model ${oneLine(agent.model)}`]),
  'add-folder': (agent, transport, { path }) => transport.chore(() => agent.addFolder(path)),
  'set-up': (agent, transport) => transport.chore(() => agent.maintain()),
  'reload-hooks': async (agent, transport) => {
    const isInForce = await transport.chore(() => agent.reloadHooks());
    transport.say([isInForce ? 'the hooks were loaded again' : NOT_ALL]);
  },
  hooks: (agent, transport) => transport.say(hooksReport(agent.hooks, transport.paint)),
  help: (agent, transport) => transport.say(helpLines(agent.commands)),
  nothing: (_agent, transport, { problem }) => transport.say([transport.paint('red', problem)]),
};

const NOT_ALL = 'not all hook files were taken over; /hooks shows what is armed';

/** Does what a command asks for. */
export const actOn = async (slash: InnerSlash, agent: Agent, transport: Transport): Promise<void> => {
  const act = ACTS[slash.does] as Act<InnerSlash['does']>;
  await act(agent, transport, slash);
};
