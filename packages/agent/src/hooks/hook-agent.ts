import type { AgentRequest, AskAgent, JsonObject } from '@hookline/core/internal';
import { SILENT_HOST } from '../session/host.ts';
import { work } from '../loop/work.ts';
import type { Model } from '../contract/model.ts';
import { openConversation } from '../session/open-conversation.ts';
import { hookAgentPrompt } from '../conversation/system-prompt.ts';
import type { Session } from '../session/session.ts';
import { lastText, type Thread } from '../session/thread.ts';
import { selectTools } from '../tools/select-tools.ts';
import type { Tool } from '../tools/tool.ts';

const DEFAULT_MAX_TURNS = 50;

/** Lets a sub-agent in a conversation of its own answer for a hook. Its tool calls fire no hooks. */
export function askAgentOf(main: () => Thread): AskAgent {
  return async (request, signal) => {
    let answer: JsonObject | null = null;
    const answerTool = structuredOutput((given) => {
      answer ??= given;
    });
    const { session } = main();
    const model = request.model === null ? session.model : await session.modelNamed(request.model);
    const thread = hookThread(main(), request, answerTool, model);
    thread.add({ kind: 'user', text: request.prompt });
    let isReminded = false;
    const end = await work(
      thread,
      ({ text }) => {
        // An agent that answers in text is asked once to answer by the tool.
        if (isReminded || text.includes('"ok"')) return Promise.resolve({ how: 'done', reason: null });
        isReminded = true;
        return Promise.resolve({ instruction: 'Call StructuredOutput now with your answer.' });
      },
      signal,
    );
    if (answer !== null) return answer;
    if (end.how !== 'done') throw new Error(end.reason ?? `the agent was ${end.how}`);
    return lastText(thread);
  };
}

function hookThread({ session, tools, root, cwd }: Thread, request: AgentRequest, answer: Tool, model: Model): Thread {
  return {
    session: behindHook(session, request.runId),
    speaker: 'agent-hook',
    agentId: request.runId,
    host: SILENT_HOST,
    model,
    system: hookAgentPrompt(session.project),
    tools: () => [...selectTools(tools(), request.tools), answer],
    gate: 'open',
    maxTurns: request.maxTurns ?? DEFAULT_MAX_TURNS,
    ...openConversation([], () => undefined, request.runId),
    instructionFiles: new Set(),
    root,
    cwd,
    inputTokens: null,
  };
}

/** Nothing that it does is shown or kept, the user is not asked, and programs that it starts know that they run inside a hook. */
const behindHook = (session: Session, runId: string): Session => ({
  ...session,
  env: { ...session.env, HOOKLINE_RUN: runId },
  write: () => undefined,
  ui: { tell: () => undefined, askPermission: null, elicit: null },
  settle: () => Promise.resolve(),
});

/** The tool by which the agent behind a hook answers; the first answer counts and ends its work. */
const structuredOutput = (onAnswer: (answer: JsonObject) => void): Tool => ({
  name: 'StructuredOutput',
  description: 'Gives the final answer of the check.',
  access: 'read',
  inputSchema: {
    type: 'object',
    properties: { ok: { type: 'boolean' }, reason: { type: 'string' } },
    required: ['ok'],
  },
  run: (input) => {
    onAnswer(input);
    return Promise.resolve({ ok: true, text: 'Noted.', isLast: true });
  },
});
