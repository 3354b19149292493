import { type Acting, createHost } from '../host.ts';
import { openConversation } from '../open-conversation.ts';
import { subagentPrompt } from '../system-prompt.ts';
import type { Thread } from '../thread.ts';
import type { Tool } from '../tools/tool.ts';
import { openSubagentTranscript } from '../transcript/transcript.ts';
import type { Order } from './order.ts';

/** The thread of a sub-agent, with a transcript of its own. */
export interface Subthread extends Thread {
  readonly transcriptPath: string;
  readonly close: () => void;
}

const DEFAULT_MAX_TURNS = 50;

export async function openSubthread(parent: Thread, acting: Acting, order: Order, cwd: string): Promise<Subthread> {
  const { session } = parent;
  const model = order.type.model === null ? parent.model : await session.modelNamed(order.type.model);
  const ids = { session: session.id, agent: acting.id };
  const transcript = openSubagentTranscript(session.folder, ids, (text) =>
    session.front.tell({ type: 'message', level: 'error', text, hook: null }),
  );
  const thread: Subthread = {
    session,
    speaker: `subagent:${order.type.name}`,
    agentId: acting.id,
    host: createHost(session, () => thread.cwd, acting),
    model,
    system: subagentPrompt(session, order.type, cwd),
    tools: () => toolsFor(parent.tools(), order.type.tools),
    gate: 'ask',
    maxTurns: order.type.maxTurns ?? DEFAULT_MAX_TURNS,
    ...openConversation([], (fact) => transcript.append(fact), acting.id),
    instructionFiles: new Set(),
    root: cwd === parent.cwd ? parent.root : cwd,
    cwd,
    inputTokens: null,
    transcriptPath: transcript.path,
    close: transcript.close,
  };
  return thread;
}

/** Sub-agents start no sub-agents. */
const toolsFor = (tools: readonly Tool[], wanted: readonly string[] | null): readonly Tool[] =>
  tools.filter(({ name, access }) => access !== 'delegate' && (wanted === null || wanted.includes(name)));
