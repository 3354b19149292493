import { errorText } from '@hookline/core/internal';
import { type ActingAgent, createHost } from '../session/host.ts';
import { openConversation } from '../session/open-conversation.ts';
import { subagentPrompt } from '../conversation/system-prompt.ts';
import type { Thread } from '../session/thread.ts';
import { selectTools } from '../tools/select-tools.ts';
import { openSubagentTranscript } from '../transcript/transcript.ts';
import type { SubagentTask } from './task.ts';
import { showMessage } from '../session/show-message.ts';

/** The thread of a sub-agent, with a transcript of its own. */
export interface Subthread extends Thread {
  readonly transcriptPath: string;
  readonly close: () => void;
}

const DEFAULT_MAX_TURNS = 50;

/** Opens the thread of a sub-agent; an error when the model that its type names cannot be created. */
export async function openSubthread(
  parent: Thread,
  acting: ActingAgent,
  task: SubagentTask,
  cwd: string,
): Promise<Subthread | { readonly error: string }> {
  const { session } = parent;
  const { model: wanted } = task.type;
  const model = wanted === null ? parent.model : await session.modelNamed(wanted).catch(errorText);
  if (typeof model === 'string') return { error: `The sub-agent's model cannot be used: ${model}` };
  const ids = { session: session.id, agent: acting.id };
  const transcript = openSubagentTranscript(session.folder, ids, (text) => showMessage(session.ui, 'error', text));
  const thread: Subthread = {
    session,
    speaker: `subagent:${task.type.name}`,
    agentId: acting.id,
    host: createHost(session, () => thread, acting),
    model,
    system: subagentPrompt(session, task.type, cwd),
    tools: () => selectTools(parent.tools(), task.type.tools),
    gate: 'ask',
    maxTurns: task.type.maxTurns ?? DEFAULT_MAX_TURNS,
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
